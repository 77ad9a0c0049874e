import type { Page } from '@playwright/test'
import { signInToDesk } from './kit/desk.ts'
import { expect, test } from './kit/server.ts'

// A laptop at 125% zoom, and 1280 pixels at 400% zoom.
const WINDOWS = [
  { width: 1024, height: 520 },
  { width: 320, height: 256 },
]
const ENOUGH = 200

test('on the way back through a page of the desk by keyboard, the head never covers what has the focus', {
  tag: '@wide',
}, async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  for (const path of ['/desk/figures/', '/desk/accounts/204518/', '/desk/operators/'])
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      await page.goto(server.deskUrl + path)
      expect(await coveredOnTheWayBack(page), `${path} at ${size.width} px`).toEqual([])
    }
})

/** Shift+Tab from the end to the start. Returns what cannot be seen while it has the focus. */
async function coveredOnTheWayBack(page: Page): Promise<string[]> {
  const covered: string[] = []
  for (let pressed = 0; pressed < ENOUGH; pressed += 1) {
    await page.keyboard.press('Shift+Tab')
    const { name, isSeen } = await page.evaluate(lookAtFocused)
    if (name === '') return covered
    if (!isSeen) covered.push(name)
  }
  throw new Error('The start of the page was not reached.')
}

function lookAtFocused() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { name: '', isSeen: true }
  const boxes = [...focused.getClientRects()]
  const isSeen = boxes.some(({ left, top, right, bottom }) => {
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint((left + right) / 2, y)?.closest('header')
    return top < innerHeight && bottom > 0 && (!above || above.contains(focused))
  })
  return { name: focused.getAttribute('aria-label') ?? focused.textContent ?? focused.tagName, isSeen }
}
