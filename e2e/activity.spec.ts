import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('a person reads their latest actions, filters the log and downloads it', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await open(page, '/account/activity/')
  await expect(page.locator('tbody tr').first()).toContainText(/Signed in.*Chrome \d+ on \w+/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('activity.csv')
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'Connected apps' }).click()
  await expect(page).toHaveURL('/account/activity/?kind=apps')
  await expect(page.getByText('Nothing of this kind has happened yet.')).toBeVisible()
})
