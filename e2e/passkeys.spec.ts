import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { addAuthenticator, addPasskey, passkeyButton, signOut } from './kit/passkeys.ts'
import { submit } from './kit/sign-in.ts'
import { stepUp } from './kit/step-up.ts'
import { expect, fillIn, open, overflowOf, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

async function expectFits(page: Page) {
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

/**
 * Signed in with a password. The browser has begun to create a passkey by itself, once per tab: Chromium's virtual
 * authenticator leaves that unanswered, so the next page asks the person.
 */
async function signedInUnanswered(page: Page, email: string) {
  await signedInAs(page, email)
  await page.waitForFunction(() => sessionStorage.getItem('passkey-tried') !== null)
}

async function sayLost(page: Page) {
  await page.getByText('Remove them all in 24 hours').click()
  await expectFits(page)
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'We sent you an email.' })).toBeVisible()
}

const offer = (page: Page) => page.getByRole('dialog', { name: 'Sign in faster with a passkey' })

test('a person adds a passkey by keyboard, renames it, signs in with it and removes it', async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const authenticator = await addAuthenticator(page)
  await open(page, '/account/security/')
  await expectFits(page)
  await page.getByRole('link', { name: 'Add a passkey' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Passkeys')
  await expect(page.getByText('You have none yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeEnabled()
  await expectFits(page)
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'was added' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your passkeys' })).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: 'Only on one device' })).toContainText('Never')
  await expectFits(page)
  await mailTo(page.request, { email, subject: /^A passkey was added$/ })

  const rename = page.getByRole('button', { name: /^Rename/ })
  await rename.press('Enter')
  await expectFits(page)
  await page.getByLabel('Name', { exact: true }).fill('Not this')
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await rename.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('Not this')
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Work laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'now called “Work laptop”' })).toBeVisible()

  await signOut(page)
  await open(page, '/login/')
  await expectFits(page)
  await passkeyButton(page).press('Enter')
  await expect(page).toHaveURL('/account/')

  await open(page, '/account/security/passkeys/')
  await expect(page.getByRole('row').filter({ hasText: 'Work laptop' })).not.toContainText('Never')
  await page.getByRole('button', { name: 'Remove Work laptop' }).press('Enter')
  await expectFits(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'was removed' })).toBeVisible()
  await expect(page.getByText('You have none yet.')).toBeVisible()
  await mailTo(page.request, { email, subject: /^A passkey was removed$/ })
  // The browser was told, and offers it no longer.
  await expect.poll(authenticator.credentialIds).toEqual([])
  await open(page, '/account/activity/')
  await expect(page.getByText('Removed a passkey')).toBeVisible()
})

test('a device that has a passkey of the account is not given a second one', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await addAuthenticator(page)
  await addPasskey(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for your account.')
})

test('whoever has begun to use a page is not interrupted by the offer of a passkey: the next page asks', {
  tag: '@wide',
}, async ({ page }) => {
  await addAuthenticator(page)
  await signedInUnanswered(page, await newCustomer(page))
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  await page.route('**/assets/PasskeyOffer*.js', async (route) => {
    await hasBegun
    await route.continue()
  })
  await open(page, '/account/details/')
  await page.getByLabel('First name').focus()
  const fetched = page.waitForResponse('**/assets/PasskeyOffer*.js')
  begin()
  await (await fetched).finished()
  await page.keyboard.type('Joan ')
  await expect(page.getByLabel('First name')).toBeFocused()
  await open(page, '/account/billing/')
  await expect(offer(page)).toBeVisible()
  await expectFits(page)
})

test('after a password sign-in the browser creates a passkey by itself, and signs in with it', async ({
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
  await expectFits(page)
  await mailTo(page.request, { email, subject: /^A passkey was added$/ })
  await signOut(page)
  await open(page, '/login/')
  await passkeyButton(page).click()
  await expect(page).toHaveURL('/account/')
  await expect(offer(page)).toBeHidden()
})

test('a browser that does not create one by itself asks the person once', async ({ page }) => {
  const email = await newCustomer(page)
  await addAuthenticator(page)
  await signedInUnanswered(page, email)
  await open(page, '/account/details/')
  await expect(offer(page)).toBeVisible()
  await expectFits(page)
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toBeHidden()
  await open(page, '/account/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})

test('who is asked can create a passkey at once, or say never', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await signedInUnanswered(page, await newCustomer(page))
  await open(page, '/account/details/')
  await offer(page).getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'was added' })).toBeVisible()
  expect(await authenticator.credentialIds()).toHaveLength(1)

  await page.evaluate(() => sessionStorage.clear())
  await page.context().clearCookies()
  await authenticator.forget()
  const email = await newCustomer(page)
  await signedInUnanswered(page, email)
  await open(page, '/account/details/')
  await offer(page).getByRole('button', { name: 'Never ask' }).click()
  await expect(offer(page)).toBeHidden()
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/passkeys/')) starts.push(request.url())
  })
  await page.evaluate(() => sessionStorage.clear())
  await signedInAs(page, email)
  await open(page, '/account/people/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(starts).toEqual([])
})

test('whoever has a passkey confirms a change with it, also after a password sign-in', async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await addAuthenticator(page)
  await addPasskey(page)
  await signOut(page)
  await signedInAs(page, email)
  await open(page, '/account/security/passkeys/')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(stepUp(page).getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await expectFits(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'was removed' })).toBeVisible()
})

test('whoever lost their passkeys has them removed in 24 hours, and can cancel that', async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await addAuthenticator(page)
  await addPasskey(page)
  await open(page, '/account/security/passkeys/')
  await sayLost(page)
  await expect(page.getByRole('heading', { name: 'If you lost your passkeys' })).toBeFocused()
  await expectFits(page)
  const mail = await mailTo(page.request, { email, subject: /removed in 24 hours/ })
  const [link = ''] = pathsIn(mail.plain, '/login/second-step/keep/')
  await open(page, link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your passkeys')
  await expectFits(page)
  await page.getByRole('button', { name: 'Cancel the request' }).click()
  await expect(page.getByText('You keep your passkeys.')).toBeVisible()
})

test('a removal that was asked for ends with the use of a passkey, and the page says so', async ({
  page,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await addAuthenticator(page)
  await addPasskey(page)
  await signOut(page)
  await signedInAs(page, email)
  await open(page, '/account/security/passkeys/')
  const lost = page.getByRole('region', { name: 'If you lost your passkeys' })
  await sayLost(page)
  await expect(lost.getByRole('status')).toContainText('Your passkeys are removed on')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await stepUp(page).getByRole('button', { name: 'Use a passkey' }).click()
  // This device has one, so none is added; but it was used.
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for your account.')
  await expect(lost.getByRole('status')).toHaveText(
    'You used or added a passkey, so your passkeys are not removed.',
  )
  await expectFits(page)
  // What was typed before is gone.
  await lost.getByText('Remove them all in 24 hours').click()
  await expect(lost.getByLabel('Your password')).toHaveValue('')
  await page.reload()
  await expect(lost.getByText('Remove them all in 24 hours')).toBeVisible()
  await expect(lost.getByRole('status')).toBeEmpty()
})

test('adding a passkey ends a removal, too', async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const authenticator = await addAuthenticator(page)
  await addPasskey(page)
  await authenticator.forget()
  await open(page, '/account/security/passkeys/')
  await sayLost(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const lost = page.getByRole('region', { name: 'If you lost your passkeys' })
  await expect(lost.getByRole('status')).toContainText('your passkeys are not removed')
  await expect(page.getByRole('heading', { name: 'Your passkeys', exact: true })).toBeFocused()
})
