import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts } from './kit/customer.ts'
import { expect, open, overflowOf, signInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test.use({ serverEnv: liveAccounts })

test('a plan grows at once for the days that are left, and shrinks with the next month [SUP-39]', async ({
  page,
}) => {
  await signInAs(page, 'team@example.com')
  await page
    .getByRole('row', { name: /Lakeview Homes/ })
    .getByRole('button')
    .click()
  await expect(page).toHaveURL('/account/')
  await open(page, '/account/plan/')
  const preview = tile(page, /^Your plan$|^What this means$/)
  await expect(preview.getByRole('button', { name: 'Change my plan' })).toBeDisabled()
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await expect(preview).toContainText(/Triple line dialer, \d+ of (28|29|30|31) days\$\d+\.\d\d/)
  await expect(preview).toContainText(/Every month from \w+ \d+, \d+\$536\.00/)
  await page.getByLabel('Skip tracer').uncheck()
  await expect(preview).toContainText('$487.00')
  await expect(preview).toContainText('Nothing is refunded')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await preview.getByRole('button', { name: /^Pay \$\d+\.\d\d and change$/ }).click()

  await expect(page.getByText('Your plan has changed.')).toBeVisible()
  await expect(tile(page, 'Your plan now')).toContainText('Triple line dialer × 3')
  await expect(tile(page, 'Your plan now')).toContainText('Skip tracer')
  await expect(tile(page, /^From /)).not.toContainText('Skip tracer')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my plan as it is' }).click()
  await expect(tile(page, /^From /)).toHaveCount(0)
  await open(page, '/account/billing/')
  await expect(tile(page, 'Bills and receipts').getByRole('row').nth(1)).toContainText('Added in mid-month')
})
