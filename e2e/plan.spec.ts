import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, overflowOf, signedInAs, signInAs, test } from './kit/visitor.ts'

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
  await expect(page).toHaveURL('/account/plan/')
  await expect(tile(page, 'Your plan now')).toContainText('Triple line dialer × 3')
  await expect(tile(page, 'Your plan now')).toContainText('Skip tracer')
  await expect(tile(page, /^From /)).not.toContainText('Skip tracer')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my plan as it is' }).click()
  await expect(page.getByText('The planned change is canceled.')).toBeVisible()
  await expect(tile(page, /^From /)).toHaveCount(0)
  await open(page, '/account/billing/')
  await expect(tile(page, 'Bills and receipts').getByRole('row').nth(1)).toContainText('Added mid-month')
})

test('a quantity that is stepped to its end by keyboard keeps the focus on its button', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await open(page, '/account/plan/')
  const less = page.getByRole('button', { name: 'One less: Single line dialer' })
  await expect(less).toBeDisabled()
  await page.getByRole('button', { name: 'One more: Single line dialer' }).press('Enter')
  await less.press('Enter')
  await expect(less).toBeDisabled()
  await expect(less).toBeFocused()
  await less.press('Enter')
  await expect(page.getByRole('status', { name: 'Single line dialer' })).toHaveText('0')
})

test('a single line dialer becomes a triple one for the difference, and the bill shows both lines', async ({
  page,
}) => {
  const plan = { single_line_power_dialer_count: 1, triple_line_power_dialer_count: 0, total: 99 }
  await signedInAs(page, await newCustomer(page, plan))
  await expect(page).toHaveURL('/account/')
  await open(page, '/account/plan/')
  const preview = tile(page, /^Your plan$|^What this means$/)
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await page.getByRole('button', { name: 'One less: Single line dialer' }).click()
  await expect(preview).toContainText(/Triple line dialer, (\d+) of \1 days\$139\.00/)
  await expect(preview).toContainText(/Single line dialer credit, (\d+) of \1 days−\$89\.00/)
  await expect(preview).toContainText('Charged now$50.00')
  await expect(preview).toContainText('Single line dialer ends today.')
  await expect(preview).not.toContainText('Nothing is refunded')
  await expectAccessible(page)
  const { width = 1280, height = 800 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 320, height })
  expect(await overflowOf(page)).toBe(0)
  await page.setViewportSize({ width, height })
  await preview.getByRole('button', { name: 'Pay $50.00 and change' }).click()

  await expect(page.getByText('Your plan has changed.')).toBeVisible()
  await open(page, '/account/billing/')
  await tile(page, 'Bills and receipts').getByRole('row').nth(1).getByRole('link').first().click()
  const bill = page.getByRole('article')
  await expect(bill).toContainText(/Triple line dialer, (\d+) of \1 days1\$139\.00\$139\.00/)
  await expect(bill).toContainText(/Single line dialer credit, (\d+) of \1 days1−\$89\.00−\$89\.00/)
  await expect(bill).toContainText('Total in US dollars$50.00')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height })
  expect(await overflowOf(page)).toBe(0)
})

test('a triple line dialer becomes a single one with the next month, for nothing now', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await expect(page).toHaveURL('/account/')
  await open(page, '/account/plan/')
  const preview = tile(page, /^Your plan$|^What this means$/)
  await page.getByRole('button', { name: 'One less: Triple line dialer' }).click()
  await page.getByRole('button', { name: 'One more: Single line dialer' }).click()
  await expect(preview).toContainText('Charged now$0.00')
  await expect(preview).toContainText('you keep what you have paid for')
  await preview.getByRole('button', { name: 'Change my plan' }).click()
  await expect(tile(page, 'Your plan now')).toContainText('Triple line dialer')
  await expect(tile(page, /^From /)).toContainText('Single line dialer')
})

test('who adds to a line under a new price list is told first what the ones that are there will cost', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await expect(page).toHaveURL('/account/')
  await page.route('/account/plan/', async (route) => {
    const answer = await route.fetch()
    const raised = (await answer.text()).replaceAll(
      '"TRIPLE_LINE_POWER_DIALER":13900',
      '"TRIPLE_LINE_POWER_DIALER":14900',
    )
    await route.fulfill({ response: answer, body: raised })
  })
  await open(page, '/account/plan/')
  const preview = tile(page, /^Your plan$|^What this means$/)
  await expect(preview).not.toContainText('new price')
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await expect(preview).toContainText(
    'Triple line dialer, the one you have: new price $149.00 a month, not $139.00+$10.00',
  )
  await expect(preview).toContainText(/Every month from \w+ \d+, \d+\$308\.00/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
})
