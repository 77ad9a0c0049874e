import { useEffect, useRef, useState } from 'react'
import { wordForChosenRegion } from '#contract/catalogue/countries.ts'
import type { ItemKey } from '#contract/catalogue/plan.ts'
import type { Market } from '#contract/features/sign-up/legacy-rules.ts'
import { thirdPlace } from '#contract/features/sign-up/legacy-steps.ts'
import * as fields from '#contract/fields/card.ts'
import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import {
  type BillingValues,
  billingFields,
  isBillingAsked,
  labelOfBilling,
} from '#web/features/visitors/sign-up/billing-fields.ts'
import { expectCardOf } from '#web/features/visitors/sign-up/expect-card.ts'
import { orderTotal, originOf } from '#web/features/visitors/sign-up/order-body.ts'
import { saveUnfinished } from '#web/features/visitors/sign-up/save-unfinished.ts'
import { trackPurchase } from '#web/features/visitors/sign-up/tracking.ts'
import { useCancellable } from '#web/features/visitors/sign-up/use-cancellable.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useLeaving, useRestored } from '#web/form/use-leaving.ts'
import { businessFields, isBusinessAsked, labelOfBusiness } from './business-fields.ts'
import type { LaterStepsProps } from './LaterSteps.tsx'
import type { MixCounts } from './LicenceHelp.tsx'
import { legacyCustomerBody, legacyOrderBody } from './legacy-body.ts'
import {
  buyerOf,
  checkLegacyCustomer,
  isLegacyCustomerAsked,
  isSameLegacyCustomer,
  type LegacyCustomerValues,
  legacyCustomerFields,
} from './legacy-customer-fields.ts'

const noErrors: FieldErrors = {}

