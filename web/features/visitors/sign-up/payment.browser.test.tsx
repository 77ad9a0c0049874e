import { expect, test, vi } from 'vitest'
import * as messages from '#contract/billing/messages.ts'
import * as serverMessages from '#contract/wire/server-messages.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  confirming,
  field,
  fillCard,
  fillIn,
  fillPasswords,
  form,
  heading,
  held,
  openBilling,
  openLegacyBilling,
  PLAN_TOTAL,
  payNow,
  refused,
  registered,
  stopTimers,
  timePasses,
  underForm,
  waiting,
} from '#web/test-kit/sign-up.ts'
import { signUpContextAnswer } from '#web/test-kit/values-sign-up.ts'

// How the billing step handles each answer to a payment. web/orders/use-order.test.ts covers its key.

const PAID = ['/login/?status=registered']
const keysOf = (bodies: Record<string, unknown>[]) => bodies.map(({ idempotency_key }) => idempotency_key)

test('during payment nothing else can be pressed', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof registered>()
  answerSignUp({ submit: [promise] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.element(payNow()).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Previous')).toBeDisabled()
  resolve(registered)
  await expect.poll(() => left).toEqual(PAID)
})

test('a declined card shows the error at its number, and the next try is a new order [PAY-11, PAY-13]', async () => {
  const declined = refused({ payment_form: { number: [messages.cardDeclined] } })
  const calls = answerSignUp({ submit: [declined, registered] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.element(field('Card number')).toHaveAccessibleDescription(messages.cardDeclined)
  await expect.element(field('Card number')).toHaveFocus()
  expect(location.pathname).toBe('/sign-up/step-2')
  await expectAccessible()
  await payNow().click()
  await expect.poll(() => left).toEqual(PAID)
  expect(new Set(keysOf(calls.submitted())).size).toBe(2)
})

test('several messages, even for several fields, appear at their fields [PAY-11, WIR-17]', async () => {
  const number = ['Wrong.', 'Check it.']
  answerSignUp({
    submit: [refused({ payment_form: { number, expiration_date_0: [messages.cardExpired] } })],
  })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.element(field('Card number')).toHaveAccessibleDescription('Wrong. Check it.')
  await expect.element(field('Expiration month')).toHaveAccessibleDescription(messages.cardExpired)
})

test.each([
  ['emails_form', 'email', 'Email'],
  ['customer_form', 'zip_code', 'Zip'],
])('an error of %s reopens step one at its field [PAY-10, PAY-13]', async (group, name, label) => {
  answerSignUp({ submit: [refused({ [group]: { [name]: ['Please change this.'] } })] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.element(heading()).toHaveTextContent('Customer information')
  await expect.element(field(label)).toHaveAccessibleDescription('Please change this.')
  await expect.element(field(label)).toHaveFocus()
  await expect.element(field(label)).toBeInViewport()
  expect(location.pathname).toBe('/sign-up/step-1')
  await expectAccessible()
})

test('an error of sign_up_form reopens step one and appears under its form [PAY-10]', async () => {
  const sign_up_form = { single_line_power_dialer_count: ['That plan is not sold any more.'] }
  answerSignUp({ submit: [refused({ sign_up_form })] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.element(heading()).toHaveTextContent('Customer information')
  expect(underForm()?.textContent).toBe('That plan is not sold any more.')
})

test('a text error appears under the form, with its link and no other markup [PAY-12, WIR-18]', async () => {
  answerSignUp({ submit: [refused('Please <a href="tel:+18005550100">call us</a>.<img src=x>')] })
  await openBilling()
  fillCard()
  await payNow().click()
  const link = form().getByRole('link', { name: 'call us' })
  await expect.element(link).toHaveAttribute('href', 'tel:+18005550100')
  await expect.element(link).toBeInViewport()
  expect(underForm()?.textContent).toBe('Please call us.<img src=x>')
  await expectAccessible()
})

test('a changed price is announced, shown, and paid on the next try', async () => {
  const prices = { ...signUpContextAnswer.prices, REVERSE_LOOKUP_ONE_MONTH_PRICE: 54 }
  const calls = answerSignUp({
    submit: [refused(messages.otherTotal('$402.00')), registered],
    context: [{ body: signUpContextAnswer }, { body: { ...signUpContextAnswer, prices } }],
  })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => document.querySelector('.due')?.textContent).toContain('Charged today$402.00')
  expect(underForm()?.textContent).toContain('your plan now costs $402.00 a month')
  await payNow().click()
  await expect.poll(() => left).toEqual(PAID)
  expect(calls.submitted().map(({ total }) => total)).toEqual([PLAN_TOTAL, 402])
})

test('a network failure is reported, and the same order is resent [PAY-14]', async () => {
  const calls = answerSignUp({ submit: ['lost', registered] })
  await openBilling()
  fillCard()
  await payNow().click()
  // Our message follows the specification's text, in its own paragraph.
  await expect
    .poll(() => [...(underForm()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent))
    .toEqual(['Network Error', messages.payAgainIsSafe])
  await expectAccessible()
  await payNow().click()
  await expect.poll(() => left).toEqual(PAID)
  const [first, second] = calls.submitted()
  expect(second).toEqual(first)
})

test.each([
  ['no field', {}],
  ['a list', []],
  ['a form without fields', { payment_form: {} }],
])('a refusal without a message (%s) shows Network Error', async (_, errors) => {
  answerSignUp({ submit: [refused(errors)] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => underForm()?.querySelector('p')?.textContent).toBe('Network Error')
})

test('after a gateway timeout the same order is resent until its outcome is known', async () => {
  const busy = { status: 503, body: { errors: serverMessages.busy } }
  const calls = answerSignUp({ submit: [confirming, busy, confirming, registered] })
  await openBilling()
  fillCard()
  stopTimers()
  await payNow().click()
  await expect.element(waiting()).toMatchTextContent(/You will not be charged twice/)
  await expect.element(button('Previous')).toBeDisabled()
  await expectAccessible()
  await expect.poll(() => timePasses().then(() => left)).toEqual(PAID)
  const [first, ...others] = calls.submitted()
  expect(others).toEqual([first, first, first])
})

test('a gateway timeout followed by a refusal reenables the form with the reason', async () => {
  answerSignUp({ submit: [confirming, refused(messages.notCharged)] })
  await openBilling()
  fillCard()
  stopTimers()
  await payNow().click()
  await expect.element(waiting()).toBeVisible()
  await timePasses()
  await expect.element(waiting()).not.toBeInTheDocument()
  expect(underForm()?.textContent).toBe(messages.notCharged)
  await expect.element(button('Previous')).toBeEnabled()
})

test('a payment aborted by leaving shows no error and is resent with its key [PAY-15]', async () => {
  const calls = answerSignUp({ submit: [new Promise(() => {}), registered] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => calls.submitted()).toHaveLength(1)
  dispatchEvent(new PageTransitionEvent('pagehide'))
  await expect.element(payNow()).not.toHaveAttribute('aria-busy')
  expect(document.querySelector('.banner.bad, .err')).toBeNull()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(heading()).toHaveTextContent('Customer information')
  await expect.element(button('Next')).toBeEnabled()
  fillPasswords()
  fillIn({ 'Answer to the first question': 'Peoria', 'Answer to the second question': 'Barista' })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  fillCard()
  await payNow().click()
  await expect.poll(() => left).toEqual(PAID)
  const [first, second] = keysOf(calls.submitted())
  expect(second).toBe(first)
})

test('a double click pays once', async () => {
  const calls = answerSignUp()
  await openBilling()
  fillCard()
  await payNow().dblClick()
  await expect.poll(() => left).toEqual(PAID)
  expect(calls.submitted()).toHaveLength(1)
})

test('a corrected step one is paid with its new values [PAY-10]', async () => {
  const calls = answerSignUp({ submit: [refused({ customer_form: { zip_code: ['No.'] } }), registered] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.element(field('Zip')).toHaveAccessibleDescription('No.')
  fillIn({ Zip: '60202' })
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  await payNow().click()
  await expect.poll(() => left).toEqual(PAID)
  expect(calls.submitted().map(({ zip_code }) => zip_code)).toEqual(['60201', '60202'])
})

test('in Internet Explorer a paid sign-up ends on the page for unsupported browsers [PAY-04]', async () => {
  answerSignUp()
  await openBilling()
  fillCard()
  const trident = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(trident)
  await payNow().click()
  await expect.poll(() => left).toEqual(['/browser_select/?status=registered'])
})

test.each([
  ['new', openBilling],
  ['legacy', openLegacyBilling],
])('a held sign-up of the %s wizard opens its page and leaves no draft', async (_, open) => {
  answerSignUp({ submit: [held] })
  await open()
  fillCard()
  await payNow().click()
  await expect.poll(() => left).toEqual(['/sign-up/review/'])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/Peoria|Dana|northshore/)
})

test('a paid sign-up in the legacy wizard removes the draft of the new one', async () => {
  answerSignUp()
  localStorage.setItem('sign-up-draft', JSON.stringify({ savedOn: '2026-03-18', values: { city: 'Peoria' } }))
  await openLegacyBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => left).toEqual(PAID)
  expect(localStorage.getItem('sign-up-draft')).toBeNull()
  expect(sessionStorage.getItem('sign-up-progress')).toBeNull()
})
