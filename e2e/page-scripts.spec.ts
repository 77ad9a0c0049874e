import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { expect, holdScripts, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/Failed to load resource|chrome-extension:/] })

const notice = (page: Page) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' })
const gone = (page: Page, scripts: string | RegExp) =>
  page.route(scripts, (route) => route.fulfill({ status: 404 }))
const assign = (page: Page) => page.getByRole('button', { name: /^Assign/ }).first()

test('a dialog whose button was pressed early opens once the script loads', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  const scripts = await holdScripts(page)
  await page.goto('/account/people/', { waitUntil: 'commit' })
  await assign(page).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  scripts.release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

// A new release has replaced the scripts of an open page.
test('pages say when their script could not be loaded', async ({ page }) => {
  await gone(page, '**/assets/**')
  for (const url of [
    '/sign-up/step-1?single=1&lead=1',
    '/sign-up/step-1',
    '/password-reset/confirm/made-up/',
  ]) {
    await page.goto(url, { waitUntil: 'load' })
    await expect(notice(page)).toBeInViewport()
    await expectAccessible(page)
    expect(await overflowOf(page), url).toBe(0)
  }
})

test('says when the script of a page or of a dialog is missing', async ({ page }) => {
  await signedInAs(page, 'agent@example.com')
  await gone(page, /PlanPage|AssignDialog/)
  await page.goto('/account/plan/', { waitUntil: 'load' })
  await expect(notice(page)).toBeInViewport()
  await open(page, '/account/people/')
  await assign(page).click()
  await expect(notice(page)).toBeInViewport()
  await expect(notice(page)).toHaveCount(1)
})

test("a failed chunk is reported in the open dialog, an extension's never; typing is undisturbed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/people/')
  const fail = (script: string) =>
    page.evaluate(
      (url) => void Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`)),
      script,
    )
  await fail('chrome-extension://abc/x.js')
  const email = page.getByLabel('Email')
  await email.focus()
  await email.evaluate((field) => field.scrollIntoView())
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await expect(notice(page)).toHaveCount(0)
  await fail('/x.js')
  await expect(notice(page)).toHaveCount(1)
  await expect(notice(page)).not.toBeInViewport()
  await assign(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fail('/x.js')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('could not be loaded.')
  await expect(notice(page)).toHaveCount(1)
})
