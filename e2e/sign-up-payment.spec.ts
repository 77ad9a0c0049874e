import * as messages from '#contract/billing/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  answer,
  complaint,
  DECLINED,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  next,
  payNow,
  STEP_1,
  STEP_2,
  SUBMIT,
  step,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

const registered = { data: { status: 'registered', pin: '204518' } }
const underForm = ':scope > .banner.bad:not(.summary)'

test.use({ expectedConsoleErrors: [/status of (400|500|503)|ERR_FAILED/] })

test('a declined card says so at its number, and the next try is a new order [PAY-11, PAY-13]', async ({
  page,
}) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await fillCard(page, { 'Card number': DECLINED })
  await payNow(page).click()
  await expect(complaint(page, 'Card number')).toHaveText(messages.cardDeclined)
  await expect(field(page, 'Card number')).toBeFocused()
  await expect(page).toHaveURL(STEP_2)
  await expectAccessible(page)
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(new Set(sent.map((body) => body.idempotency_key)).size).toBe(2)
})

test('a number that cannot be a card and a date that is over are refused at their fields [PAY-11, WIR-17]', async ({
  page,
}) => {
  await goToBilling(page)
  await answer(page, SUBMIT, 400, {
    errors: { payment_form: { number: ['Wrong.', 'Check it.'], expiration_date_0: [messages.cardExpired] } },
  })
  await fillCard(page)
  await payNow(page).click()
  await expect(complaint(page, 'Card number')).toHaveText('Wrong. Check it.')
  await expect(complaint(page, 'Expiration month')).toHaveText(messages.cardExpired)
  await page.unroute(`**${SUBMIT}`)
  await fillCard(page, { 'Card number': '4111-1111-1111-1112' })
  await payNow(page).click()
  await expect(complaint(page, 'Card number')).toHaveText(messages.cardNumberWrong)
})

for (const [group, name, label] of [
  ['emails_form', 'email', 'Email'],
  ['customer_form', 'zip_code', 'Zip'],
] as const) {
  test(`an error of ${group} reopens step one at its field [PAY-10, PAY-13]`, async ({ page }) => {
    await goToBilling(page)
    await answer(page, SUBMIT, 400, { errors: { [group]: { [name]: ['Please change this.'] } } })
    await fillCard(page)
    await payNow(page).click()
    await expect(page).toHaveURL(STEP_1)
    await expect(complaint(page, label)).toHaveText('Please change this.')
    await expect(field(page, label)).toBeFocused()
    await expect(field(page, label)).toBeInViewport()
    await expectAccessible(page)
  })
}

test('an error of sign_up_form reopens step one and stands under its form [PAY-10]', async ({ page }) => {
  await goToBilling(page)
  const errors = { sign_up_form: { single_line_power_dialer_count: ['That plan is not sold any more.'] } }
  await answer(page, SUBMIT, 400, { errors })
  await fillCard(page)
  await payNow(page).click()
  await expect(page).toHaveURL(STEP_1)
  await expect(step(page).locator(':scope > .banner.bad')).toHaveText('That plan is not sold any more.')
})

test('an error in words stands under the form, its markup read and nothing more [PAY-12, WIR-18]', async ({
  page,
}) => {
  await goToBilling(page)
  await answer(page, SUBMIT, 400, { errors: 'Please <a href="tel:+18005550100">call us</a>.<img src=x>' })
  await fillCard(page)
  await payNow(page).click()
  const text = step(page).locator(underForm)
  await expect(text).toHaveText('Please call us.<img src=x>')
  await expect(text.getByRole('link', { name: 'call us' })).toHaveAttribute('href', 'tel:+18005550100')
  await expect(text).toBeInViewport()
  await expectAccessible(page)
})

