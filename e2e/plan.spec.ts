import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test.use({ serverEnv: liveAccounts })

test('an addition is paid at once, a reduction is planned for next month, then canceled', {
  tag: '@narrow',
}, async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await open(page, '/account/plan/')
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await page.getByRole('button', { name: 'Pay $139.00 and change' }).click()
  await expect(page.getByText('Your plan has changed.')).toBeVisible()
  await expect(page).toHaveURL('/account/plan/')
  await expect(page.getByRole('status', { name: 'Triple line dialer' })).toHaveText('2')

  await page.getByRole('button', { name: 'One less: Triple line dialer' }).click()
  await page.getByRole('button', { name: 'Change my plan' }).click()
  await expect(page.getByText(/^Your plan changes on \w+ \d+, \d{4}\.$/)).toBeVisible()
  await expect(tile(page, 'Your plan now')).toContainText('Triple line dialer × 2')
  await expect(tile(page, /^From /)).not.toContainText('× 2')
  await page.getByRole('button', { name: 'Keep my plan as it is' }).click()
  await expect(page.getByText('The planned change is canceled.')).toBeVisible()
  await expect(tile(page, /^From /)).toHaveCount(0)
  await open(page, '/account/billing/')
  const bills = tile(page, 'Bills and receipts').locator('tbody tr')
  await expect(bills).toHaveCount(2)
  await expect(bills.first()).toContainText('Added mid-month')
})
