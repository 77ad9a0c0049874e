import { useEffect, useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { chosenRegionLabel } from '#contract/catalogue/countries.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import {
  type Choices,
  type Market,
  type Offer,
  pathOfStep,
  signUpDataOf,
} from '#contract/features/sign-up/legacy-choices.ts'
import { howHeard } from '#contract/features/sign-up/options.ts'
import * as fields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import { field } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import {
  type BillingValues,
  billingBody,
  expectCardOf,
  type Marks,
  orderTotal,
  useBillingForm,
} from '#web/features/visitors/sign-up/billing-form.ts'
import { configOf, type FieldConfig, shownValue } from '#web/form/field-config.ts'
import { type Fields, mapFields, type Values } from '#web/form/judge-fields.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useRestored } from '#web/form/use-leaving.ts'
import type { AskedAt, LegacyWizard } from './legacy-wizard.ts'
import { checkLegacyCustomer, isLegacyCustomerRequested, type Texts } from './progress.ts'
import { type LegacyHandle, useKeptTexts } from './use-legacy-wizard.ts'

export type LaterPage = Pick<PageProps<'legacy-sign-up'>, 'values' | 'provider' | 'now'> & {
  wizard: LegacyHandle
  lines: PlanLine[]
  /** The server may have reported a different total: reload the prices. */
  onPriceDoubt: () => void
}

/** Steps two to five: what happens when each is completed, and where errors are shown. */
export function useLaterSteps({ wizard, values, now, lines, onPriceDoubt }: LaterPage) {
  const { regions, countries, offer } = values
  const { latest, go, lookUp, save, payment, presence } = wizard
  const customer = useLegacyCustomer(wizard, regions)
  const billingForm = useBillingForm({ countries, now, holder: fields.cardHolder })

  // If the page was left during a payment, check the order before anything else can be pressed.
  useRestored(() => {
    if (payment.isOpen()) void customer.form.run(() => lookUp.findOrder(latest().choices.email))
  })

  // A paid page has no steps and waits for nothing.
  useEffect(() => save.cancel, [save.cancel])

  async function leaveBusiness(market: Market): Promise<TaskResult> {
    if (!go({ kind: 'change', change: { kind: 'market', market } }).choices.notice) openThird()
    return undefined
  }

  function answerNotice(yes: boolean) {
    const { notice } = latest().choices
    go({ kind: 'notice answered', yes })
    if (yes && notice?.kind === 'abroad') openThird()
  }

  /** Suggests the market's state as the home state, unless the person has chosen another. */
  function openThird() {
    const { choices, suggestedState } = latest()
    const { state } = customer.form.values
    if (state === '' || state === suggestedState) customer.form.set({ state: choices.market.market_state })
    go({ kind: 'business done' })
  }

  async function leaveCustomer(typed: LegacyCustomerValues): Promise<TaskResult> {
    go({ kind: 'customer sent' })
    const body = legacyCustomerBody(latest().choices, offer, typed)
    const saved = await save.begin(body)
    if (typeof saved === 'object') showRefusal(saved.refused, 'step-4')
    if (saved !== 'free') return undefined
    expectCardOf(billingForm, typed.state, regions)
    void payment.prepare()
    const { refusal } = latest()
    go({ kind: 'customer done', customer: typed })
    if (refusal && latest().step === refusal.step) showRefusal(refusal.errors, 'step-5')
    return undefined
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const { choices, filled } = latest()
    if (!filled) {
      go({ kind: 'open', step: 'step-4' })
      return undefined
    }
    const typed = filled as LegacyCustomerValues
    presence.begin()
    return payment.pay({
      orderOf: (marks) => legacyOrderBody({ choices, offer, customer: typed, billing, lines, marks }),
      ...orderTotal(lines),
      cardCountry: billing.country_code_alpha2,
      onRefused: (errors) => showRefusal(errors, 'step-5', presence.isOccupied()),
    })
  }

  /** Changes before that step have to be submitted first. */
  function openRefusal({ errors, step }: NonNullable<LegacyWizard['refusal']>) {
    showRefusal(errors, 'step-5')
    const { step: before } = latest()
    if (before === step) return
    if (go({ kind: 'path', path: pathOfStep(step) }).step === before) wizard.submit()
  }

  function showRefusal(errors: ServerErrors, askedAt: AskedAt, isOccupied = false) {
    wizard.refuse(errors, askedAt, isOccupied)
    if (typeof errors === 'string') {
      onPriceDoubt()
      return (askedAt === 'step-4' ? customer.form : billingForm).serverErrors(errors)
    }
    const { emails_form, sign_up_form, customer_form, ...others } = errors as GroupedErrors
    const isOfBilling = askedAt === 'step-5' || others.payment_form
    // Errors that belong to no form appear under the one that was sent.
    if (Object.keys(others).length > 0) (isOfBilling ? billingForm : customer.form).serverErrors(others)
    if (customer_form) customer.form.serverErrors(withGroup(customer_form))
  }

  return {
    customer,
    billingForm,
    leaveBusiness,
    answerNotice,
    leaveCustomer,
    pay,
    openRefusal,
  }
}

