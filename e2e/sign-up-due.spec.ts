import { dayBefore, dayIn, formatDay, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { fillAll, goToBilling, heading, next } from './kit/sign-up.ts'
import { expect, hydrated, test } from './kit/visitor.ts'

const DAY_MS = 86_400_000

test('HTML that the browser kept for days says nothing about the clock: the dates are those of today', async ({
  page,
}) => {
  const person = await goToBilling(page)
  await page.goto('/browser_select/')
  // Noon, so that the day is the same in all of the United States.
  const later = new Date(`${dayIn('UTC', new Date(Date.now() + 10 * DAY_MS))}T18:00:00Z`)
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
  const nextCharge = monthsAfter(dayIn('America/Chicago', later), 1)
  const due = page.locator('.due')
  await expect(due).toContainText(`Then every month, from ${formatDay(nextCharge)}`)
  await expect(due).toContainText(`cancel in your account by ${formatDay(dayBefore(nextCharge))}`)
})
