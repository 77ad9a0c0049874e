import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with a list of what axe finds on the page as it stands. */
export async function expectAccessible(page: Page) {
  await page.evaluate(settled)
  // Frames of other origins alone would need a second page for each look, which took a tenth of all stories' time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(tags).analyze()
  const findings = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target, html }) => `    ${target.join(' ')}\n      ${html}`)
    return [`  ${id}: ${help}`, ...places].join('\n')
  })
  if (findings.length > 0) throw new Error(`${page.url()} is not accessible:\n${findings.join('\n')}`)
}

/** A colour on its way to another is neither: what moves and ends is waited for. */
async function settled() {
  const ending = document.getAnimations().filter((animation) => {
    const { endTime } = animation.effect?.getComputedTiming() ?? {}
    return typeof endTime === 'number' && Number.isFinite(endTime)
  })
  await Promise.allSettled(ending.map((animation) => animation.finished))
}
