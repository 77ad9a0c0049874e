import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('a person reads the log, filters it, and downloads it', async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await open(page, '/account/activity/')
  await expect(page.locator('tbody tr').first()).toContainText(/Signed in/)
  await expect(page.locator('tbody tr').first()).toContainText(/Chrome \d+ on \w+/)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('activity.csv')
  await page.getByLabel('Show').selectOption('Connected apps')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL('/account/activity/?kind=apps')
  await expect(page.getByText('Nothing of this kind has happened yet.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
})
