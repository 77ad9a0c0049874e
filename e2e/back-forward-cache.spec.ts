import type { Page } from '@playwright/test'
import { cachingBrowser, goBackByCache, serverWithVendors, watchTheCache } from './kit/back-forward-cache.ts'
import { expect, fillIn, holdScripts, open, signedInAs, signInAs, test } from './kit/visitor.ts'

test.use({ ...cachingBrowser, serverEnv: serverWithVendors })
test.beforeEach(({ page }) => watchTheCache(page))

test('a restored sign-in form has its email, and its password neither filled nor shown', async ({ page }) => {
  await open(page, '/login/')
  await fillIn(page, 'agent@example.com', 'password1')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/password-reset/')
  await goBackByCache(page)
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This field is required',
  )
})

test('after signing in, signing out and Back twice, the form is empty and nothing can be read', async ({
  page,
}) => {
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/login/')
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/login/')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('a page of the account is not restored once its session has ended elsewhere', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await page.goto('/browser_select/')
  await page.context().clearCookies()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Overview')
})

test('a page of the account from the browser cache is hidden at once and fetched again', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await simulatePageHide(page)
  await expect(page.getByRole('main')).toBeHidden()
  const requested = page.waitForRequest('**/account/')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await requested
  await expect(page.getByRole('main')).toBeVisible()
})

test('a password typed before the script loaded is cleared as well', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/login/', { waitUntil: 'commit' })
  await fillIn(page, 'agent@example.com', 'password1')
  await simulatePageHide(page)
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  scripts.release()
})

/** Browsers cache `no-store` pages only sometimes, so the event is simulated. */
function simulatePageHide(page: Page) {
  return page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
}
