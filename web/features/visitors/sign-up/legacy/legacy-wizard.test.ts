import { expect, test } from 'vitest'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import type { LegacyStep, Offer } from '#contract/features/sign-up/legacy-choices.ts'
import { type LegacyEvent, type LegacyWizard, reduceLegacy, startLegacy } from './legacy-wizard.ts'

const offer: Offer = {
  show_rl_alert_popup: false,
  show_nhs_alert_popup: false,
  show_pfcl_alert_popup: false,
  mls: listingServices,
}
const illinois = { industry: 'Real Estate', market_country: 'US', market_state: 'IL', mls: '' }
const dana = { first_name: 'Dana', city: 'Evanston', password: 'password1' }
const start = startLegacy('choices', 'step-1')

function walk(...events: LegacyEvent[]): LegacyWizard {
  return go(start, ...events)
}
function go(from: LegacyWizard, ...events: LegacyEvent[]): LegacyWizard {
  return events.reduce((wizard, event) => reduceLegacy(wizard, event, offer), from)
}
const path = (step: number): LegacyEvent => ({ kind: 'path', path: `/sign-up/step-${step}` })
const open = (step: LegacyStep): LegacyEvent => ({ kind: 'open', step })
const typed: LegacyEvent = { kind: 'typed', form: 'customer', texts: dana }

const email = (address: string): LegacyEvent => ({ kind: 'email accepted', email: address })
const toThird: LegacyEvent[] = [
  email('dana@example.com'),
  { kind: 'account done' },
  { kind: 'change', change: { kind: 'market', market: illinois } },
  { kind: 'business done' },
]
const toFourth: LegacyEvent[] = [
  ...toThird,
  { kind: 'change', change: { kind: 'quantity', item: 'fsbo', quantity: 1 } },
  { kind: 'plan done' },
]
const toCard: LegacyEvent[] = [...toFourth, typed, { kind: 'customer done', customer: dana }]

test('each completed step opens the next one and is counted', () => {
  expect(walk(...toThird)).toMatchObject({ step: 'step-3', stepCompleted: 2, suggestedState: 'IL' })
  expect(walk(...toFourth)).toMatchObject({ step: 'step-4', stepCompleted: 3 })
  expect(walk(...toCard)).toMatchObject({ step: 'step-5', stepCompleted: 4, filled: dana })
  expect(walk(...toCard).seen).toEqual(['step-1', 'step-2', 'step-3', 'step-4', 'step-5'])
})

test('a plan without data stays on step three with its notice open [L3-29]', () => {
  const wizard = walk(...toThird, { kind: 'plan done' })
  expect(wizard).toMatchObject({ step: 'step-3', stepCompleted: 2, choices: { notice: { kind: 'error' } } })
})

test('Back closes the notice of the step it leaves, as Escape does', () => {
  const wizard = walk(...toThird, { kind: 'plan done' })
  expect(go(wizard, path(2))).toMatchObject({ step: 'step-2', choices: { notice: null } })
  expect(go(wizard, path(3))).toMatchObject({ step: 'step-3', choices: { notice: { kind: 'error' } } })
  const discard = { kind: 'package', dataAndDialerChoice: 'dialer' } as const
  const request = go(walk(...toFourth), path(3), { kind: 'change', change: discard })
  expect(request.choices.notice).toMatchObject({ kind: 'discard' })
  expect(go(request, open('step-2'))).toMatchObject({
    step: 'step-2',
    choices: { notice: null, dataAndDialerChoice: 'data_and_dialer', quantities: { fsbo: 1 } },
  })
  const popups = { ...offer, show_nhs_alert_popup: true }
  const service = { kind: 'quantity', item: 'neighborhood-search', quantity: 1 } as const
  const licences = go(startLegacy('licences', 'step-1'), ...toThird)
  const covered = reduceLegacy(licences, { kind: 'change', change: service }, popups)
  expect(covered.choices.notice).toMatchObject({ kind: 'coverage' })
  expect(reduceLegacy(covered, path(2), popups)).toMatchObject({
    step: 'step-2',
    choices: { notice: null, quantities: { 'neighborhood-search': 1 } },
  })
})

test('a step opened out of order leads to step one [L3-30, L4-01, L5-01]', () => {
  expect(walk(path(5)).step).toBe('step-1')
  expect(walk(...toThird, path(4)).step).toBe('step-1')
  expect(walk(...toThird, path(2)).step).toBe('step-2')
})

