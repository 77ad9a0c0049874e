import { expect, signedInAs, test } from './kit/visitor.ts'

test.use({ javaScriptEnabled: false })

test('without a script a person signs in, looks around and signs out, also in a second browser', async ({
  page,
  browser,
  server,
}) => {
  await page.goto('/login/')
  await page.getByLabel('Email').fill('agent@example.com')
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Dana')
  await page.getByRole('main').getByRole('link', { name: 'All bills and receipts' }).click()
  await expect(page).toHaveURL('/account/billing/')
  for (const url of [
    '/account/billing/',
    '/account/plan/',
    '/account/people/',
    '/account/security/second-factor/',
  ]) {
    await page.goto(url)
    await expect(page.getByRole('main').getByText(/changes here need JavaScript/i)).toBeVisible()
  }

  const other = await browser.newPage({ baseURL: server.url, javaScriptEnabled: true })
  await signedInAs(other, 'agent@example.com')
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/login/')
  await page.goto('/account/')
  await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
  await other.reload()
  await expect(other).toHaveURL('/login/?status=session_ended&next=%2Faccount%2F')
  await other.close()
})

test('without a script an ended account reads what paying needs', async ({ page }) => {
  await page.goto('/login/')
  await page.getByLabel('Email').fill('canceled@example.com')
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/account/reactivate/')
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled()
  await expect(page.getByRole('main').getByText(/changes here need JavaScript/i)).toBeVisible()
})
