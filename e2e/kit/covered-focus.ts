import type { Page } from '@playwright/test'

const ENOUGH = 200
/** No page has fewer links and fields. */
const FEWEST = 5

/** Goes through the whole page by this key. Returns what this part of the page covers while it has the focus. */
export async function coveredBy(page: Page, part: string, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const covered: string[] = []
  for (let pressed = 0; pressed < ENOUGH; pressed += 1) {
    await page.keyboard.press(key)
    const { name, isSeen } = await page.evaluate(lookAtFocused, part)
    if (name === '' && pressed < FEWEST) throw new Error('The focus did not go through the page.')
    if (name === '') return covered
    if (!isSeen) covered.push(name)
  }
  throw new Error('The end of the page was not reached.')
}

function lookAtFocused(part: string) {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { name: '', isSeen: true }
  const boxes = [...focused.getClientRects()]
  const isSeen = boxes.some(({ left, top, right, bottom }) => {
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint((left + right) / 2, y)?.closest(part)
    return top < innerHeight && bottom > 0 && (!above || above.contains(focused))
  })
  return { name: focused.getAttribute('aria-label') || focused.textContent || focused.outerHTML, isSeen }
}
