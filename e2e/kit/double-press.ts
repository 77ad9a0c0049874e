import type { Locator, Page } from '@playwright/test'
import { expect } from './visitor.ts'

/** With a stopped clock, two presses are quick even on a busy machine. */
export async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Long enough for a press to be a new one. */
export async function pause(page: Page) {
  await page.clock.runFor(600)
}

/** A double click of which the first half opens the dialog and the second half lands in it. */
export async function doubleClickInto(page: Page, opener: Locator, dialog: Locator) {
  await opener.scrollIntoViewIfNeeded()
  const box = await opener.boundingBox()
  if (!box) throw new Error('The button has no place in the page.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(dialog).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** Enter pressed twice and then held down: the first press opens the dialog, and the others do nothing in it. */
export async function pressEnterInto(page: Page, dialog: Locator) {
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Enter')
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog).toBeVisible()
}
