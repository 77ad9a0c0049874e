import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

// A new release has replaced the scripts of a page that was opened before.
test.use({ expectedConsoleErrors: [/Failed to load resource|chrome-extension:/] })

const notice = (page: Page) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' })
const gone = (page: Page, scripts: string | RegExp) =>
  page.route(scripts, (route) => route.fulfill({ status: 404 }))

for (const url of ['/sign-up/step-1?single=1&lead=1', '/sign-up/step-1', '/password-reset/confirm/made-up/'])
  test(`the page at ${url} says that its script could not be loaded`, async ({ page }) => {
    await gone(page, '**/assets/**')
    await page.goto(url, { waitUntil: 'load' })
    await expect(notice(page)).toBeInViewport()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBe(0)
  })

test("only the page's own script is gone, and it says so", { tag: '@wide' }, async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await gone(page, /PlanPage/)
  await page.goto('/account/plan/', { waitUntil: 'load' })
  await expect(notice(page)).toBeInViewport()
})

test('a dialog whose script is gone is not silent', { tag: '@wide' }, async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await gone(page, /AssignDialog/)
  await open(page, '/account/people/')
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click()
  await expect(notice(page)).toBeInViewport()
  await expect(notice(page)).toHaveCount(1)
})

test('a part that fails in an open dialog is told there, each time', { tag: '@wide' }, async ({ page }) => {
  await open(page, '/dev/gallery/')
  const fail = () =>
    page.evaluate(
      () => void Promise.reject(new TypeError('Failed to fetch dynamically imported module: /x.js')),
    )
  await fail()
  await expect(notice(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Info dialog' }).click()
  await fail()
  const dialog = page.getByRole('dialog', { name: 'Info' })
  await expect(dialog.getByRole('alert')).toContainText('Part of this page could not be loaded.')
  await expect(notice(page)).toHaveCount(1)
})

test('the script of an extension is not ours to tell of, and whoever is typing is not scrolled away', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, '/dev/gallery/')
  const fail = (script: string) =>
    page.evaluate(
      (url) => void Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`)),
      script,
    )
  await fail('chrome-extension://abc/x.js')
  const last = page.getByRole('textbox').last()
  await last.focus()
  await last.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await expect(notice(page)).toHaveCount(0)
  await fail('/x.js')
  await expect(notice(page)).toHaveCount(1)
  await expect(notice(page)).not.toBeInViewport()
})
