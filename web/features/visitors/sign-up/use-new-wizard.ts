import { useEffect, useRef, useState } from 'react'
import { wordForChosenRegion } from '#contract/catalogue/countries.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { GroupedErrors } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useLeaving, useRestored } from '#web/form/use-leaving.ts'
import { type BillingValues, billingFields, isBillingAsked, labelOfBilling } from './billing-fields.ts'
import {
  buyerOf,
  type CustomerValues,
  checkCustomer,
  customerFields,
  isSameCustomer,
} from './customer-fields.ts'
import { expectCardOf } from './expect-card.ts'
import { hasTyped } from './has-typed.ts'
import { customerBody, orderBody, orderTotal, originOf } from './order-body.ts'
import { saveUnfinished } from './save-unfinished.ts'
import { trackPurchase } from './tracking.ts'
import { useCancellable } from './use-cancellable.ts'
import { useDraft } from './use-draft.ts'
import { useEmailLookup } from './use-email-lookup.ts'
import { useLater } from './use-later.ts'
import { usePayment } from './use-payment.ts'
import { useStepTracking } from './use-step-tracking.ts'
import { useSteps } from './use-steps.ts'

export type Wizard = PageProps<'sign-up'> & {
  lines: PlanLine[]
  /** The server spoke of another total, perhaps: ask again what things cost. */
  onPriceDoubt: () => void
  /** What was cleared a moment ago, and may come back. */
  cleared: Partial<CustomerValues> | undefined
  onStartAnew: (cleared: Partial<CustomerValues>) => void
  onUndone: () => void
}

export function useNewWizard({ values, query, provider, now, lines, ...events }: Wizard) {
  const filled = useRef<CustomerValues>(undefined)
  const steps = useSteps({
    start: 1,
    stepAt: (path) =>
      path.endsWith('step-2') && isSameCustomer(filled.current, customerForm.values) ? 2 : 1,
    addressOf: (step) => `/sign-up/step-${step}`,
  })
  const customerForm = useForm({
    fields: useOnce(() => customerFields(values.regions)),
    checks: checkCustomer,
    labelOf: (name, { state }) => (name === 'state' ? wordForChosenRegion(values.regions, state) : undefined),
    needsScript: true,
  })
  const thisYear = new Date(now).getUTCFullYear()
  const billingForm = useForm({
    fields: useOnce(() => billingFields(values.countries, thisYear)),
    isAsked: isBillingAsked,
    labelOf: labelOfBilling,
    needsScript: true,
  })
  const draft = useDraft(customerForm)
  const lookup = useEmailLookup({
    email: customerForm.values.email,
    complain: (message) => customerForm.complain('email', message),
    onPaid: () => payment.found(),
  })
  const saves = useCancellable()
  const [isSaveWaiting, setSaveWaiting] = useState(false)
  const [hasForgotten, setForgotten] = useState(false)
  const payment = usePayment({
    provider,
    tell: (total) =>
      trackPurchase(provider, {
        buyer: buyerOf(customerForm.values),
        country: billingForm.values.country_code_alpha2,
        total,
        originPath: originOf(query).originPath,
      }),
    onPaid: () => {
      filled.current = undefined
      customerForm.forget()
      billingForm.forget()
      draft.clear()
    },
  })
  const later = useLater(fetchBillingStep)
  const hasSeenBilling = steps.hasSeen(2)
  useStepTracking(provider, steps.step)

  /** One answer for both steps: a tick here is a tick there. */
  const { same_billing_address: sameHere } = customerForm.values
  const { same_billing_address: sameThere } = billingForm.values
  const { set: setCustomer } = customerForm
  const { set: setBilling } = billingForm
  useEffect(() => setBilling({ same_billing_address: sameHere }), [sameHere, setBilling])
  useEffect(() => {
    if (hasSeenBilling) setCustomer({ same_billing_address: sameThere })
  }, [hasSeenBilling, sameThere, setCustomer])

  useLeaving(() => {
    if (filled.current || customerForm.values.password !== '') setForgotten(true)
    filled.current = undefined
  })
  // What was being paid when the page was left is asked about before anything else can be pressed.
  useRestored(() => {
    steps.follow()
    if (payment.isOpen()) void customerForm.run(() => lookup.findOrder(customerForm.values.email))
  })

  async function goOn(customer: CustomerValues): Promise<TaskResult> {
    const verdict = await lookup.lookUp(customer.email)
    if (verdict !== 'free') return verdict === 'leaving' ? 'leaving' : undefined
    const body = { ...customerBody(customer, lines), ...originOf(query) }
    const saved = await saveUnfinished(body, { signal: saves.begin(), onConfirming: setSaveWaiting })
    if (saved.kind === 'paid before') payment.found()
    if (saved.kind === 'refused') customerForm.serverErrors(saved.errors)
    if (saved.kind !== 'free') return undefined
    if (!(await later.load())) {
      customerForm.serverErrors(messages.networkError)
      return undefined
    }
    filled.current = customer
    setForgotten(false)
    expectCardOf(billingForm, customer.state, values.regions)
    void payment.prepare()
    steps.open(2)
    return undefined
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const customer = filled.current
    if (!customer) {
      steps.open(1)
      return undefined
    }
    return payment.pay({
      orderOf: (marks) => orderBody({ customer, billing, lines, query, marks }),
      ...orderTotal(lines),
      onRefused: showRefusal,
    })
  }

  /** Opens the step where it can be mended. */
  function showRefusal(errors: ServerErrors) {
    if (typeof errors === 'string') {
      events.onPriceDoubt()
      steps.open(2)
      return billingForm.serverErrors(errors)
    }
    const { emails_form, sign_up_form, customer_form, ...ofBilling } = errors as GroupedErrors
    const ofCustomer = { ...emails_form, ...sign_up_form, ...customer_form }
    const isOfCustomer = Object.keys(ofCustomer).length > 0
    steps.open(isOfCustomer ? 1 : 2)
    if (isOfCustomer) customerForm.serverErrors(ofCustomer)
    if (Object.keys(ofBilling).length > 0) billingForm.serverErrors(ofBilling)
  }

  return {
    step: steps.step,
    hasSeenBilling,
    isPaid: payment.isPaid,
    isTyped: steps.step === 2 || draft.isBack || hasTyped(customerForm),
    BillingStep: later.Step,
    contentRef: steps.contentRef,
    customer: {
      form: customerForm,
      lookup,
      draft,
      isConfirming: lookup.isConfirming || isSaveWaiting,
      hasForgotten,
      isCleared: events.cleared !== undefined,
      onClear: () => {
        const { password, password2, ...typed } = customerForm.values
        draft.clear()
        events.onStartAnew(typed)
      },
      onUndo: () => {
        draft.bringBack(events.cleared ?? {})
        events.onUndone()
      },
      onNext: goOn,
    },
    billing: {
      form: billingForm,
      isConfirming: payment.isConfirming,
      onPrevious: () => steps.open(1),
      onPay: pay,
    },
  }
}

async function fetchBillingStep() {
  return (await import('./BillingStep.tsx')).BillingStep
}

function useOnce<Value>(make: () => Value): Value {
  return useState(make)[0]
}
