import type { Page } from '@playwright/test'
import { ACCOUNT } from './kit/legacy.ts'
import { customer, field, fillAll, heading, next, STEP_1 } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

/** The scripts that a page requests from now on. */
function watchScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
  })
  return asked
}

test('step two comes when step one is half filled in, the fingerprint with step two [EXT-01]', async ({
  page,
}) => {
  await open(page, STEP_1)
  await page.waitForLoadState('networkidle')
  const asked = watchScripts(page)
  const [first, ...rest] = Object.entries(customer())
  await fillAll(page, Object.fromEntries([first ?? []]))
  expect(asked).toEqual([])
  await fillAll(page, Object.fromEntries(rest))
  // Typing a password fetches the list of common ones, which is no part of step two.
  const ofStepTwo = () => asked.filter((path) => !path.includes('warn-of-password'))
  await expect.poll(() => ofStepTwo().length).toBe(1)
  await expect.poll(() => asked.length).toBe(2)
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await expect.poll(() => asked.filter((path) => /\/assets\/(fp|fingerprint)/.test(path)).length).toBe(1)
})

test('the later steps of the legacy sign-up come once its email is typed', async ({ page }) => {
  const asked = watchScripts(page)
  await open(page, ACCOUNT)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.includes('LaterSteps'))).toEqual([])
  await field(page, 'Email').fill('dana@northshore.example')
  await expect.poll(() => asked.filter((path) => path.includes('LaterSteps')).length).toBe(1)
})
