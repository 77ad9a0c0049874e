import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> }
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  // Passing rules are reported by name only.
  resultTypes: ['violations'],
}

/** Fails with a list of what axe finds on the current page, including same-origin frames. */
export async function expectAccessible(page: Page) {
  await page.evaluate(settled)
  await loadAxe(page.mainFrame())
  // The frame may be removed meanwhile.
  for (const frame of page.frames().slice(1)) await loadAxe(frame).catch(() => {})
  const violations = await page.evaluate(findViolations, options)
  const findings = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target, html }) => `    ${target.join(' ')}\n      ${html}`)
    return [`  ${id}: ${help}`, ...places].join('\n')
  })
  if (findings.length > 0) throw new Error(`${page.url()} is not accessible:\n${findings.join('\n')}`)
}

/**
 * Axe's own Playwright builder sends its script, more than a megabyte, twice per check, which took longer
 * than the check itself. Here each document loads it once.
 */
async function loadAxe(frame: Frame) {
  const isThere = await frame.evaluate(() => window.axe !== undefined)
  if (!isThere) await frame.evaluate(source)
}

async function findViolations(given: RunOptions) {
  if (!window.axe) throw new Error('The page was left while axe was about to look at it.')
  return (await window.axe.run(document, given)).violations
}

/** Colors are undefined during a transition, so this waits for finite animations to end. */
async function settled() {
  const ending = document.getAnimations().filter((animation) => {
    const { endTime } = animation.effect?.getComputedTiming() ?? {}
    return typeof endTime === 'number' && Number.isFinite(endTime)
  })
  await Promise.allSettled(ending.map((animation) => animation.finished))
}
