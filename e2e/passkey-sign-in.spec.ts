import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { chooser, row, TEAM } from './kit/choose-account.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { stopClock } from './kit/double-press.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import {
  addAuthenticator,
  addPasskey,
  passkeyButton,
  signOut,
  turnOnSecondFactor,
  withoutAuthenticator,
} from './kit/passkeys.ts'
import { submit } from './kit/sign-in.ts'
import { expect, fillIn, hydrated, open, overflowOf, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

async function expectFits(page: Page) {
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

/** The focus is on the message, and the form is there as before. */
async function expectRefused(page: Page, text: string | RegExp) {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectFits(page)
}

test('a passkey that was removed is refused, and the browser is told to forget it', async ({ page }) => {
  // A browser that is not told what still works.
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { signalAllAcceptedCredentials: undefined })
  })
  await signedInAs(page, await newCustomer(page))
  const authenticator = await addAuthenticator(page)
  await addPasskey(page)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have none yet.')).toBeVisible()
  expect(await authenticator.credentialIds()).toHaveLength(1)
  await signOut(page)
  await open(page, '/login/')
  await passkeyButton(page).click()
  await expectRefused(page, 'This passkey no longer works here.')
  await expect.poll(authenticator.credentialIds).toEqual([])
})

/** Somebody who has an account and belongs to another one. Returns both account numbers. */
async function inTwoAccounts(page: Page) {
  const email = await newCustomer(page)
  await signedInAs(page, await newCustomer(page, { hosted_lead_management_count: 2, total: 159 }))
  await page.request.post('/rest/account/people/invite/', { data: { email } })
  const mail = await mailTo(page.request, { email, subject: /invited|invitation/i })
  const [link = ''] = pathsIn(mail.plain, '/account/invitation/')
  const joined = await page.request.post(`/rest${link}`, {
    multipart: { full_name: 'Dana Whitfield', password: PASSWORD, password_confirm: PASSWORD },
  })
  expect(joined.status()).toBe(200)
  const found = await page.request.post('/rest/auth/check_agent_email/', { multipart: { email } })
  const { login_data_list: rows } = (await found.json()) as { login_data_list: { pin: string }[] }
  return { email, pins: rows.map(({ pin }) => pin) }
}

test('of several accounts with one email, the chosen one is opened', async ({ page }) => {
  const { email, pins } = await inTwoAccounts(page)
  const authenticator = await addAuthenticator(page)
  for (const pin of pins) {
    await page.request.post('/rest/auth/login/', { multipart: { email, password: PASSWORD, pin } })
    await addPasskey(page)
  }
  expect(await authenticator.credentialIds()).toHaveLength(2)
  for (const pin of pins) {
    await signOut(page)
    await open(page, '/login/')
    await page.getByLabel('Email').fill(email)
    await passkeyButton(page).click()
    await expect(chooser(page)).toBeVisible()
    await expectFits(page)
    await row(page, pin).getByRole('button').click()
    await expect(page).toHaveURL('/account/')
    await expect(page.locator('.who')).toContainText(pin)
  }
})

test('a passkey of another account than the chosen one is refused', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await addAuthenticator(page)
  await addPasskey(page)
  await page.context().clearCookies()
  await open(page, '/login/')
  await page.getByLabel('Email').fill(TEAM)
  await passkeyButton(page).click()
  await row(page, '204611').getByRole('button').click()
  await expectRefused(page, 'This passkey is for another account.')
})

test('closing the dialog of the browser leaves the form as it was', async ({ page }) => {
  // Nothing can press Cancel in a dialog that a headless browser does not show.
  await page.addInitScript(() => {
    navigator.credentials.get = () =>
      new Promise((_, reject) => {
        setTimeout(() => reject(new DOMException('closed', 'NotAllowedError')), 1600)
      })
  })
  await open(page, '/login/')
  await stopClock(page)
  await page.getByLabel('Password', { exact: true }).fill('typed before')
  await passkeyButton(page).click()
  await expect(passkeyButton(page)).toHaveAttribute('aria-busy', 'true')
  await expect(async () => {
    await page.clock.runFor(1600)
    await expect(passkeyButton(page)).not.toHaveAttribute('aria-busy', 'true', { timeout: 500 })
  }).toPass()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('typed before')
  await expect(passkeyButton(page)).toBeFocused()
})

test('a device without passkeys, a browser without them and a lost network are said clearly', async ({
  page,
}) => {
  await withoutAuthenticator(page)
  await open(page, '/login/')
  await passkeyButton(page).click()
  await expectRefused(page, 'No passkey was used.')

  await page.route('**/rest/auth/passkey/start/', (route) => route.abort())
  await passkeyButton(page).click()
  await expectRefused(page, 'Network Error')

  await page.unroute('**/rest/auth/passkey/start/')
  await page.addInitScript(() => {
    Object.assign(window, { PublicKeyCredential: undefined })
  })
  await open(page, '/login/')
  await passkeyButton(page).click()
  await expectRefused(page, 'This browser does not support passkeys.')
})

test('at an IP address, and without a script, there is no button', async ({ page, browser, server }) => {
  await open(page, `http://127.0.0.1:${server.port}/login/`)
  await expect(submit(page)).toBeVisible()
  await expect(passkeyButton(page)).toHaveCount(0)
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto('/login/')
  await expect(submit(plain)).toBeVisible()
  await expect(passkeyButton(plain)).toBeHidden()
  await context.close()
})

test('the second step takes a passkey instead of a code, but only one of that person', async ({ page }) => {
  const stranger = await newCustomer(page)
  await signedInAs(page, stranger)
  const authenticator = await addAuthenticator(page)
  await addPasskey(page)
  const [strange = ''] = await authenticator.credentialIds()
  await page.context().clearCookies()
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await addPasskey(page)
  await turnOnSecondFactor(page)

  await page.context().clearCookies()
  await open(page, '/login/')
  await fillIn(page, email)
  await submit(page).click()
  await expect(page).toHaveURL('/login/second-step/')
  await expectFits(page)
  // A page that was tampered with asks for the passkey of somebody else.
  await page.route('**/second-step/passkey/start/', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.options.allowCredentials = [{ id: base64url(strange), type: 'public-key' }]
    await route.fulfill({ json: answer })
  })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey is for another account.')
  await expectFits(page)
  await page.unroute('**/second-step/passkey/start/')
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page).toHaveURL('/account/')
})

test('whoever has passkeys and no app lets a partner in with a passkey, not with the password alone', async ({
  page,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await addAuthenticator(page)
  await addPasskey(page)
  await signOut(page)
  await open(page, '/demo/partner/')
  await page.getByRole('button', { name: 'Connect to the product' }).click()
  await page.waitForURL(/\/oauth\//)
  await hydrated(page)
  await fillIn(page, email)
  await submit(page).click()
  await expect(page).toHaveURL('/login/second-step/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use your passkey')
  await expect(page.getByLabel('Six-digit code')).toHaveCount(0)
  await expectFits(page)
  await page.getByRole('link', { name: 'I lost my passkeys' }).click()
  await expect(page.getByRole('button', { name: 'Remove them in 24 hours' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('link', { name: 'Use a passkey' }).click()
  await hydrated(page)
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page).toHaveURL('/demo/partner/')
})

function base64url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
