import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, open, overflowOf, signedInAs, signInAs, test } from './kit/visitor.ts'

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true })
const tile = (page: Page, name: string) => page.getByRole('region', { name })

test('the home of an account tells who is in, where, in what state and for how much', async ({ page }) => {
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Dana')
  await expect(page.getByRole('banner')).toContainText('North Shore Realty · 204518')
  await expect(page.getByRole('main')).toContainText('Everything is paid and running.Active')
  const next = tile(page, 'Next charge')
  await expect(next).toContainText(/\$397\.00 on \w+ \d+, 20\d\d/)
  await expect(next).toContainText(
    /Visa ending in 1111\. To avoid this charge, cancel by .*, 11:59 PM Central\./,
  )
  await expect(next.getByRole('link')).toHaveText(['Change plan', 'Update card', 'Cancel subscription'])
  await expect(tile(page, 'Receipts').getByRole('row').nth(1)).toContainText(
    '$49.00 more than the month before: Skip tracer was added (+$49.00).',
  )
  await expect(tile(page, 'Your plan').getByRole('listitem')).toHaveText([
    'Triple line dialer × 2$278',
    'Call recording × 2$50',
    'Skip tracer$49',
    'Agent access × 2$20',
  ])
  await expect(tile(page, 'Account details')).toContainText('Dana Whitfield')
  await expect(tile(page, 'Account details')).toContainText('agent@example.com')
  await expect(page.getByRole('complementary')).toContainText('System status: Normal')
  await expectAccessible(page)
})

test('its menu leads to billing, on the smallest screen too', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Your account' })
  await expect(menu.getByRole('link')).toHaveText([
    'Overview',
    'Plan',
    'Billing',
    'Details',
    'People',
    'Connected apps',
    'Outgoing mail',
    'Security',
    'Activity',
  ])
  await menu.getByRole('link', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/account/billing/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing and receipts')
  expect(await overflowOf(page)).toBe(0)
})

test('nobody sees an account without signing in', async ({ page }) => {
  for (const address of [
    '/account/',
    '/account/plan/',
    '/account/billing/',
    '/account/details/',
    '/account/cancel/',
    '/account/reactivate/',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL(`/login/?next=${encodeURIComponent(address)}`)
  }
})

test('signing out ends it, and Back does not bring it back', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await signOut(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login/')
  await page.goBack()
  await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
  await expect(page.getByText('North Shore Realty')).toHaveCount(0)
})

test('signing out everywhere ends the session of another browser, too', async ({ page, browser, server }) => {
  const other = await browser.newPage({ baseURL: server.url })
  for (const one of [page, other]) {
    await signInAs(one, 'agent@example.com')
    await expect(one).toHaveURL('/account/')
  }
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/login/')
  await other.reload()
  await expect(other).toHaveURL('/login/?status=session_ended&next=%2Faccount%2F')
  await other.close()
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signedInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  const other = await context.newPage()
  await open(other, '/account/billing/')
  await signOut(page).click()
  await expect(page).toHaveURL('/login/')
  await signOut(other).click()
  await expect(other).toHaveURL('/login/')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('one comes in, looks around and goes out', async ({ page }) => {
    await page.goto('/login/')
    await page.getByLabel('Email').fill('agent@example.com')
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Dana')
    await page.getByRole('main').getByRole('link', { name: 'All bills and receipts' }).click()
    await expect(page).toHaveURL('/account/billing/')
    for (const url of ['/account/plan/', '/account/people/', '/account/security/second-factor/']) {
      await page.goto(url)
      await expect(page.getByRole('main').getByText(/changes here need JavaScript/)).toBeVisible()
    }
    await signOut(page).click()
    await expect(page).toHaveURL('/login/')
    await page.goto('/account/')
    await expect(page).toHaveURL('/login/?next=%2Faccount%2F')
  })
})