test('a price that has changed is said, shown, and paid on the next try', async ({ page }) => {
  await goToBilling(page)
  await answer(page, SUBMIT, 400, { errors: messages.otherTotal('$402.00') })
  await page.route('**/rest/auth/get-signup-context/', async (route) => {
    const response = await route.fetch()
    const context = await response.json()
    context.prices.REVERSE_LOOKUP_ONE_MONTH_PRICE = 54
    await route.fulfill({ response, json: context })
  })
  const sent = watchBodies(page, SUBMIT)
  await fillCard(page)
  await payNow(page).click()
  await expect(step(page).locator(underForm)).toContainText('your plan now costs $402.00 a month')
  await expect(page.locator('.due')).toContainText('Charged today$402.00')
  await page.unroute(`**${SUBMIT}`)
  await answer(page, SUBMIT, 200, registered)
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent.map((body) => body.total)).toEqual([397, 402])
})

test('a network that fails says so, and the same order is sent again [PAY-14]', async ({ page }) => {
  await goToBilling(page)
  await page.route(`**${SUBMIT}`, (route) => route.abort())
  const sent = watchBodies(page, SUBMIT)
  await fillCard(page)
  await payNow(page).click()
  // Our message follows the specification's text, in its own paragraph.
  await expect(step(page).locator(underForm).locator('p')).toHaveText([
    'Network Error',
    messages.payAgainIsSafe,
  ])
  await page.unroute(`**${SUBMIT}`)
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent[1]).toEqual(sent[0])
})

test('a refusal without a word says Network Error under the form, and the same order is sent again', async ({
  page,
}) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await fillCard(page)
  for (const errors of [{}, [], { payment_form: {} }]) {
    await answer(page, SUBMIT, 400, { errors })
    await payNow(page).click()
    await expect(step(page).locator(underForm).locator('p').first()).toHaveText('Network Error')
    await page.unroute(`**${SUBMIT}`)
  }
  await answer(page, SUBMIT, 200, registered)
  await payNow(page).click()
  await expectRegistered(page)
  expect(new Set(sent.map((body) => body.idempotency_key)).size).toBe(1)
})

test('a payment that leaving has cancelled says nothing, and can be sent again with its key [PAY-15]', async ({
  page,
}) => {
  const person = await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await page.route(`**${SUBMIT}`, () => {}, { times: 1 })
  await fillCard(page)
  const asked = page.waitForRequest(`**${SUBMIT}`)
  await payNow(page).click()
  await asked
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect(payNow(page)).not.toHaveAttribute('aria-busy')
  await expect(page.locator('.banner.bad, .err')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(heading(page)).toHaveText('Customer information')
  await fillAll(page, person)
  await next(page).click()
  await fillCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent[1]?.idempotency_key).toBe(sent[0]?.idempotency_key)
})

test('a double click pays once', async ({ page }) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  await fillCard(page)
  await payNow(page).dblclick()
  await expectRegistered(page)
  expect(sent).toHaveLength(1)
})

test('a step one that was mended is paid with what it says now [PAY-10]', async ({ page }) => {
  await goToBilling(page)
  await page.route(
    `**${SUBMIT}`,
    (route) => route.fulfill({ status: 400, json: { errors: { customer_form: { zip_code: ['No.'] } } } }),
    { times: 1 },
  )
  const sent = watchBodies(page, SUBMIT)
  await fillCard(page)
  await payNow(page).click()
  await expect(complaint(page, 'Zip')).toHaveText('No.')
  await fillAll(page, { Zip: '60202' })
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  await payNow(page).click()
  await expectRegistered(page)
  expect(sent.map((body) => body.zip_code)).toEqual(['60201', '60202'])
})

test.describe('in Internet Explorer', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko' })

  test('a paid sign-up ends on the page for unsupported browsers [PAY-04]', async ({ page }) => {
    await goToBilling(page)
    await answer(page, SUBMIT, 200, registered)
    await fillCard(page)
    await payNow(page).click()
    await expect(page).toHaveURL('/browser_select/?status=registered')
    await expect(page.getByRole('main')).toContainText('Success!')
  })
})
