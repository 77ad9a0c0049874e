import { itemKeys, items, MOST_LICENCES } from '#contract/catalogue/plan.ts'
import {
  type Choices,
  PROGRESS_KEY,
  type Progress,
  startChoices,
} from '#contract/features/sign-up/legacy-choices.ts'
import { accountTypes, legacyCustomerRules, packages } from '#contract/features/sign-up/options.ts'
import { checksOf, requestedBy } from '#contract/wire/form-rules.ts'
import type { Buyer } from '#web/features/visitors/sign-up/payment.ts'
import { attempt, type DraftStorage } from '#web/features/visitors/sign-up/storage.ts'

/** What a reload restores: progress, choices and input, but never a password or a card. */
export type StoredProgress = Progress & { typed: Typed }
/** By form: steps one, two and four. */
export type Typed = { account: Texts; business: Texts; customer: Texts }
export const nothingTyped: Typed = { account: {}, business: {}, customer: {} }
export type Texts = Record<string, string>

const secrets = new Set(['password', 'password2'])

export function saveProgress(storage: DraftStorage, { choices, stepCompleted, typed }: StoredProgress): void {
  const { password, password2, ...customer } = typed.customer
  const progress = { choices: { ...choices, notice: null }, stepCompleted, typed: { ...typed, customer } }
  attempt(() => storage().setItem(PROGRESS_KEY, JSON.stringify(progress)))
}

/** Anything on this device can write to storage, so invalid progress is ignored. */
export function readProgress(storage: DraftStorage): StoredProgress | undefined {
  return attempt(() => {
    const { choices, stepCompleted, typed } = JSON.parse(
      storage().getItem(PROGRESS_KEY) ?? '',
    ) as StoredProgress
    if (!areChoices(choices) || !isWithin(stepCompleted, 5)) return undefined
    const texts = {
      account: textsOf(typed.account),
      business: textsOf(typed.business),
      customer: textsOf(typed.customer),
    }
    return { choices: { ...startChoices(), ...choices, notice: null }, stepCompleted, typed: texts }
  })
}

/** The security answers are no longer needed, so they are removed. */
export function withoutAnswers(progress: StoredProgress): StoredProgress {
  const { first_question_answer, second_question_answer, ...customer } = progress.typed.customer
  return { ...progress, typed: { ...progress.typed, customer } }
}

export function dropProgress(storage: DraftStorage): void {
  attempt(() => storage().removeItem(PROGRESS_KEY))
}

function areChoices({ email, market, quantities, ...choices }: Choices): boolean {
  return (
    typeof email === 'string' &&
    accountTypes.includes(choices.accountType) &&
    Object.hasOwn(packages, choices.dataAndDialerChoice) &&
    ['choices', 'licences'].includes(choices.stepThree) &&
    Array.isArray(choices.acknowledged) &&
    Object.values(market).every((text) => typeof text === 'string') &&
    itemKeys.every((key) => isWithin(quantities[key], items[key].kind === 'licence' ? MOST_LICENCES : 1))
  )
}

function isWithin(number: unknown, most: number): boolean {
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= most
}

function textsOf(values: object): Texts {
  const texts = Object.entries(values).filter(
    ([name, value]) => typeof value === 'string' && !secrets.has(name),
  )
  return Object.fromEntries(texts)
}

const rules = legacyCustomerRules('how_heard')
export const checkLegacyCustomer = checksOf(rules)
export const isLegacyCustomerRequested = requestedBy(rules)

/** Whether step four is unchanged since it was left. */
export function isSameLegacyCustomer(one: Texts | undefined, other: Texts): boolean {
  if (!one) return false
  return Object.keys(one).every(
    (name) => one[name] === (isLegacyCustomerRequested(name, other) ? other[name] : ''),
  )
}

export function buyerOf(email: string, customer: Texts): Buyer {
  const { first_name = '', last_name = '', mobile_phone = '', phone = '' } = customer
  const { address = '', city = '', state = '', zip_code = '' } = customer
  const phones = [mobile_phone, phone].filter((number) => number !== '')
  return { email, phones, first_name, last_name, address, city, state, postal_code: zip_code }
}
