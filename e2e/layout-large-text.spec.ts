import type { Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'
import { addressesOf, pageGroups } from './kit/all-pages.ts'
import { layoutProblems } from './kit/layout.ts'
import { expect, test } from './kit/visitor.ts'

// The font size that a reader has set in the browser: twice the usual one.
test.use({
  expectedConsoleErrors: [/status of (?:400|403|404|410)/],
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'],
  },
})

for (const group of pageGroups)
  test(`every page fits with twice the font size, and every word grows: ${group.title}`, async ({
    page,
    server,
  }) => {
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

/** Words that do not follow the font size of the reader. */
function smallWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#page *')]
      .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .filter((element) => element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 22)
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`),
  )
}