/** Steps two to five: what each asks, where it leads, and which one a refusal opens again. */
export function useLaterSteps({
  values,
  query,
  provider,
  now,
  progress,
  steps,
  lines,
  payment,
  lookup,
  ...props
}: LaterStepsProps) {
  const { regions, countries, offer } = values
  const { choices, type } = progress
  const filled = useRef<LegacyCustomerValues>(undefined)
  const kept = useOnce(progress.latest)
  const businessForm = useForm({
    fields: useOnce(() => businessFields(countries, { ...kept.choices.market, ...kept.typed.business })),
    isAsked: isBusinessAsked(regions),
    labelOf: labelOfBusiness,
    needsScript: true,
  })
  const customerForm = useForm({
    fields: useOnce(() => legacyCustomerFields(regions)),
    checks: checkLegacyCustomer,
    isAsked: isLegacyCustomerAsked,
    labelOf: (name, { state }) => (name === 'state' ? wordForChosenRegion(regions, state) : undefined),
    needsScript: true,
  })
  const billingForm = useForm({
    fields: useOnce(() => billingFields(countries, new Date(now).getUTCFullYear(), fields.cardHolder)),
    isAsked: isBillingAsked,
    labelOf: labelOfBilling,
    needsScript: true,
  })
  const saves = useCancellable()
  const [isSaveWaiting, setSaveWaiting] = useState(false)
  const [hasForgotten, setForgotten] = useState(false)
  const [planErrors, setPlanErrors] = useState(noErrors)

  const suggested = useRef(kept.choices.market.market_state)
  const { fill: fillCustomer } = customerForm
  // A page that was left before it had noted the suggested state suggests it again.
  useEffect(() => {
    const { customer } = kept.typed
    fillCustomer({ ...customer, state: customer.state || kept.choices.market.market_state })
  }, [fillCustomer, kept])

  // What is typed survives a reload; a password does not.
  useEffect(() => {
    type('business', businessForm.values)
    type('customer', customerForm.values)
  })

  // Another email has begun anew: the market too.
  const { market } = choices
  const lastMarket = useRef(market)
  const { set: setBusiness } = businessForm
  useEffect(() => {
    if (lastMarket.current !== market) setBusiness(market)
    lastMarket.current = market
  }, [market, setBusiness])

  const { mayPay, tell } = props
  useEffect(() => {
    mayPay.current = () => isSameLegacyCustomer(filled.current, customerForm.values)
    tell.current = (total) =>
      trackPurchase(provider, {
        buyer: buyerOf(choices.email, customerForm.values),
        country: billingForm.values.country_code_alpha2,
        total,
        originPath: originOf(query).originPath,
      })
  })

  useLeaving(() => {
    if (filled.current || customerForm.values.password !== '') setForgotten(true)
    filled.current = undefined
  })
  // What was being paid when the page was left is asked about before anything else can be pressed.
  useRestored(() => {
    if (payment.isOpen()) void customerForm.run(() => lookup.findOrder(choices.email))
  })

  async function leaveBusiness(asked: Market): Promise<TaskResult> {
    const { choices } = progress.change({ kind: 'market', market: asked })
    if (!choices.notice) openThird()
    return undefined
  }

  function openThird() {
    const { choices } = progress.latest()
    suggestState(choices.market.market_state)
    progress.complete(2)
    steps.open(thirdPlace(choices.stepThree))
  }

  /** Whoever sells in a state probably lives there, unless they have said otherwise. */
  function suggestState(state: string) {
    const { state: current } = customerForm.values
    if (current === '' || current === suggested.current) customerForm.set({ state })
    suggested.current = state
  }

  function answerNotice(yes: boolean) {
    const { notice } = progress.latest().choices
    progress.change({ kind: 'answer', yes })
    if (yes && notice?.kind === 'abroad') openThird()
  }

  function pick(item: ItemKey, quantity: number) {
    setPlanErrors(noErrors)
    progress.change({ kind: 'quantity', item, quantity })
  }

  function takeMix(mix: MixCounts) {
    setPlanErrors(noErrors)
    progress.change({ kind: 'mix', mix })
  }

  function leaveThird() {
    if (progress.change({ kind: 'leave' }).choices.notice) return
    progress.complete(3)
    steps.open('step-4')
  }

  async function leaveCustomer(customer: LegacyCustomerValues): Promise<TaskResult> {
    const body = legacyCustomerBody(progress.latest().choices, offer, customer)
    const saved = await saveUnfinished(body, { signal: saves.begin(), onConfirming: setSaveWaiting })
    if (saved.kind === 'paid before') payment.found()
    if (saved.kind === 'refused') showRefusal(saved.errors)
    if (saved.kind !== 'free') return undefined
    filled.current = customer
    setForgotten(false)
    expectCardOf(billingForm, customer.state, regions)
    void payment.prepare()
    progress.complete(4)
    steps.open('step-5')
    return undefined
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const customer = filled.current
    if (!customer) {
      steps.open('step-4')
      return undefined
    }
    const { choices } = progress.latest()
    return payment.pay({
      orderOf: (marks) => legacyOrderBody({ choices, offer, customer, billing, lines, marks }),
      ...orderTotal(lines),
      onRefused: showRefusal,
    })
  }

  /** Opens the earliest step that has something to mend; every other one keeps what it says of itself. */
  function showRefusal(errors: ServerErrors) {
    if (typeof errors === 'string') {
      props.onPriceDoubt()
      // A plan that costs something else, or a bank that is away: it is told where it was asked for.
      if (steps.step === 'step-4') return customerForm.serverErrors(errors)
      steps.open('step-5')
      return billingForm.serverErrors(errors)
    }
    const { emails_form, sign_up_form, customer_form, payment_form } = errors as GroupedErrors
    if (payment_form) billingForm.serverErrors(payment_form)
    if (customer_form) customerForm.serverErrors(withGroup(customer_form))
    if (sign_up_form) setPlanErrors(sign_up_form)
    if (emails_form) props.onEmailRefused(emails_form)
    else if (sign_up_form) steps.open(thirdPlace(choices.stepThree))
    else steps.open(customer_form ? 'step-4' : 'step-5')
  }

  return {
    businessForm,
    customerForm,
    billingForm,
    planErrors,
    isConfirming: payment.isConfirming,
    isSaveWaiting: isSaveWaiting || lookup.isConfirming,
    hasForgotten,
    /** After a link of a mail: the answers are missing, too. */
    areAnswersGone: !kept.typed.customer.first_question_answer,
    /** After a reload: the passwords are the only thing that is missing. */
    isPasswordGone: kept.stepCompleted >= 4 && customerForm.values.password === '',
    leaveBusiness,
    answerNotice,
    pick,
    takeMix,
    leaveThird,
    leaveCustomer,
    pay,
  }
}

/** The server names the first of the ticks; here the question above them is meant. */
function withGroup({ broker, ...errors }: FieldErrors): FieldErrors {
  return broker ? { ...errors, how_heard: broker } : errors
}

function useOnce<Value>(make: () => Value): Value {
  return useState(make)[0]
}
