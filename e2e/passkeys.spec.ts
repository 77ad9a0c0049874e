import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo } from './kit/mailbox.ts'
import { addAuthenticator, addPasskey, passkeyButton, signOut } from './kit/passkeys.ts'
import { submit } from './kit/sign-in.ts'
import { stepUp } from './kit/step-up.ts'
import { expect, fillIn, hydrated, open, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

test('a person adds a passkey, signs in with it, and removes it after confirming with it', {
  tag: '@demo',
}, async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const authenticator = await addAuthenticator(page)
  await addPasskey(page)
  await mailTo(page.request, { email, subject: /^A passkey was added$/ })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for your account.')

  await signOut(page)
  await open(page, '/login/')
  await passkeyButton(page).press('Enter')
  await expect(page).toHaveURL('/account/')

  await signOut(page)
  await signedInAs(page, email)
  await open(page, '/account/security/passkeys/')
  await expect(page.getByRole('row').last()).not.toContainText('Never')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(stepUp(page).getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have none yet.')).toBeVisible()
  // The browser was notified, and no longer offers it.
  await expect.poll(authenticator.credentialIds).toEqual([])
})

test('a browser drops a removed passkey when it learns of it at sign-in', async ({ page }) => {
  // A browser that is not notified of what still works.
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
  await expect(page.getByRole('alert').filter({ hasText: 'no longer works here' })).toBeVisible()
  await expect.poll(authenticator.credentialIds).toEqual([])
})

test('after a password sign-in the browser creates a passkey automatically and signs in with it', async ({
  page,
  context,
}) => {
  await context.credentials.install()
  const email = await newCustomer(page)
  await signOut(page)
  await open(page, '/login/')
  await fillIn(page, email)
  await submit(page).click()
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('status').filter({ hasText: 'was added' })).toBeVisible()
  await signOut(page)
  await open(page, '/login/')
  await passkeyButton(page).click()
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await expect(page.getByRole('dialog', { name: 'Sign in faster with a passkey' })).toBeHidden()
})

test('someone with passkeys and no app authorizes a partner by passkey, not by password alone', {
  tag: '@demo',
}, async ({ page }) => {
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
  await hydrated(page)
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page).toHaveURL('/demo/partner/')
  await expect(page.getByRole('region', { name: /^Connected with/ })).toBeVisible()
})
