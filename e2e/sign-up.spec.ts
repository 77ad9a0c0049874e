import type { Page } from '@playwright/test'
import * as messages from '#contract/billing/messages.ts'
import { dayBefore, dayIn, formatDay, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { liveAccounts } from './kit/customer.ts'
import { ACCOUNT } from './kit/legacy.ts'
import {
  complaint,
  customer,
  DECLINED,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  newEmail,
  next,
  PASSWORD,
  payNow,
  SAVE,
  STEP_1,
  STEP_2,
  sameHere,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, fillIn, holdScripts, hydrated, open, test } from './kit/visitor.ts'

const DAY_MS = 86_400_000

test.use({ serverEnv: liveAccounts })

test.describe('with a declined card first', () => {
  test.use({ expectedConsoleErrors: [/status of 400/] })

  test('from the pricing page to a signed-in account [PAY-01, PAY-05, NW1-16]', { tag: '@narrow' }, async ({
    page,
  }) => {
    await page.goto('/site/pricing/#plan-builder')
    await page.getByRole('button', { name: 'One more: Triple line power dialer' }).click()
    await page.getByRole('link', { name: 'Sign up with this plan' }).click()
    await expect(page).toHaveURL(/\/sign-up\/step-1\?.*back-url=pricing/)
    await hydrated(page)
    const plan = new URL(page.url()).search
    const person = customer()
    await fillAll(page, person)
    await next(page).click()
    await expect(page).toHaveURL(`/sign-up/step-2${plan}`)
    await expect(heading(page)).toHaveText('Billing')
    await fillCard(page, { 'Card number': DECLINED })
    await payNow(page).click()
    await expect(complaint(page, 'Card number')).toHaveText(messages.cardDeclined)
    await fillCard(page)
    await payNow(page).click()
    await expectRegistered(page)
    await expect(page.getByText('Success! Your account is ready. You can sign in now.')).toBeVisible({
      timeout: 30_000,
    })
    expect(await keptIn(page)).not.toMatch(/4111[ -]?1111|correct horse|Peoria|Barista/)
    await fillIn(page, person.Email ?? '', PASSWORD)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/account/')
    await expect(page.getByRole('main')).toContainText('North Shore Realty')
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the page says that it needs a script, and the bar expands to the plan', async ({ page }) => {
    await page.goto(STEP_2)
    await expect(page).toHaveURL(STEP_1)
    await expect(page.locator('noscript .banner')).toBeVisible()
    await expect(next(page)).toBeDisabled()
    const bar = page.getByRole('region', { name: 'Your plan' })
    await bar.locator('summary').click()
    await expect(bar.getByText('Total Monthly Cost')).toBeVisible()
  })
})

test('text typed before the script loads stays, a draft fills in the rest, and Next waits', async ({
  page,
}) => {
  await open(page, STEP_1)
  await fillAll(page, { 'Full name': 'Dana Whitfield', Company: 'North Shore Realty' })
  const scripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(next(page)).toBeDisabled()
  await field(page, 'Full name').fill('Robin Sato')
  await field(page, 'State').selectOption('IL')
  scripts.release()
  await hydrated(page)
  await expect(next(page)).toBeEnabled()
  await expect(field(page, 'Company')).toHaveValue('North Shore Realty')
  await expect(field(page, 'Full name')).toHaveValue('Robin Sato')
  await expect(field(page, 'State')).toHaveValue('IL')
})

for (const [speed, rate] of [
  ['full', 1],
  ['a quarter of the', 4],
] as const) {
  test(`what is typed and ticked while step one hydrates stays, at ${speed} speed`, async ({ page }) => {
    const processor = await page.context().newCDPSession(page)
    await processor.send('Emulation.setCPUThrottlingRate', { rate })
    const email = newEmail()
    const scripts = await holdScripts(page)
    await page.goto(STEP_1, { waitUntil: 'commit' })
    await field(page, 'Full name').fill('Dana Whitfield')
    await sameHere(page).check()
    await field(page, 'Email').focus()
    scripts.release()
    await page.keyboard.type(email)
    // Looks the email up if the form is hydrated by then.
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await hydrated(page)
    await expect(next(page)).toBeEnabled()
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(field(page, 'Confirm email')).toHaveValue(email)
    await expect(field(page, 'Confirm email')).toBeFocused()
    await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
    await expect(sameHere(page)).toBeChecked()
  })
}

test("later steps' scripts are fetched while step one is filled in, the fingerprint in step two [EXT-01]", async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requests.push(new URL(request.url()).pathname)
  })
  await open(page, STEP_1)
  await page.waitForLoadState('networkidle')
  requests.length = 0
  const [first, ...rest] = Object.entries(customer())
  await fillAll(page, Object.fromEntries([first ?? []]))
  expect(requests).toEqual([])
  await fillAll(page, Object.fromEntries(rest))
  // Typing a password fetches the list of common ones, which is not part of step two.
  const ofStepTwo = () => requests.filter((path) => !path.includes('warn-of-password'))
  await expect.poll(() => ofStepTwo().length).toBe(2)
  await expect.poll(() => requests.length).toBe(3)
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await expect.poll(() => requests.filter((path) => /\/assets\/(fp|fingerprint)/.test(path)).length).toBe(1)

  const laterSteps = () => requests.filter((path) => path.includes('LaterSteps')).length
  await open(page, ACCOUNT)
  await page.waitForLoadState('networkidle')
  expect(laterSteps()).toBe(0)
  await field(page, 'Email').fill('dana@northshore.example')
  await expect.poll(laterSteps).toBe(1)
})

