import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  lookUpEmail,
  saveUnfinishedSignUp,
  signUpContext,
  submitSignUp,
} from '#contract/features/sign-up/calls.ts'
import { type Choices, startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import { localDay, saveDraft } from '#web/features/visitors/sign-up/draft.ts'
import { saveProgress } from '#web/features/visitors/sign-up/legacy/progress.ts'
import type { CustomerValues } from '#web/features/visitors/sign-up/new-wizard.ts'
import { deviceStorage, tabStorage } from '#web/features/visitors/sign-up/storage.ts'
import { answerCalls, type SentRequest } from './answers.ts'
import { showPage } from './show.tsx'
import { legacySignUpValues, signUpContextAnswer, signUpValues } from './values-sign-up.ts'

export const EMAIL = 'dana@northshore.example'
export const PASSWORD = 'correct horse 7'
export const registered = { body: { data: { status: 'registered', pin: '204518' } } }
export const confirming = { status: 202, body: { data: { status: 'confirming' } } }
export const held = { status: 202, body: { data: { status: 'confirming', review: true } } }
export const refused = (errors: unknown) => ({ status: 400, body: { errors } })
export const found = (status: string, more = {}) => ({
  body: { data: { status, message: '', pin: '', email: '', ...more } },
})

type Reply = ReturnType<Parameters<typeof answerCalls>[0]>
type Script = { lookUp?: Reply[]; save?: Reply[]; submit?: Reply[]; context?: Reply[] }

/** Answers the calls of a sign-up. Each list is used in turn, and its last answer repeats. */
export function answerSignUp(script: Script = {}) {
  const inTurn = (replies: Reply[] = [], otherwise: Reply): Reply =>
    (replies.length > 1 ? replies.shift() : replies[0]) ?? otherwise
  const requests = answerCalls(({ path }) => {
    switch (path) {
      case signUpContext.path:
        return inTurn(script.context, { body: signUpContextAnswer })
      case lookUpEmail.path:
        return inTurn(script.lookUp, found('free'))
      case saveUnfinishedSignUp.path:
        return inTurn(script.save, { body: { data: { status: 'pending' } } })
      case submitSignUp.path:
        return inTurn(script.submit, registered)
      default:
        return {}
    }
  })
  const bodiesFor = (call: { path: string }) => requests.filter(({ path }) => path === call.path).map(bodyOf)
  return {
    lookedUp: () => bodiesFor(lookUpEmail),
    saved: () => bodiesFor(saveUnfinishedSignUp),
    submitted: () => bodiesFor(submitSignUp),
  }
}

const bodyOf = ({ body }: SentRequest) => body

/** The form of the open step; the others are in the page, but hidden. */
export const form = () => page.getByRole('form')
export const field = (label: string) => form().getByLabelText(label, { exact: true })
export const heading = () => page.getByRole('heading', { level: 1 })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
/** Its name is longer while it is busy. */
export const payNow = () => page.getByRole('button', { name: /PAY NOW/ })
/** The message under the form, beside the summary of its fields. */
export const underForm = () => form().element().querySelector(':scope > .banner.bad:not(.summary)')
export const waiting = () => page.getByText(/being confirmed with the bank/)

const plan = {
  triple: '2',
  lead: '2',
  callrecording: '2',
  'skip-tracer': '1',
  'back-url': 'pricing',
  'plan-name': 'custom',
}
export const PLAN_TOTAL = 397

/** Valid input for step one of the new wizard, except for the passwords. */
export const customer = {
  email: EMAIL,
  confirmEmail: EMAIL,
  full_name: 'Dana Whitfield Moore',
  company: 'North Shore Realty',
  mobile_phone: '3125550148',
  address: '12 Lake Street',
  city: 'Evanston',
  state: 'IL',
  zip_code: '60201',
  same_billing_address: 'false',
  industry: 'Real Estate',
  howDidYouHearAboutUs: 'Coach',
  first_security_question: '0',
  first_question_answer: 'Peoria',
  second_security_question: '1',
  second_question_answer: 'Barista',
} as CustomerValues

/** Opens the new wizard, with a draft as someone who left it unfinished today. */
export async function openSignUp(draft?: CustomerValues, query: Record<string, string> = plan) {
  if (draft) saveDraft(deviceStorage, draft, localDay(new Date()))
  history.replaceState(null, '', `/sign-up/step-1?${new URLSearchParams(query)}`)
  await showPage('sign-up', { values: signUpValues, query, path: '/sign-up/step-1' })
}

/** Opens the new wizard with valid input. */
export async function openFilled() {
  await openSignUp(customer)
  fillPasswords()
}

export async function openBilling() {
  await openFilled()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
}

export function fillPasswords() {
  fillIn({ 'Account password': PASSWORD, 'Confirm password': PASSWORD })
}

export function fillCard(changes: Record<string, string> = {}) {
  fillIn({
    'Card number': '4111-1111-1111-1111',
    'Card holder name': 'Dana Whitfield',
    'Expiration month': '12',
    'Expiration year': '2028',
    CVV: '123',
    'Billing address': '500 Market Street',
    City: 'Mobile',
    Zip: '36602',
    ...changes,
  })
  const terms = page.getByLabelText('I have read and accept the terms and conditions')
  if (!(terms.element() as HTMLInputElement).checked) (terms.element() as HTMLInputElement).click()
}

/** Fills fields by their labels, all at once: for tests that are not about typing. */
export function fillIn(texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    const element = field(label).element() as HTMLInputElement | HTMLSelectElement
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
    set?.call(element, text)
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** From now on `timePasses` advances the page's timers. */
export function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

export async function timePasses(milliseconds = 15_000) {
  await vi.advanceTimersByTimeAsync(milliseconds)
}

export const illinois = {
  industry: 'Real Estate',
  market_country: 'US',
  market_state: 'IL',
  mls: 'midwest-real-estate-data',
}

/** Valid input for step four of the legacy wizard, except for the passwords. */
export const person = {
  first_name: 'Dana',
  last_name: 'Whitfield',
  company: 'North Shore Realty',
  mobile_phone: '3125550148',
  address: '12 Lake Street',
  city: 'Evanston',
  state: 'IL',
  zip_code: '60201',
  coach: 'true',
  time_zone: 'US/Eastern',
  first_security_question: '0',
  first_question_answer: 'Peoria',
  second_security_question: '1',
  second_question_answer: 'Barista',
}

type LegacyStart = {
  step?: 1 | 2 | 3 | 4
  /** For someone who has been further: after a reload at the card. */
  stepCompleted?: 4
  choices?: Partial<Choices>
  customer?: Record<string, string>
  values?: typeof legacySignUpValues
}

/** Opens the legacy wizard at a step, with the steps before it filled in. */
export async function openLegacy({
  step = 1,
  stepCompleted,
  choices,
  customer = {},
  values,
}: LegacyStart = {}) {
  if (step > 1) {
    const start = { ...startChoices(), email: EMAIL }
    const market = step > 2 ? { market: illinois } : {}
    const data = step > 3 ? { quantities: { ...start.quantities, fsbo: 1 } } : {}
    saveProgress(tabStorage, {
      choices: { ...start, ...market, ...data, ...choices },
      stepCompleted: stepCompleted ?? step - 1,
      typed: { account: { email: EMAIL }, business: step > 2 ? illinois : {}, customer },
    })
  }
  const path = `/sign-up/step-${step}`
  history.replaceState(null, '', path)
  await showPage('legacy-sign-up', { values: values ?? legacySignUpValues, path })
  await expect.element(form()).toBeVisible()
}

/** The legacy wizard with a plan and valid input, on its card. */
export async function openLegacyBilling() {
  await openLegacy({ step: 4, customer: person })
  fillPasswords()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
}
