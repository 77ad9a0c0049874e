import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'
import { open, overflowOf, pathsOf, watchCalls } from './kit/visitor.ts'

const PAGE = '/single/training-webinars/'
const STATUS = '/rest/webinars/check-status/'
const card = (page: Page, name: 'Morning' | 'Afternoon') => page.getByRole('region', { name })
const badge = (page: Page, name: 'Morning' | 'Afternoon') =>
  page.getByRole('status', { name: `${name} session` })

test.use({ timezoneId: 'America/Los_Angeles' })

/** Answers instead of the server: what it says next, and how often it was asked. */
async function answerStatus(page: Page) {
  const said = { morning: false, afternoon: false, isAway: false }
  await page.route(`**${STATUS}`, (route) =>
    said.isAway
      ? route.abort()
      : route.fulfill({
          json: {
            webinars: { morning: { is_active: said.morning }, afternoon: { is_active: said.afternoon } },
          },
        }),
  )
  return said
}

test('two cards tell when, where and how one is let in [WEB-02, WEB-03, WEB-04, WEB-06, WEB-07, WEB-08, RTE-02, RTE-14]', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-20T22:00:00Z')
  await open(page, PAGE)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(card(page, 'Morning')).toContainText('Monday to Friday')
  await expect(card(page, 'Morning')).toContainText('11AM EST, 10AM CST, 9AM MST, 8AM PST')
  await expect(card(page, 'Afternoon')).toContainText('Monday to Friday')
  await expect(card(page, 'Afternoon')).toContainText('3PM EST, 2PM CST, 1PM MST, 12PM PST')
  await expect(card(page, 'Morning')).toContainText('Next for you: Monday, November 23 at 8:00 AM PST')
  await expect(card(page, 'Afternoon')).toContainText('Next for you: Monday, November 23 at 12:00 PM PST')
  for (const name of ['Morning', 'Afternoon'] as const) {
    await expect(badge(page, name)).toHaveText(/^(Active|Offline)$/)
    const link = card(page, name).getByRole('link', { name: `Join the ${name.toLowerCase()} session` })
    await expect(link).toHaveAttribute('href', '/site/webinar-room/')
    await expect(link).toHaveAttribute('target', '_blank')
  }
  const main = page.getByRole('main')
  await expect(main).toContainText('Sessions open 15 minutes before and close 5 minutes past the hour.')
  await expect(main).toContainText('There is no admission after the start.')
  await expect(main.getByRole('link', { name: 'the getting-started video' })).toHaveAttribute(
    'href',
    '/site/getting-started/',
  )
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
})

test.describe('while somebody looks', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the status is asked every 60 s, not while hidden, at once when shown again, and never after [WEB-05, WEB-09, WEB-11]', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.clock.install({ time: '2026-11-16T15:00:00Z' })
    const said = await answerStatus(page)
    const calls = watchCalls(page)
    await open(page, PAGE)
    const before = await card(page, 'Afternoon').boundingBox()
    // From here on the clock stands still between the steps; the page may take up to half a minute to open.
    await page.clock.pauseAt('2026-11-16T15:00:30Z')

    said.morning = true
    await page.clock.runFor(29_000)
    expect(calls).toHaveLength(0)
    await page.clock.runFor(31_000)
    await expect(badge(page, 'Morning')).toHaveText('Active')
    expect(pathsOf(calls)).toEqual([STATUS])
    expect(await card(page, 'Afternoon').boundingBox()).toEqual(before)

    said.isAway = true
    await page.clock.runFor(60_000)
    await expect(page.getByText('We could not refresh the status.')).toBeVisible()
    await expect(badge(page, 'Morning')).toHaveText('Active')
    expect(await card(page, 'Afternoon').boundingBox()).toEqual(before)
    said.isAway = false

    await setHidden(page, true)
    await page.clock.runFor(300_000)
    expect(calls).toHaveLength(2)
    said.morning = false
    said.afternoon = true
    await setHidden(page, false)
    await expect(badge(page, 'Morning')).toHaveText('Offline')
    await expect(badge(page, 'Afternoon')).toHaveText('Active')
    expect(calls).toHaveLength(3)

    await page.clock.runFor(59_000)
    expect(calls).toHaveLength(3)
    await page.clock.runFor(1_000)
    await expect.poll(() => calls.length).toBe(4)
    await page.clock.resume()
    await expectAccessible(page)
    await page.goto('/browser_select/')
    await page.clock.runFor(120_000)
    expect(calls).toHaveLength(4)
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page does not say that it refreshes itself', async ({ page }) => {
    await page.goto(PAGE)
    const noscript = page.locator('noscript p')
    await expect(noscript).toBeVisible()
    await expect(noscript).toHaveText('Reload this page to see whether a session is open.')
    const line = page.locator('.webinars-refresh')
    await expect(line).toHaveCount(1)
    await expect(line).toBeHidden()
  })
})

/** Simulates a background tab. */
function setHidden(page: Page, isHidden: boolean) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
