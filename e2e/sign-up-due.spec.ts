import type { Page } from '@playwright/test'
import { dayBefore, dayIn, formatDay, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { goToLegacyBilling } from './kit/legacy.ts'
import { fillAll, goToBilling, heading, next, previous } from './kit/sign-up.ts'
import { expect, hydrated, test } from './kit/visitor.ts'

const DAY_MS = 86_400_000
// The customers of these stories live in Illinois.
const ZONE = 'America/Chicago'

for (const [wizard, goToPayment] of Object.entries({ new: goToBilling, legacy: goToLegacyBilling })) {
  test(`the ${wizard} wizard that stays open for days names the dates that hold when PAY NOW is pressed`, {
    tag: '@wide',
  }, async ({ page }) => {
    await page.clock.install()
    await goToPayment(page)
    await page.clock.setSystemTime(noonIn(1))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expectDates(page, noonIn(1))
    await page.clock.setSystemTime(noonIn(2))
    await page.clock.runFor(60_000)
    await expectDates(page, noonIn(2))
    await page.clock.setSystemTime(noonIn(3))
    await previous(page).click()
    await next(page).click()
    await expect(heading(page)).toHaveText('Billing')
    await expectDates(page, noonIn(3))
  })
}

test('a clock that is wrong by weeks does not change the dates', { tag: '@wide' }, async ({ page }) => {
  await page.clock.install({ time: noonIn(40) })
  await goToBilling(page)
  await expectDates(page, new Date())
})

test('HTML that the browser kept for days says nothing about the clock: the dates are those of today', {
  tag: '@wide',
}, async ({ page }) => {
  const person = await goToBilling(page)
  await page.goto('/browser_select/')
  const later = noonIn(10)
  await page.addInitScript((laterMs) => {
    Date.now = () => laterMs
  }, later.getTime())
  await page.goBack()
  await hydrated(page)
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())).toMatchObject({
    type: 'back_forward',
    transferSize: 0,
  })
  await fillAll(page, person)
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await expectDates(page, later)
})

/** Noon, so that the day is the same in all of the United States. */
function noonIn(days: number): Date {
  return new Date(`${dayIn('UTC', new Date(Date.now() + days * DAY_MS))}T18:00:00Z`)
}

async function expectDates(page: Page, today: Date) {
  const nextCharge = monthsAfter(dayIn(ZONE, today), 1)
  await expect(page.locator('.due')).toContainText(`Then every month, from ${formatDay(nextCharge)}`)
  await expect(page.locator('.due')).toContainText(
    `cancel in your account by ${formatDay(dayBefore(nextCharge))}`,
  )
}
