import type { Locator, Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'
import { addressesOf, pageGroups } from './kit/all-pages.ts'
import { layoutProblems } from './kit/layout.ts'
import { expect, signedInAs, test } from './kit/visitor.ts'

// The reader's font size in the browser: twice the usual one.
test.use({
  expectedConsoleErrors: [/status of (?:400|403|404|410)/],
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'],
  },
})

for (const group of pageGroups)
  test(`every page fits at double font size, with all text enlarged: ${group.title}`, {
    tag: group.tag ?? [],
  }, async ({ page, server }) => {
    for (const address of await addressesOf(group, { page, server })) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(address)
      expect.soft(await smallWords(page), address).toEqual([])
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await layoutProblems(page), `${address} at ${width} px`).toEqual([])
      }
    }
  })

test('at double font size receipts stay in their card, and price and quantity stay together', async ({
  page,
}) => {
  await signedInAs(page, 'agent@example.com')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const address of ['/account/', pages.billing]) {
      await page.goto(address)
      const card = page.locator('.tile').filter({ has: page.locator('.bills') })
      const [table, tile] = [await boxOf(card.locator('.bills')), await boxOf(card)]
      expect(table.x + table.width, address).toBeLessThanOrEqual(tile.x + tile.width)
    }
    await page.goto(pages.plan)
    const rows = await page.locator('.pick:has(.stepper)').all()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const [price, stepper] = [await boxOf(row.locator('.price')), await boxOf(row.locator('.stepper'))]
      const isBeside = price.x + price.width <= stepper.x || stepper.x + stepper.width <= price.x
      expect(isBeside || price.y + price.height <= stepper.y).toBe(true)
    }
    const buttons = page.locator('.stepper > *')
    expect(
      await buttons.evaluateAll((all) => all.every((one) => one.scrollHeight <= one.clientHeight + 1)),
    ).toBe(true)
  }
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return box
}

/** Text that does not follow the reader's font size. */
function smallWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#page *')]
      .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .filter((element) => element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 22)
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`),
  )
}
