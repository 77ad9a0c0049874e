import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'
import { newCustomer } from './kit/customer.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

// The font size that a reader has set in the browser.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'],
  },
})

for (const address of [
  '/login/',
  '/password-reset/',
  '/sign-up/step-1?single=1&lead=1',
  '/site/',
  '/openapi/',
])
  test(`twice the font size of the reader is twice the size of every word at ${address}`, async ({
    page,
  }) => {
    await open(page, address)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('#page *')]
        .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
        .filter((element) => element.checkVisibility())
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 22)
        .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`),
    )
    expect(small).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  })

for (const address of ['/account/', '/account/billing/'])
  test(`twice the font size of the reader leaves the receipts inside their card at ${address}`, {
    tag: '@wide',
  }, async ({ page }) => {
    await newCustomer(page)
    await open(page, address)
    const card = page.locator('.tile').filter({ has: page.locator('.bills') })
    const [table, tile] = await Promise.all([card.locator('.bills').boundingBox(), card.boundingBox()])
    if (!table || !tile) throw new Error('There are no receipts.')
    expect(table.x + table.width).toBeLessThanOrEqual(tile.x + tile.width)
    expect(await overflowOf(page)).toBe(0)
  })
