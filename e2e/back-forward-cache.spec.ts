import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cachingBrowser, goBackByCache, watchTheCache } from './kit/back-forward-cache.ts'
import { linkFor } from './kit/password-reset.ts'
import {
  expect,
  fillIn,
  holdScripts,
  open,
  partsOf,
  pathsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

test.use(cachingBrowser)
test.beforeEach(({ page }) => watchTheCache(page))

test('a sign-in form that is left and comes back has its email, and its password neither filled nor shown', async ({
  page,
}) => {
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
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This field is required',
  )
})

test('who signs in, signs out and goes Back twice finds an empty form and nothing to read out', async ({
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

test('a page of the account does not come back once its session has ended elsewhere', async ({ page }) => {
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await expect(page.locator('html[data-hydrated]')).toBeVisible()
  await page.goto('/browser_select/')
  await page.context().clearCookies()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Overview')
})

test('a page of the account that a browser has kept is hidden at once and asked for anew', async ({
  page,
}) => {
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await expect(page.locator('html[data-hydrated]')).toBeVisible()
  await leaveByDialog(page)
  await expect(page.getByRole('main')).toBeHidden()
  const asked = page.waitForRequest('**/account/')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await asked
  await expect(page.getByRole('main')).toBeVisible()
})

// Browsers cache `no-store` pages only sometimes, so these tests do not rely on the real cache.

test('the passwords of a reset are gone when its page is left', { tag: '@wide' }, async ({
  page,
  request,
}) => {
  await open(page, await linkFor(request, 'agent@example.com'))
  await page.getByLabel('Password', { exact: true }).fill('another horse 8')
  await page.getByLabel('Confirm password').fill('another horse 8')
  await leaveByDialog(page)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Confirm password')).toHaveValue('')
})

test('the passwords of the security page are gone when it is left', { tag: '@wide' }, async ({ page }) => {
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await open(page, '/account/security/')
  const fields = page.locator('input[type=password]')
  for (const field of await fields.all()) await field.fill('password1')
  await leaveByDialog(page)
  expect(await fields.count()).toBeGreaterThan(1)
  for (const field of await fields.all()) await expect(field).toHaveValue('')
})

test('a password that was typed before the script came is gone, too', { tag: '@wide' }, async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/login/', { waitUntil: 'commit' })
  await fillIn(page, 'agent@example.com', 'password1')
  await leaveByDialog(page)
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  scripts.release()
})

test.describe('a late answer', () => {
  test.use({ expectedConsoleErrors: [/status of 401/] })

  test('an answer that comes after the sign-in form was left signs nobody in', { tag: '@wide' }, async ({
    page,
  }) => {
    const calls = watchCalls(page)
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>()
    await page.route('**/check_agent_email/', async (route) => {
      const answer = await route.fetch()
      await isLeft
      await route.fulfill({ response: answer }).catch(() => {})
    })
    await signInAs(page, 'agent@example.com')
    await expect.poll(() => pathsOf(calls)).toEqual(['/rest/auth/check_agent_email/'])
    await leaveByDialog(page)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    leave()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await fillIn(page, 'agent@example.com', 'not mine at all')
    await page.unroute('**/check_agent_email/')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /password/i })
        .first(),
    ).toBeVisible()
    // One sign-in, with what was typed last.
    const signIns = calls.filter((call) => call.url().endsWith('/rest/auth/login/'))
    expect(signIns.map(partsOf)).toEqual([expect.objectContaining({ password: 'not mine at all' })])
  })
})

function leaveByDialog(page: Page) {
  return page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
}
