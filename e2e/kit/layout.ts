import type { Page } from '@playwright/test'

/**
 * Describes layout problems of the current page: wider than the screen, an invisible focus, or something
 * covering the focused element. Axe checks the size of targets.
 */
export async function layoutProblems(page: Page): Promise<string[]> {
  // From here on the browser shows the focus as for keyboard users.
  await page.keyboard.press('Tab')
  return page.evaluate(findProblems)
}

/**
 * Finds what is indistinguishable in forced colors, as used by people with low vision: backgrounds and
 * shadows are gone, and only edges remain. Each tab stop needs a ring, each button a border.
 */
export async function missingEdges(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const selector =
      'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary'
    const missing: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) continue
      element.focus()
      if (document.activeElement !== element) continue
      const { outlineStyle, outlineWidth, borderTopStyle } = getComputedStyle(element)
      const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      const hasBorder = !element.matches('.btn') || borderTopStyle === 'solid'
      if (!hasRing || !hasBorder) missing.push(element.getAttribute('aria-label') ?? element.outerHTML)
    }
    return missing
  })
}

/** Runs in the page, so it is self-contained. */
function findProblems(): string[] {
  const problems: string[] = []
  const screen = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > screen) problems.push(`too wide: ${widest()}`)
  const dialog = document.querySelector('dialog[open]')
  const selector =
    'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary'
  for (const element of (dialog ?? document).querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) continue
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = looksOf(element)
    element.focus()
    if (document.activeElement !== element) continue
    if (before === looksOf(element)) problems.push(`no focus ring: ${nameOf(element)}`)
    if (!isReachable(element)) problems.push(`covered: ${nameOf(element)}`)
  }
  return problems

  function widest(): string {
    const ends = (element: Element) => element.getBoundingClientRect().right
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => ends(element) > screen + 0.5)
    const outermost = beyond.find(
      (element) => !beyond.some((other) => other !== element && other.contains(element)),
    )
    if (!outermost) return `${document.documentElement.scrollWidth} of ${screen} px`
    return `<${outermost.tagName.toLowerCase()} class="${outermost.className}"> ends at ${ends(outermost)} of ${screen} px`
  }

  function looksOf(element: HTMLElement): string {
    // The visible box of a hidden checkbox is beside it, or around it.
    const boxes = [element, element.nextElementSibling, element.parentElement].filter((box) => box !== null)
    return boxes
      .map((box) => getComputedStyle(box))
      .map((style) => [
        style.outline,
        style.boxShadow,
        style.borderColor,
        style.backgroundColor,
        style.opacity,
      ])
      .join()
  }

  function isReachable(element: HTMLElement): boolean {
    const label =
      element.closest('label') ?? (element instanceof HTMLInputElement ? element.labels?.[0] : undefined)
    return [...element.getClientRects()].some(({ left, right, top, bottom }) => {
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(hit) === true)
    })
  }

  function nameOf(element: HTMLElement): string {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    const text = element.getAttribute('aria-label') || label || element.textContent || element.outerHTML
    return `${element.tagName.toLowerCase()} "${text.trim().slice(0, 60)}"`
  }
}