test('step five opens by its path only while step four is unchanged', () => {
  const paying = walk(...toCard)
  expect(go(paying, path(4), path(5)).step).toBe('step-5')
  expect(go(paying, path(4), moved, path(5)).step).toBe('step-4')
  expect(go(paying, path(4), moved, typed, path(5)).step).toBe('step-5')
})

const moved: LegacyEvent = { kind: 'typed', form: 'customer', texts: { ...dana, city: 'Peoria' } }
const done: LegacyEvent = { kind: 'customer done', customer: dana }
const declined: Extract<LegacyEvent, { kind: 'refused' }> = {
  kind: 'refused',
  errors: { payment_form: { number: ['Declined'] } },
  askedAt: 'step-5',
  isOccupied: false,
}

test('step four, if changed while Next was in progress, stays open and is not paid for', () => {
  const stayed = walk(...toFourth, typed, moved, done)
  expect(stayed).toMatchObject({ step: 'step-4', filled: undefined, stepCompleted: 3, hasChanged: true })
  expect(go(stayed, { kind: 'customer sent' }).hasChanged).toBe(false)
  expect(go(stayed, typed, done)).toMatchObject({ step: 'step-5', filled: dana, hasChanged: false })
})

test('step four, if changed during the charge, stays open after a refusal', () => {
  const paying = walk(...toCard)
  expect(go(paying, path(4), declined).step).toBe('step-5')
  expect(go(paying, path(4), moved, declined)).toMatchObject({ step: 'step-4', hasChanged: true })
  expect(go(paying, path(3), declined).step).toBe('step-5')
  expect(go(paying, path(4), moved, path(3), declined)).toMatchObject({ step: 'step-3', hasChanged: false })
})

test('an email changed while waiting for an answer is not skipped', () => {
  const typing: LegacyEvent = { kind: 'typed', form: 'account', texts: { email: 'sam@example.com' } }
  expect(go(walk(...toCard), path(1), typing, declined).step).toBe('step-1')
  const again: LegacyEvent[] = [email('sam@example.com'), { kind: 'notice answered', yes: true }]
  expect(go(walk(...toCard), path(1), typing, ...again, declined)).toMatchObject({
    step: 'step-1',
    stepCompleted: 0,
  })
  const early = walk(...toFourth, typed, path(1), typing, ...again)
  expect(go(early, done)).toMatchObject({ step: 'step-1', stepCompleted: 0, filled: undefined })
  expect(go(walk(...toFourth, typed, path(1), typing), path(4), done).step).toBe('step-1')
})

test('a page that was left has cleared its secrets, says so, and opens step four, not the card', () => {
  const back = go(walk(...toCard), { kind: 'page left' }, path(5))
  expect(back).toMatchObject({ step: 'step-4', hasClearedSecrets: true, filled: undefined })
  expect(go(back, { kind: 'customer done', customer: dana }).hasClearedSecrets).toBe(false)
  expect(walk({ kind: 'page left' }).hasClearedSecrets).toBe(false)
})

test('the third step follows its path', () => {
  const licences = walk(...toThird, { kind: 'path', path: '/sign-up/' })
  expect(licences).toMatchObject({ step: 'licences', choices: { stepThree: 'licences' } })
  expect(go(licences, open('step-3')).choices.stepThree).toBe('choices')
})

test('an email that removes choices asks; Proceed repeats all steps with the new market', () => {
  const before = walk(...toFourth, { kind: 'typed', form: 'business', texts: illinois }, open('step-1'))
  const request = go(before, email('sam@example.com'))
  expect(request).toMatchObject({
    isNextWaiting: true,
    stepCompleted: 3,
    choices: { notice: { kind: 'discard' } },
  })
  const again = go(request, { kind: 'notice answered', yes: true })
  expect(again).toMatchObject({ stepCompleted: 0, typed: { business: {} }, isNextWaiting: true })
  expect(again.choices).toMatchObject({ email: 'sam@example.com', market: { market_state: '' } })
  const kept = go(request, { kind: 'notice answered', yes: false })
  expect(kept).toMatchObject({ stepCompleted: 3, choices: { email: 'dana@example.com', market: illinois } })
})

