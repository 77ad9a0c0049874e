import type { Page } from '@playwright/test'
import { expect, fillIn, hydrated, open, signedInAs, test } from './kit/visitor.ts'

// The console reports the refusal.
test.use({ expectedConsoleErrors: [/status of 401/] })

async function beginAtPartner(page: Page) {
  await page.getByRole('button', { name: 'Connect to the product' }).click()
  await page.waitForURL(/\/oauth\/authorize\//)
  await hydrated(page)
}

test('a person is refused and sent back, then authorizes the partner, then disconnects it [OAU-05, OAU-08]', {
  tag: '@demo',
}, async ({ page }) => {
  await open(page, '/demo/partner/')
  await beginAtPartner(page)
  await fillIn(page, 'agent@example.com', 'wrong password')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid login/password')
  await page.getByRole('button', { name: 'Back to the partner' }).click()
  await expect(page.getByRole('alert')).toHaveText('Access was not granted (access_denied).')

  await hydrated(page)
  await beginAtPartner(page)
  await fillIn(page, 'agent@example.com')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/demo/partner/')
  await expect(page.getByRole('region', { name: 'Connected with North Shore Realty' })).toContainText(
    '204518',
  )

  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/apps/')
  const app = page.getByRole('region', { name: 'Demo Partner, connected by You' })
  await app.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Demo Partner is disconnected.')).toBeFocused()
  await open(page, '/demo/partner/')
  await page.getByRole('button', { name: 'Ask who it is' }).click()
  await expect(page.getByRole('alert')).toContainText('The access token has expired.')
})
