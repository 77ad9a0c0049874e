import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** For states that the sweep of all pages does not open: nothing exceeds the smallest screen. */
export async function expectFits(): Promise<void> {
  await page.viewport(320, 640)
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)
  for (const dialog of document.querySelectorAll('dialog[open]'))
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
  await page.viewport(1280, 900)
}
