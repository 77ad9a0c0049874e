import type { Browser, Page } from '@playwright/test'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type HeldValues, refuseSignUp, releaseSignUp } from '#contract/desk/held-sign-ups.ts'
import { liveAccounts } from './kit/customer.ts'
import { operatorBeside } from './kit/desk.ts'
import {
  customer,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  next,
  PASSWORD,
  payNow,
  SUBMIT,
  watchBodies,
} from './kit/sign-up.ts'
import type { Server } from './kit/start-server.ts'
import { expect, fillIn, holdScripts, open, test } from './kit/visitor.ts'

// A sign-up held by the fraud rules: it is reviewed before it is charged.

test.use({ serverEnv: liveAccounts })

/** The sample card of the sample account that was closed for fraud. */
const HELD = '4000-0000-0000-9235'
const REVIEW = '/sign-up/review/'

async function expectHeld(page: Page) {
  await expect(page).toHaveURL(REVIEW, { timeout: 20_000 })
  await expect(heading(page)).toHaveText('We are checking your sign-up')
  await expect(page.getByRole('main')).toContainText('A person on our team looks at it within a day.')
  await expect(page.getByRole('main')).toContainText('Nothing has been charged.')
  await expect(page.getByRole('main')).not.toContainText('different email')
  await expect(payNow(page)).toHaveCount(0)
}

/** An operator decides about the held sign-up of this email. */
async function decide(
  { browser, server }: { browser: Browser; server: Server },
  call: typeof releaseSignUp | typeof refuseSignUp,
  email: string,
): Promise<void> {
  const operator = await operatorBeside(browser, server, 'money')
  const { rows } = await operator.valuesOf<HeldValues>(deskPages['held-sign-ups'].path)
  const order_id = rows.find((row) => row.email === email)?.order ?? 0
  expect(await operator.send(call, { order_id, reason: 'stolen card' })).toBe(200)
  await operator.close()
}

/** Signs up with a card that is held, and returns the email. */
async function holdSignUp(page: Page) {
  const { Email: email = '' } = await goToBilling(page)
  await fillCard(page, { 'Card number': HELD })
  await payNow(page).click()
  await expectHeld(page)
  return email
}

test('a held sign-up explains what happens next, also after reload, Back and in a second tab', async ({
  page,
  context,
}) => {
  const sent = watchBodies(page, SUBMIT)
  const email = await holdSignUp(page)
  await page.reload()
  await expectHeld(page)
  await page.goBack()
  await expectHeld(page)
  // Sign Up in the header leads there.
  await page.goto('/sign-up/', { waitUntil: 'commit' })
  await expectHeld(page)
  expect(sent).toHaveLength(1)

  const second = await context.newPage()
  await open(second, '/sign-up/step-1?single=1')
  await field(second, 'Email').fill(email)
  await field(second, 'Confirm email').focus()
  await expectHeld(second)
  const kept = await second.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).not.toContain(email)
})

test('released: the set-up is shown, the person can sign in, and the tab can sign up again', async ({
  page,
  browser,
  server,
}) => {
  const email = await holdSignUp(page)
  await decide({ browser, server }, releaseSignUp, email)
  await page.reload()
  await expect(page).toHaveURL('/login/?status=registered')
  await expect(page.getByText('Your account is ready')).toBeVisible({ timeout: 40_000 })
  await fillIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/account/')
  await expectOpenWizard(page)
})

test('refused: the page says so, nothing is charged, and the wizard opens again', async ({
  page,
  browser,
  server,
}) => {
  const email = await holdSignUp(page)
  await decide({ browser, server }, refuseSignUp, email)
  await page.reload()
  await expect(heading(page)).toHaveText('We could not accept your sign-up')
  await expect(page.getByRole('main')).toContainText('Nothing was charged')
  await expect(page.getByRole('main')).not.toContainText('stolen')
  await expectOpenWizard(page)
})

test('a second account can be signed up for in the same tab, even before the script loads', async ({
  page,
}) => {
  await holdSignUp(page)
  const scripts = await holdScripts(page)
  await page.goto(REVIEW, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Sign up for another account' }).click()
  await expect(page).toHaveURL(/pricing/)
  scripts.release()
  await expectOpenWizard(page)
  await fillAll(page, customer())
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing', { timeout: 15_000 })
})

async function expectOpenWizard(page: Page) {
  await open(page, '/sign-up/step-1?single=1')
  await expect(heading(page)).toHaveText('Customer information')
  await expect(page).toHaveURL('/sign-up/step-1?single=1')
}
