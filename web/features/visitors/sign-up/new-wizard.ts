import { items, type PlanLine, plannableKeys } from '#contract/catalogue/plan.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import { newCustomerRules } from '#contract/features/sign-up/options.ts'
import * as personFields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { type BillingValues, billingBody, type Marks, orderTotal } from './billing-form.ts'
import { type Buyer, originOf } from './payment.ts'
import type { EffectEvent, EffectState } from './wizard-effects.ts'
import { stepTitle } from './wizard-parts.ts'

/** The state of the new wizard, apart from its two forms. Change it only with `reduceNew`. */
export type NewWizard = EffectState & {
  step: 1 | 2
  /** Once opened, step two stays mounted but hidden, and so keeps what was typed. */
  hasSeenBilling: boolean
  /** Step one as it was left. Step two opens only while it is unchanged. */
  filled: CustomerValues | undefined
  /** The page was restored by the browser, without its secrets. */
  hasClearedSecrets: boolean
  /** Step one was changed while waiting for an answer, so Next has to be pressed again. */
  hasChanged: boolean
  /** PAY NOW was refused while step one was being filled in. Set until step two opens. */
  refusal: ServerErrors | undefined
  /** What an earlier visit today left in step one. */
  restored: 'nothing' | 'all' | 'without answers'
  /** The input was cleared, and that was undone. */
  isBack: boolean
}

/** `customer` is the current step one; what was submitted may be older. */
export type NewEvent =
  | EffectEvent
  /** The URL changed: by Back, Forward, or restoring the page. */
  | { kind: 'path'; path: string; customer: CustomerValues }
  | { kind: 'draft restored'; draft: Partial<CustomerValues> }
  | { kind: 'clearing undone' }
  /** Next was pressed. */
  | { kind: 'customer sent' }
  | { kind: 'customer done'; submitted: CustomerValues; customer: CustomerValues }
  | { kind: 'back to customer' }
  /** `isOccupied`: since going back to step one, the person has typed or focused a field. */
  | { kind: 'refused'; errors: ServerErrors; customer: CustomerValues; isOccupied: boolean }
  | { kind: 'page left'; customer: CustomerValues }

export const startNew: NewWizard = {
  step: 1,
  hasSeenBilling: false,
  filled: undefined,
  hasClearedSecrets: false,
  hasChanged: false,
  refusal: undefined,
  restored: 'nothing',
  isBack: false,
  confirming: { lookUp: false, save: false },
  unfinished: '',
  isPaid: false,
}

export function reduceNew(wizard: NewWizard, event: NewEvent): NewWizard {
  switch (event.kind) {
    case 'path': {
      const mayPay = isSameCustomer(wizard.filled, event.customer)
      return opened(wizard, event.path.endsWith('step-2') && mayPay ? 2 : 1)
    }
    case 'draft restored':
      return { ...wizard, restored: areAnswersGone(event.draft) ? 'without answers' : 'all' }
    case 'clearing undone':
      return { ...wizard, isBack: true }
    case 'confirming':
      return { ...wizard, confirming: { ...wizard.confirming, [event.call]: event.isConfirming } }
    case 'unfinished':
      return { ...wizard, unfinished: event.email }
    case 'customer sent':
      return { ...wizard, hasChanged: false }
    case 'customer done':
      if (!isSameCustomer(event.submitted, event.customer)) return opened({ ...wizard, hasChanged: true }, 1)
      return opened({ ...wizard, filled: event.submitted, hasClearedSecrets: false, hasChanged: false }, 2)
    case 'back to customer':
      return opened(wizard, 1)
    case 'refused': {
      if (sortErrors(event.errors).ofCustomer) return opened(wizard, 1)
      const hasChanged = !isSameCustomer(wizard.filled, event.customer)
      const stays = hasChanged || (wizard.step === 1 && event.isOccupied)
      return opened({ ...wizard, hasChanged, refusal: event.errors }, stays ? 1 : 2)
    }
    case 'page left': {
      const hadSecrets = wizard.filled !== undefined || event.customer.password !== ''
      const hasClearedSecrets = wizard.hasClearedSecrets || hadSecrets
      return {
        ...wizard,
        filled: undefined,
        hasClearedSecrets: hasClearedSecrets,
        hasChanged: false,
        refusal: undefined,
      }
    }
    case 'paid':
    case 'held':
      return { ...wizard, filled: undefined, isPaid: event.kind === 'paid' }
  }
}

