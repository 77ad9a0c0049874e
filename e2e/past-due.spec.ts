import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts } from './kit/customer.ts'
import { expect, hydrated, open, overflowOf, PASSWORD, signedInAs, test } from './kit/visitor.ts'

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

// A separate server: another test pays for this sample account.
test.use({ serverEnv: { ...liveAccounts, COPYRIGHT_HOLDER: 'a provider whose customer is past due' } })

test('past due, the pages say what is paused and when it ends, and canceling promises nothing that is not so', async ({
  page,
}) => {
  await signedInAs(page, 'pastdue@example.com')
  await expect(page).toHaveURL('/account/billing/')
  const due = tile(page, 'Open')
  await expect(due).toContainText(/Your service has been paused since \w+ \d+, \d+, \d+:\d+ [AP]M \w+/)
  await expect(due).toContainText(/the account ends on \w+ \d+, \d+, \d+:\d+ [AP]M \w+/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await hydrated(page)
  await expect(page.getByRole('main')).toContainText('the account ends right away')
  await expect(page.getByRole('main')).not.toContainText('until the last day')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)
})

test('past due, the page of passkeys shows only what someone who lost them may do, and leads back', async ({
  page,
}) => {
  await signedInAs(page, 'pastdue@example.com')
  await open(page, '/account/security/passkeys/#lost')
  const lost = tile(page, 'If you lost your passkeys')
  await expect(lost).toContainText('You have no passkeys.')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: 'Back to Billing' }).click()
  await expect(page).toHaveURL('/account/billing/')
})

test.describe('of two tabs', () => {
  test.use({ expectedConsoleErrors: [/status of 400/] })

  test('the one that pays after the other has canceled is told that the account has ended', async ({
    page,
  }) => {
    const multipart = { email: 'team@example.com', password: PASSWORD, pin: '198220' }
    await page.request.post('/rest/auth/login/', { multipart })
    await open(page, '/account/billing/')
    const other = await page.context().newPage()
    await open(other, '/account/cancel/')
    await other.getByLabel('Why do you want to cancel?').selectOption({ label: 'It costs too much' })
    await other.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your subscription is canceled')
    await tile(page, 'Open').getByRole('button').click()
    await expect(page.getByRole('main')).toContainText(
      'This account has ended, and there are no further charges.',
    )
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Reactivate it' })).toBeVisible()
    await expect(tile(page, 'Open')).toHaveCount(0)
    await expectAccessible(page)
  })
})
