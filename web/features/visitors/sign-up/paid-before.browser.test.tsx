import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/billing/messages.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  EMAIL,
  field,
  fillCard,
  fillIn,
  found,
  heading,
  openBilling,
  openFilled,
  openLegacyBilling,
  openSignUp,
  payNow,
  refused,
  registered,
  stopTimers,
  timePasses,
  underForm,
  waiting,
} from '#web/test-kit/sign-up.ts'

// Orders that already exist: placed before an answer was lost, or in another tab.

const former = (status: string) => ({ status: 409, body: { errors: messages.otherBody, data: { status } } })

type Told = { dataLayer?: { event: string }[] }
beforeEach(() => {
  ;(globalThis as Told).dataLayer = []
})
const conversions = () => (globalThis as Told).dataLayer?.filter(({ event }) => event === 'Sign Up').length

async function expectPaid() {
  await expect.element(heading()).toHaveTextContent('You have paid')
  await expect.element(heading()).toHaveFocus()
  await expect.element(payNow()).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toMatchTextContent('nothing more to pay')
  await expect.element(page.getByRole('main')).not.toMatchTextContent('different email')
  await expect
    .element(page.getByRole('link', { name: 'Go to Login' }))
    .toHaveAttribute('href', '/login/?status=registered')
  await expectAccessible()
}

test('after a lost answer, someone who paid and then corrects the street learns that they have paid', async () => {
  const calls = answerSignUp({ submit: ['lost', former('registered')] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => underForm()?.textContent).toBe(`Network Error${messages.payAgainIsSafe}`)
  fillIn({ 'Billing address': '501 Market Street' })
  await payNow().click()
  await expectPaid()
  const [first, second] = calls.submitted()
  expect(second?.idempotency_key).toBe(first?.idempotency_key)
  expect(conversions()).toBe(1)
  expect(localStorage.getItem('sign-up-draft')).toBeNull()
})

test('waits for an order that another tab is confirming, and leaves the conversion to that tab', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof former>>()
  answerSignUp({ submit: [former('confirming'), promise] })
  await openBilling()
  fillCard()
  stopTimers()
  await payNow().click()
  await expect.element(waiting()).toBeVisible()
  resolve(former('registered'))
  await timePasses()
  await expectPaid()
  expect(conversions()).toBe(0)
})

test('an order refused again under a new key says so once', async () => {
  const calls = answerSignUp({ submit: [former('refused')] })
  await openBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => underForm()?.textContent).toBe(messages.otherBody)
  expect(calls.submitted()).toHaveLength(2)
})

test('a decline with a lost answer does not block another card', async () => {
  const declined = refused({ payment_form: { number: [messages.cardDeclined] } })
  const calls = answerSignUp({ submit: ['lost', declined, registered] })
  await openBilling()
  fillCard({ 'Card number': '4000-0000-0000-0002' })
  await payNow().click()
  await expect.poll(() => underForm()?.textContent).toContain('Network Error')
  fillCard()
  await payNow().click()
  await expect.poll(() => left).toEqual(['/login/?status=registered'])
  const [first, second, third] = calls.submitted().map(({ idempotency_key }) => idempotency_key)
  expect([second === first, third === first]).toEqual([true, false])
})

test('a second tab learns from the email that its visitor has paid, and reports no conversion', async () => {
  answerSignUp({ lookUp: [found('busy.active', { order: 'registered' })] })
  await openSignUp()
  await leaveEmail()
  await expectPaid()
  expect(conversions()).toBe(0)
})

test('a second tab waits for a payment with its email', async () => {
  answerSignUp({ lookUp: [found('free', { order: 'confirming' }), found('free')] })
  await openSignUp()
  stopTimers()
  await leaveEmail()
  await expect.element(waiting()).toBeVisible()
  await timePasses()
  await expect.element(waiting()).not.toBeInTheDocument()
  await expect.element(heading()).toHaveTextContent('Customer information')
})

test('Next says that this email has paid', async () => {
  answerSignUp({ save: [former('registered')] })
  await openFilled()
  await button('Next').click()
  await expectPaid()
})

test('Next waits while this email is paying', async () => {
  answerSignUp({ save: [former('confirming'), former('registered')] })
  await openFilled()
  stopTimers()
  await button('Next').click()
  await expect.element(waiting()).toBeVisible()
  await timePasses()
  await expectPaid()
})

test('in the legacy wizard, Previous and Next after a lost answer show that it is paid', async () => {
  answerSignUp({
    submit: ['lost'],
    save: [{ body: { data: { status: 'pending' } } }, former('registered')],
  })
  await openLegacyBilling()
  fillCard()
  await payNow().click()
  await expect.poll(() => underForm()?.textContent).toContain('Network Error')
  await button('Previous').click()
  await button('Next').click()
  await expectPaid()
  expect(conversions()).toBe(1)
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/Peoria|Barista|Dana|northshore/)
})

async function leaveEmail() {
  await field('Email').fill(EMAIL)
  await userEvent.tab()
}
