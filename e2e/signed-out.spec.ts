import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { passkeyButton } from './kit/passkeys.ts'
import { makeStale, stepUp } from './kit/step-up.ts'
import { expect, fillIn, hydrated, open, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of 40[13]/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' })
const signInAgain = (page: Page) => dialog(page).getByRole('link', { name: 'Sign in again' })
/** Focused when the dialog opens, so that it is read, and a second Enter presses nothing. */
const heading = (page: Page) => dialog(page).getByRole('heading', { name: 'You have been signed out' })
const tryAgain = (page: Page) => dialog(page).getByRole('button', { name: 'Try again' })
const company = (page: Page) => page.getByRole('region', { name: 'Company', exact: true })
const save = (page: Page) => company(page).getByRole('button', { name: 'Save company' })

async function signOutInAnotherTab(page: Page) {
  const other = await page.context().newPage()
  await open(other, '/account/')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(other).toHaveURL('/login/')
  await other.close()
}

/** Follows the link of the dialog, into a new tab. */
async function openSignIn(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await signInAgain(page).press('Enter')
  const tab = await opened
  await expect(tab).toHaveURL(/\/login\/\?.*next=%2Faccount%2F/)
  await hydrated(tab)
  return tab
}

test('who was signed out in another tab signs in again in a third, and what was typed is sent', async ({
  page,
}) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await open(page, '/account/details/')
  await company(page).getByLabel('Company').fill('Typed Before')
  await signOutInAnotherTab(page)

  await save(page).press('Enter')
  await expect(heading(page)).toBeFocused()
  await expect(dialog(page)).toHaveAccessibleDescription(/^Sign in again in a new tab.*what you typed stays/)
  await expectAccessible(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const fits = (element: Element) => element.scrollWidth <= element.clientWidth
  expect(await dialog(page).evaluate(fits)).toBe(true)
  if (size) await page.setViewportSize(size)

  const tab = await openSignIn(page)
  await fillIn(tab, email)
  await tab.getByRole('button', { name: 'Submit' }).click()
  await expect(tab).toHaveURL('/account/details/')
  await expect(company(tab).getByLabel('Company')).not.toHaveValue('Typed Before')

  await expect(tryAgain(page)).toBeFocused()
  await tryAgain(page).press('Enter')
  await expect(page.getByRole('banner')).toContainText('Typed Before ·')
  await expect(dialog(page)).toHaveCount(0)
  await expect(save(page)).toBeFocused()
})

test('who has a passkey signs in again with it, and what was typed is sent', async ({ page, context }) => {
  await context.credentials.install()
  await signedInAs(page, await newCustomer(page))
  // The browser has created one by itself.
  await expect(page.getByRole('status').filter({ hasText: 'was added' })).toBeVisible()
  await open(page, '/account/details/')
  await company(page).getByLabel('Company').fill('Typed Before')
  await signOutInAnotherTab(page)
  await save(page).press('Enter')
  await expect(heading(page)).toBeFocused()
  const tab = await openSignIn(page)
  await passkeyButton(tab).press('Enter')
  await expect(tab).toHaveURL('/account/details/')
  await tryAgain(page).press('Enter')
  await expect(page.getByRole('banner')).toContainText('Typed Before ·')
  await expect(save(page)).toBeFocused()
})

test('who does not sign in again is told so at the form, which keeps what was typed and the focus', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await open(page, '/account/details/')
  await company(page).getByLabel('Company').fill('Typed Before')
  await page.context().clearCookies()
  await save(page).press('Enter')
  await expect(heading(page)).toBeFocused()
  await tryAgain(page).click()
  await expect(dialog(page)).toHaveAccessibleDescription(/^You are still signed out\./)
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(company(page).getByRole('alert')).toHaveText('You have been signed out. Please sign in again.')
  await expect(company(page).getByLabel('Company')).toHaveValue('Typed Before')
  await expect(save(page)).toBeFocused()
})

test('whoever signs in as somebody else changes nothing of theirs by trying again', { tag: '@wide' }, async ({
  page,
}) => {
  const [one, other] = [await newCustomer(page), await newCustomer(page)]
  await signedInAs(page, one)
  await open(page, '/account/details/')
  await company(page).getByLabel('Company').fill('First Company')
  await page.context().clearCookies()
  await save(page).press('Enter')
  await expect(heading(page)).toBeFocused()
  const tab = await openSignIn(page)
  await fillIn(tab, other)
  await tab.getByRole('button', { name: 'Submit' }).click()
  await expect(tab).toHaveURL('/account/details/')
  await tryAgain(page).click()
  await expect(company(page).getByRole('alert')).toContainText('signed in as someone else')
  await tab.reload()
  await expect(company(tab).getByLabel('Company')).not.toHaveValue('First Company')
})

test('a session that ends while the password is asked for is said in the same dialog', {
  tag: '@wide',
}, async ({ page }) => {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  await makeStale(page)
  await open(page, '/account/security/')
  await page.getByLabel('New email').fill('dana@northshore.example')
  await page.keyboard.press('Enter')
  await expect(stepUp(page).getByLabel('Your password')).toBeFocused()
  await page.context().clearCookies()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await expectAccessible(page)
  await signedInAs(await page.context().newPage(), email)
  await tryAgain(page).click()
  await expect(page.getByText('We sent a link to dana@northshore.example.')).toBeVisible()
})
