import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { makeStale, stepUp } from './kit/step-up.ts'
import { expect, open, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

async function openStale(page: Page) {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/security/')
  await page.getByLabel('New email').fill(`dana.${crypto.randomUUID().slice(0, 8)}@northshore.example`)
}

test('a change asks for the password, resumes, and later changes do not ask again', async ({
  page,
  context,
}) => {
  await openStale(page)
  await page.keyboard.press('Enter')
  const password = stepUp(page).getByLabel('Your password')
  await expect(password).toBeFocused()
  await page.keyboard.type('not mine')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('Your password is incorrect.')
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('We sent a link to dana.')).toBeVisible()
  await expect(stepUp(page)).toHaveCount(0)

  const second = await context.newPage()
  await open(second, '/account/security/second-factor/')
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByRole('heading', { name: 'Scan this with your app' })).toBeFocused()
})

test("without the dialog's script, the form says what to do", async ({ page }) => {
  await openStale(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm that it is you, then try again.')
})
