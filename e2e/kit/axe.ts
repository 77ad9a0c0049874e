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
  // Of what is well only its name is collected.
  resultTypes: ['violations'],
}

/** Fails with a list of what axe finds on the page as it stands, frames of the same origin included. */
export async function expectAccessible(page: Page) {
  await page.evaluate(settled)
  await loadAxe(page.mainFrame())
  // A frame may go away meanwhile.
  for (const frame of page.frames().slice(1)) await loadAxe(frame).catch(() => {})
  const violations = await page.evaluate(findViolations, options)
  const findings = violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target, html }) => `    ${target.join(' ')}\n      ${html}`)
    return [`  ${id}: ${help}`, ...places].join('\n')
  })
  if (findings.length > 0) throw new Error(`${page.url()} is not accessible:\n${findings.join('\n')}`)
}

/**
 * Axe's own builder for Playwright sends the script, of more than a megabyte, twice for each look: that alone took
 * longer than looking. A document that has it keeps it.
 */
async function loadAxe(frame: Frame) {
  const isThere = await frame.evaluate(() => window.axe !== undefined)
  if (!isThere) await frame.evaluate(source)
}

async function findViolations(given: RunOptions) {
  if (!window.axe) throw new Error('The page was left while axe was about to look at it.')
  return (await window.axe.run(document, given)).violations
}

/** A colour on its way to another is neither: what moves and ends is waited for. */
async function settled() {
  const ending = document.getAnimations().filter((animation) => {
    const { endTime } = animation.effect?.getComputedTiming() ?? {}
    return typeof endTime === 'number' && Number.isFinite(endTime)
  })
  await Promise.allSettled(ending.map((animation) => animation.finished))
}