/** Splits errors by step. Errors without a field are shown at the payment step. */
export function sortErrors(errors: ServerErrors): { ofCustomer?: FieldErrors; ofBilling?: ServerErrors } {
  if (typeof errors === 'string') return { ofBilling: errors }
  const { emails_form, sign_up_form, customer_form, ...ofBilling } = errors as GroupedErrors
  const ofCustomer = { ...emails_form, ...sign_up_form, ...customer_form }
  return {
    ...(Object.keys(ofCustomer).length > 0 && { ofCustomer }),
    ...(Object.keys(ofBilling).length > 0 && { ofBilling }),
  }
}

function opened(wizard: NewWizard, step: NewWizard['step']): NewWizard {
  if (step === 1) return { ...wizard, step }
  return { ...wizard, step, hasSeenBilling: true, refusal: undefined }
}

/** A resume link restores the chosen security questions, but never the answers; nor does a draft after a payment. */
function areAnswersGone(draft: Partial<CustomerValues>): boolean {
  const isGone = (question: string | undefined, answer: string | undefined) => Boolean(question) && !answer
  return (
    isGone(draft.first_security_question, draft.first_question_answer) &&
    isGone(draft.second_security_question, draft.second_question_answer)
  )
}

const titles = ['Customer information', 'Billing']
export const NEW_STEPS = titles.length

export function titleOfStep(step: number): string {
  return stepTitle(titles[step - 1] ?? '', step, NEW_STEPS)
}

const SAME_ADDRESS_HERE = 'The address above is the same as my billing address'

/** Step one of the new wizard, under its wire names. */
export function customerFields(states: Option[]) {
  return {
    email: configOf(personFields.email),
    confirmEmail: configOf(signUpFields.confirmEmail, { doNotCopyPast: true }),
    full_name: configOf(personFields.fullName),
    company: configOf(personFields.company),
    mobile_phone: configOf(personFields.mobilePhone, { label: 'Phone number' }),
    address: configOf(personFields.address),
    city: configOf(personFields.city),
    state: configOf(personFields.state, { elementType: 'select', options: states }),
    zip_code: configOf(personFields.zipCode),
    same_billing_address: configOf({ label: SAME_ADDRESS_HERE, validation: {} }, { elementType: 'checkbox' }),
    industry: configOf(signUpFields.industry),
    howDidYouHearAboutUs: configOf(signUpFields.howDidYouHear),
    password: configOf(signUpFields.accountPassword),
    password2: configOf(signUpFields.confirmPassword, { doNotCopyPast: true }),
    first_security_question: configOf(signUpFields.firstSecurityQuestion),
    first_question_answer: configOf(signUpFields.firstQuestionAnswer),
    second_security_question: configOf(signUpFields.secondSecurityQuestion),
    second_question_answer: configOf(signUpFields.secondQuestionAnswer),
  } satisfies Fields<string>
}

export type CustomerName = keyof ReturnType<typeof customerFields>
export type CustomerValues = Values<CustomerName>

export const checkCustomer = checksOf(newCustomerRules)

/**
 * Whether step one is unchanged since it was left. The same-address checkbox belongs to both steps, so it is
 * ignored.
 */
function isSameCustomer(one: CustomerValues | undefined, other: CustomerValues): boolean {
  if (!one) return false
  const names = Object.keys(one) as CustomerName[]
  return names.every((name) => name === 'same_billing_address' || one[name] === other[name])
}

export function buyerOf(customer: CustomerValues): Buyer {
  const { email, mobile_phone, address, city, state, zip_code } = customer
  const [first_name = '', ...rest] = customer.full_name.split(/\s+/)
  const names = { first_name, last_name: rest.join(' ') }
  return { email, phones: [mobile_phone], ...names, address, city, state, postal_code: zip_code }
}

/** The complete sign-up data; items that are not bought are included as zero. */
export function customerBody(customer: CustomerValues, lines: readonly PlanLine[]) {
  const bought = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const counts = Object.fromEntries(plannableKeys.map((key) => [items[key].field, bought.get(key) ?? 0]))
  return { ...counts, ...customer, same_billing_address: customer.same_billing_address === 'true' }
}

type Parts = {
  customer: CustomerValues
  billing: BillingValues
  lines: readonly PlanLine[]
  query: PageProps<'sign-up'>['query']
  marks: Marks
}

export function orderBody({ customer, billing, lines, query, marks }: Parts) {
  return {
    ...customerBody(customer, lines),
    ...billingBody(billing),
    ...orderTotal(lines),
    ...originOf(query),
    ...marks,
  }
}