test('an email changed without using Next is asked about and does not continue', () => {
  const before = walk(...toFourth, open('step-1'))
  expect(go(before, { kind: 'email left', email: 'sam@example.com' })).toMatchObject({
    isNextWaiting: false,
    choices: { notice: { kind: 'discard' } },
  })
  expect(walk({ kind: 'email left', email: 'dana@example.com' }).choices.email).toBe('')
})

test('a refusal interrupts nobody who is filling in a step, and waits until its own step opens', () => {
  const back = go(walk(...toCard), path(4))
  const { errors } = declined
  const stayed = go(back, { ...declined, isOccupied: true })
  expect(stayed).toMatchObject({ step: 'step-4', refusal: { errors, step: 'step-5' } })
  expect(go(stayed, path(3)).refusal).toBeDefined()
  expect(go(stayed, path(5))).toMatchObject({ step: 'step-5', refusal: undefined })
  expect(go(stayed, declined)).toMatchObject({ step: 'step-5', refusal: undefined })
  const changed = go(back, moved, path(3), declined)
  expect(changed).toMatchObject({ step: 'step-3', refusal: { errors, step: 'step-5' } })
  const ofPlan = { sign_up_form: { fsbo_data_feature: ['Not sold there'] } }
  expect(go(back, { ...declined, errors: ofPlan, isOccupied: true })).toMatchObject({
    step: 'step-4',
    planErrors: ofPlan.sign_up_form,
    refusal: { errors: ofPlan, step: 'step-3' },
  })
  const ofPerson = { customer_form: { city: ['Wrong'] } }
  expect(go(back, { ...declined, errors: ofPerson, isOccupied: true })).toMatchObject({
    step: 'step-4',
    refusal: undefined,
  })
})

test('the same email again resets nothing', () => {
  const before = walk(...toFourth, open('step-1'))
  expect(go(before, email('dana@example.com'))).toMatchObject({ stepCompleted: 3, isNextWaiting: false })
})

test('a refusal opens the earliest step with something to correct [PAY-06..PAY-09]', () => {
  const paying = walk(...toCard)
  const refuse = (errors: Extract<LegacyEvent, { kind: 'refused' }>['errors']) =>
    go(paying, { ...declined, errors })
  const said = { field: ['Wrong'] }
  expect(refuse({ payment_form: said }).step).toBe('step-5')
  expect(refuse({ payment_form: said, customer_form: said }).step).toBe('step-4')
  expect(refuse({ customer_form: said, sign_up_form: said })).toMatchObject({
    step: 'step-3',
    planErrors: said,
  })
  expect(refuse({ emails_form: said, sign_up_form: said })).toMatchObject({
    step: 'step-1',
    stepCompleted: 0,
  })
})

test('an error without a field appears where the request was made, even after going back [PAY-12]', () => {
  const back = go(walk(...toCard), path(4))
  const refused = (askedAt: 'step-4' | 'step-5'): LegacyEvent => ({ ...declined, errors: 'No.', askedAt })
  expect(go(back, refused('step-5')).step).toBe('step-5')
  expect(go(back, refused('step-4')).step).toBe('step-4')
})

test('the server’s plan errors stay until the plan changes', () => {
  const refused = go(walk(...toCard), {
    ...declined,
    errors: { sign_up_form: { fsbo_data_feature: ['Not sold there'] } },
  })
  expect(Object.keys(refused.planErrors)).toHaveLength(1)
  const change: LegacyEvent = { kind: 'change', change: { kind: 'quantity', item: 'fsbo', quantity: 0 } }
  expect(go(refused, change).planErrors).toEqual({})
})

test('retyping the same text changes nothing, so nothing is stored or rendered', () => {
  const wizard = walk(...toCard)
  expect(go(wizard, { kind: 'typed', form: 'customer', texts: { ...dana } })).toBe(wizard)
})

test('restores what a tab has stored unchanged', () => {
  const { choices, stepCompleted, typed: texts } = walk(...toFourth)
  const kept = { choices, stepCompleted, typed: texts }
  const wizard = go(startLegacy('choices', 'unknown'), { kind: 'restored', kept })
  expect(wizard).toMatchObject({ ...kept, step: 'unknown', suggestedState: 'IL' })
  expect(go(wizard, path(4)).step).toBe('step-4')
})