/** The form of step four. Starts with this tab's stored values and the state suggested by step two. */
function useLegacyCustomer(wizard: Pick<LegacyHandle, 'latest' | 'go'>, regions: Region[]) {
  const [kept] = useState(wizard.latest)
  const [fields] = useState(() => startFields(regions, kept))
  const form = useForm<LegacyCustomerName>({
    fields,
    checks: checkLegacyCustomer,
    isAsked: isLegacyCustomerRequested,
    labelOf: (name, { state }) => (name === 'state' ? chosenRegionLabel(regions, state) : undefined),
    needsScript: true,
  })
  useKeptTexts(wizard.go, 'customer', form.values)
  return {
    form,
    /** After a resume link the security answers are missing as well. */
    areAnswersGone: !kept.typed.customer.first_question_answer,
    /** After a reload only the passwords are missing. */
    isPasswordGone: kept.stepCompleted >= 4 && form.values.password === '',
  }
}

/** A page that was left before it saved the suggested state suggests it again. */
function startFields(regions: Region[], { typed, choices }: LegacyWizard): Fields<LegacyCustomerName> {
  const texts: Texts = { ...typed.customer, state: typed.customer.state || choices.market.market_state }
  return mapFields<LegacyCustomerName, FieldConfig>(legacyCustomerFields(regions), (config, name) => ({
    ...config,
    value: shownValue(config, texts[name] ?? config.value),
  }))
}

/** The server reports the first checkbox; here the error belongs to the question above them. */
function withGroup({ broker, ...errors }: FieldErrors): FieldErrors {
  return broker ? { ...errors, how_heard: broker } : errors
}

type HowHeardName = keyof typeof howHeard
export const howHeardNames = Object.keys(howHeard) as HowHeardName[]

/** Step four, under its wire names; `how_heard` is the question above the checkboxes. */
export function legacyCustomerFields(states: Option[]) {
  return {
    first_name: configOf(personFields.firstName),
    last_name: configOf(personFields.lastName),
    company: configOf(personFields.company),
    mobile_phone: configOf(personFields.mobilePhone),
    phone: configOf(personFields.officePhone),
    address: configOf(personFields.address),
    city: configOf(personFields.city),
    state: configOf(personFields.state, { elementType: 'select', options: states }),
    zip_code: configOf(personFields.zipCode),
    how_heard: configOf(field('How did you hear about us?', {})),
    ...(Object.fromEntries(
      howHeardNames.map((name) => [name, tick(howHeard[name])]),
    ) as Fields<HowHeardName>),
    other: configOf(signUpFields.howHeardOther, { label: 'Where from?' }),
    password: configOf(signUpFields.accountPassword),
    password2: configOf(signUpFields.confirmPassword, { doNotCopyPast: true }),
    time_zone: configOf(personFields.timeZone, { value: DEFAULT_TIME_ZONE }),
    first_security_question: configOf(signUpFields.firstSecurityQuestion),
    first_question_answer: configOf(signUpFields.firstQuestionAnswer),
    second_security_question: configOf(signUpFields.secondSecurityQuestion),
    second_question_answer: configOf(signUpFields.secondQuestionAnswer),
  } satisfies Fields<string>
}

export type LegacyCustomerName = keyof ReturnType<typeof legacyCustomerFields>
export type LegacyCustomerValues = Values<LegacyCustomerName>

function tick(label: string) {
  return configOf(field(label, {}), { elementType: 'checkbox' })
}

/** All sign-up data and the customer, as call 5 saves them. */
export function legacyCustomerBody(choices: Choices, offer: Offer, customer: LegacyCustomerValues) {
  const { how_heard, ...texts } = customer
  const ticks = Object.fromEntries(howHeardNames.map((name) => [name, customer[name] === 'true']))
  return { ...signUpDataOf(choices, offer), ...texts, ...ticks }
}

type Parts = {
  choices: Choices
  offer: Offer
  customer: LegacyCustomerValues
  billing: BillingValues
  lines: readonly PlanLine[]
  marks: Marks
}

function legacyOrderBody({ choices, offer, customer, billing, lines, marks }: Parts) {
  // The legacy wizard always asks for the billing address.
  const { same_billing_address, ...card } = billingBody(billing)
  return { ...legacyCustomerBody(choices, offer, customer), ...card, ...orderTotal(lines), ...marks }
}
