import { expect, test } from 'vitest'
import { mapFields } from '#web/form/judge-fields.ts'
import {
  customerFields,
  type NewEvent,
  type NewWizard,
  reduceNew,
  sortErrors,
  startNew,
} from './new-wizard.ts'

const blank = mapFields(customerFields([]), ({ value }) => value)
const dana = { ...blank, email: 'dana@example.com', city: 'Evanston', password: 'password1' }

function go(from: NewWizard, ...events: NewEvent[]): NewWizard {
  return events.reduce(reduceNew, from)
}
const path = (step: number, customer = dana): NewEvent => ({
  kind: 'path',
  path: `/sign-up/step-${step}`,
  customer,
})
const done = (customer = dana): NewEvent => ({ kind: 'customer done', submitted: dana, customer })
const paying = go(startNew, done())

test('completing step one opens step two on the same page', () => {
  expect(paying).toMatchObject({ step: 2, hasSeenBilling: true })
  expect(go(paying, { kind: 'back to customer' })).toMatchObject({ step: 1, hasSeenBilling: true })
})

test('step two opens by its path only while step one is unchanged; both share the checkbox', () => {
  expect(go(startNew, path(2)).step).toBe(1)
  expect(go(paying, path(1), path(2)).step).toBe(2)
  expect(go(paying, path(1), path(2, { ...dana, city: 'Peoria' })).step).toBe(1)
  expect(go(paying, path(1), path(2, { ...dana, same_billing_address: 'true' })).step).toBe(2)
})

test('a page that was left has cleared its secrets, says so, and opens step one', () => {
  const left = go(paying, { kind: 'page left', customer: dana })
  expect(go(left, path(2))).toMatchObject({ step: 1, hasClearedSecrets: true })
  expect(go(left, done()).hasClearedSecrets).toBe(false)
  expect(go(startNew, { kind: 'page left', customer: blank }).hasClearedSecrets).toBe(false)
  expect(go(startNew, { kind: 'page left', customer: dana }).hasClearedSecrets).toBe(true)
})

test('step one, if changed while Next was in progress, stays open and is not paid for', () => {
  const moved = { ...dana, city: 'Peoria' }
  expect(go(startNew, done(moved))).toMatchObject({ step: 1, filled: undefined, hasChanged: true })
  expect(go(startNew, done(moved), done())).toMatchObject({ step: 2, filled: dana, hasChanged: false })
  expect(go(startNew, done({ ...dana, same_billing_address: 'true' })).step).toBe(2)
})

const declined = { kind: 'refused', errors: 'Declined.', customer: dana, isOccupied: false } as const

test('a refusal interrupts nobody in step one, and waits until step two opens', () => {
  const stayed = go(paying, path(1), { ...declined, isOccupied: true })
  expect(stayed).toMatchObject({ step: 1, hasChanged: false, refusal: 'Declined.' })
  expect(go(stayed, path(2))).toMatchObject({ step: 2, refusal: undefined })
  expect(go(stayed, declined)).toMatchObject({ step: 2, refusal: undefined })
  expect(go(stayed, { kind: 'page left', customer: dana }).refusal).toBeUndefined()
  expect(go(paying, { ...declined, isOccupied: true })).toMatchObject({ step: 2, refusal: undefined })
})

test('step one, if changed during the charge, stays open after a refusal', () => {
  const refused = (customer: typeof dana): NewEvent => ({ ...declined, customer })
  expect(go(paying, path(1), refused(dana)).step).toBe(2)
  const other = { ...dana, email: 'sam@example.com' }
  expect(go(paying, path(1), refused(other))).toMatchObject({ step: 1, hasChanged: true })
})

test('pressing Next again clears the message about the change', () => {
  const moved = { ...dana, city: 'Peoria' }
  expect(go(startNew, done(moved), { kind: 'customer sent' }).hasChanged).toBe(false)
})

test('after payment no card data is left', () => {
  expect(go(paying, { kind: 'paid' }, path(2)).step).toBe(1)
})

test('an order held for review ends the wizard but is not paid', () => {
  expect(go(paying, { kind: 'paid' })).toMatchObject({ filled: undefined, isPaid: true })
  expect(go(paying, { kind: 'held' })).toMatchObject({ filled: undefined, isPaid: false })
})

test('a draft lacks answers only if neither of its questions has one', () => {
  const restored = (draft: Partial<typeof dana>) => go(startNew, { kind: 'draft restored', draft }).restored
  const questions = { first_security_question: '0', second_security_question: '1' }
  expect(startNew.restored).toBe('nothing')
  expect(restored({ city: 'Evanston' })).toBe('all')
  expect(restored({ ...questions, first_question_answer: 'Peoria' })).toBe('all')
  expect(restored(questions)).toBe('without answers')
})

test('look-up and saving wait for a payment independently', () => {
  const waiting = go(
    startNew,
    { kind: 'confirming', call: 'lookUp', isConfirming: true },
    { kind: 'confirming', call: 'save', isConfirming: true },
    { kind: 'confirming', call: 'lookUp', isConfirming: false },
  )
  expect(waiting.confirming).toEqual({ lookUp: false, save: true })
})

test('a refusal opens the step where it can be corrected [PAY-10..PAY-12]', () => {
  const said = { field: ['Wrong'] }
  const refuse = (errors: Extract<NewEvent, { kind: 'refused' }>['errors']) =>
    go(paying, { ...declined, errors }).step
  expect(refuse({ payment_form: said })).toBe(2)
  expect(refuse('The total is another by now.')).toBe(2)
  for (const form of ['emails_form', 'sign_up_form', 'customer_form']) {
    expect(refuse({ [form]: said, payment_form: said })).toBe(1)
  }
})

test('each step gets its own errors', () => {
  const said = { city: ['Wrong'] }
  expect(sortErrors('No.')).toEqual({ ofBilling: 'No.' })
  expect(sortErrors({ customer_form: said })).toEqual({ ofCustomer: said })
  expect(sortErrors({ customer_form: said, payment_form: { number: ['Declined'] } })).toEqual({
    ofCustomer: said,
    ofBilling: { payment_form: { number: ['Declined'] } },
  })
})
