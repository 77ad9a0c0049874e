import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts } from './kit/customer.ts'
import { expect, hydrated, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

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
