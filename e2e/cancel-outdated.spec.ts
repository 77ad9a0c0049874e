import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer, openMadeBefore } from './kit/customer.ts'
import { expect, overflowOf, test } from './kit/visitor.ts'

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Your account', includeHidden: true })

// A separate server: a story cancels this sample account.
test.use({ serverEnv: { ...liveAccounts, COPYRIGHT_HOLDER: 'a provider whose customer leaves' } })

async function leave(page: Page) {
  await page.getByLabel('Why do you want to cancel?').selectOption('It costs too much')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Your receipt' })).toBeFocused()
  await expectAccessible(page)
}

test('who cancels after the month was paid in another tab sees the last day, and can undo it', async ({
  page,
}) => {
  await openMadeBefore(page, '/account/cancel/', {
    before: { email: 'pastdue@example.com' },
    now: { email: await newCustomer(page) },
  })
  await expect(page.getByRole('main')).toContainText('the account ends right away')
  await leave(page)
  const receipt = tile(page, 'Your receipt')
  await expect(receipt).toContainText(/Last day\w+ \d+, \d+Further chargesNone/)
  await expect(receipt).not.toContainText('It has ended now')
  await expect(page.getByText(/^Active until \w+ \d+$/)).toBeVisible()
  await expect(menu(page).locator('a').filter({ hasText: 'Plan' })).toHaveCount(1)
  await receipt.getByRole('button', { name: 'Keep my subscription after all' }).click()
  await expect(page).toHaveURL('/account/')
})

test('who cancels after the month was declined sees that the account has ended, and how to get it back', async ({
  page,
}) => {
  await openMadeBefore(page, '/account/cancel/', {
    before: { email: await newCustomer(page) },
    now: { email: 'pastdue@example.com' },
  })
  await expect(page.getByRole('main')).toContainText('Your service runs to the end of the month you paid for')
  await leave(page)
  const receipt = tile(page, 'Your receipt')
  await expect(receipt).toContainText('Last dayIt has ended nowFurther chargesNone')
  await expect(receipt.getByRole('button', { name: 'Keep my subscription after all' })).toHaveCount(0)
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await receipt.getByRole('link', { name: 'Reactivate it' }).click()
  await expect(page).toHaveURL('/account/reactivate/')
})

test.describe('a hold', () => {
  test.use({ expectedConsoleErrors: [/status of 409/] })

  test('who pauses after the plan was changed in another tab is told so, and sees the price before it counts', async ({
    page,
  }) => {
    const now = { email: await newCustomer(page) }
    await openMadeBefore(page, '/account/cancel/', {
      before: { email: await newCustomer(page, { hosted_lead_management_count: 3, total: 169 }) },
      now,
    })
    const offer = tile(page, 'Or pause it')
    const pause = offer.getByRole('button', { name: 'Put my plan on hold' })
    await expect(offer).toContainText('$30.00 a month instead of')
    await pause.press('Enter')
    await expect(offer.getByRole('alert')).toHaveText(
      'This changed while you had it open. Reload the page and check it before you try again.',
    )
    await expect(pause).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(offer).toContainText('$10.00 a month instead of')
    await pause.press('Enter')
    await expect(page).toHaveURL('/account/')
  })
})