test('Back and Forward move between steps, but not past a changed step one', async ({ page }) => {
  await goToBilling(page)
  const saved = watchBodies(page, SAVE)
  await page.goBack()
  await expect(heading(page)).toHaveText('Customer information')
  await page.goForward()
  await expect(page).toHaveURL(STEP_2)
  await expect(heading(page)).toHaveText('Billing')
  await page.goBack()
  await fillAll(page, { 'Full name': 'Robin Sato' })
  await page.goForward()
  await expect(page).toHaveURL(STEP_1)
  await expect(heading(page)).toHaveText('Customer information')
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  expect(saved).toMatchObject([{ full_name: 'Robin Sato' }])
})

test('the email of an active account leads to its sign-in [NW1-27, WIR-11]', async ({ page }) => {
  await open(page, STEP_1)
  await field(page, 'Email').fill('agent@example.com')
  await field(page, 'Email').press('Tab')
  await expect(page).toHaveURL(/^[^?]+\/login\/\?status=busy\.active&extraData=/)
  const extraData = JSON.parse(new URL(page.url()).searchParams.get('extraData') ?? '')
  expect(extraData).toEqual({ pin: expect.stringMatching(/^\d{6}$/), email: 'agent@example.com' })
  await expect(page.getByRole('main')).toContainText(`Account Number ${extraData.pin}`)
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
})

test.describe('when the network is lost', () => {
  test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('PAY NOW can be pressed again and charges once', async ({ page, context }) => {
    await goToBilling(page)
    await fillCard(page)
    await context.setOffline(true)
    await payNow(page).click()
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText(messages.payAgainIsSafe)
    await context.setOffline(false)
    await payNow(page).click()
    await expectRegistered(page)
  })
})

test('HTML cached for days does not set the clock: dates are those of today', async ({ page }) => {
  const person = await goToBilling(page)
  await page.goto('/browser_select/')
  // Noon, so that the day is the same in all of the United States.
  const later = new Date(`${dayIn('UTC', new Date(Date.now() + 10 * DAY_MS))}T18:00:00Z`)
  await page.addInitScript((laterMs) => {
    Date.now = () => laterMs
  }, later.getTime())
  await page.goBack()
  await hydrated(page)
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())).toMatchObject({
    type: 'back_forward',
    transferSize: 0,
  })
  await fillAll(page, person)
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  const nextCharge = monthsAfter(dayIn('America/Chicago', later), 1)
  const due = page.locator('.due')
  await expect(due).toContainText(`Then every month, from ${formatDay(nextCharge)}`)
  await expect(due).toContainText(`cancel in your account by ${formatDay(dayBefore(nextCharge))}`)
})

/** Everything that this browser stores for our site. */
async function keptIn(page: Page): Promise<string> {
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      await indexedDB.databases(),
      await caches.keys().catch(() => []),
    ]),
  )
  return stored + JSON.stringify(await page.context().cookies())
}
