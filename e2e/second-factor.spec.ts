import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { appWith, requireFactor, turnOnFactor } from './kit/second-factor.ts'
import { submit } from './kit/sign-in.ts'
import { expect, fillIn, open, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

const DEMAND = '/login/second-step/set-up/'

async function signInAgain(page: Page, email: string) {
  await page.context().clearCookies()
  await page.goto('/login/')
  await fillIn(page, email)
  await submit(page).click()
  await expect(page).toHaveURL('/login/second-step/')
}

test('a person turns it on, keeps it by the mailed link, and signs in with a recovery code', {
  tag: '@demo',
}, async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await open(page, '/account/security/second-factor/')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toHaveJSProperty('complete', true)
  const app = appWith((await page.locator('.app-key').textContent()) ?? '')
  await page.getByLabel('Six-digit code').fill(app.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  const codes = await page.locator('.recovery-codes li').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page.getByText('On. Recovery codes left: 10.')).toBeVisible()

  await signInAgain(page, email)
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.getByRole('link', { name: 'I lost my authenticator app and my recovery codes' }).click()
  await page.getByRole('button', { name: 'Turn it off in 24 hours' }).click()
  const mail = await mailTo(page.request, { email, subject: /turned off in 24 hours/ })
  await open(page, pathsIn(mail.plain, '/login/second-step/keep/')[0] ?? '')
  await page.getByRole('button', { name: 'Cancel the request' }).click()
  await expect(page.getByText('Two-step verification stays on.')).toBeVisible()
  await page.goto('/login/second-step/')
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/account/')
})

test('the second step works without a script', async ({ page, browser, server }) => {
  const email = await newCustomer(page)
  const { codes } = await turnOnFactor(page)
  const plain = await browser.newPage({ baseURL: server.url, javaScriptEnabled: false })
  await signInAgain(plain, email)
  await expect(plain.getByLabel('Six-digit code')).toBeFocused()
  await plain.getByLabel('Six-digit code').fill('000000')
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain.getByText('incorrect or was already used').first()).toBeVisible()
  await plain.getByRole('link', { name: 'Use a recovery code' }).click()
  await plain.getByLabel('Recovery code').fill(codes[0] ?? '')
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain).toHaveURL('/account/')
  await plain.close()
})

test('someone whose owner requires it sets it up first, then continues where they were', {
  tag: '@demo',
}, async ({ page, browser, server }) => {
  await newCustomer(page, { hosted_lead_management_count: 2, total: 159 })
  const email = `noor.${Date.now()}@example.com`
  const invited = await page.request.post('/rest/account/people/invite/', { data: { email } })
  expect(invited.status()).toBe(200)
  const { plain } = await mailTo(page.request, { email, subject: /invited you/ })
  const colleague = await browser.newPage({ baseURL: server.url })
  const joined = await colleague.request.post(pathsIn(plain, '/account/invitation/')[0] ?? '', {
    multipart: { full_name: 'Noor Haddad', password: PASSWORD, password_confirm: PASSWORD },
  })
  expect(joined.status()).toBe(200)
  await signedInAs(colleague, email)
  await turnOnFactor(page)
  await requireFactor(page, '0')

  await colleague.goto('/account/people/')
  await expect(colleague).toHaveURL(`${DEMAND}?next=%2Faccount%2Fpeople%2F`)
  await colleague.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await fillIn(colleague, email)
  await submit(colleague).click()
  await expect(colleague).toHaveURL(DEMAND)
  await colleague.getByRole('button', { name: 'Continue' }).click()
  await expect(colleague.getByRole('img', { name: 'QR code' })).toHaveJSProperty('complete', true)
  const app = appWith((await colleague.locator('.app-key').textContent()) ?? '')
  await colleague.getByLabel('Six-digit code').fill(app.generate())
  await colleague.keyboard.press('Enter')
  await expect(colleague.locator('.recovery-codes li')).toHaveCount(10)
  await colleague.getByRole('button', { name: 'I have saved them' }).click()
  await expect(colleague).toHaveURL('/account/people/')
  await colleague.close()
})
