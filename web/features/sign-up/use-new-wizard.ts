import { useEffect, useRef, useState } from 'react'
import { saveUnfinishedAddress } from '#contract/addresses.ts'
import type { GroupedErrors } from '#contract/calls/call.ts'
import type { saveUnfinishedSignUp } from '#contract/calls/sign-up.ts'
import { DEFAULT_COUNTRY, DEFAULT_REGION } from '#contract/options.ts'
import type { PageProps } from '#contract/pages.ts'
import type { PlanLine } from '#contract/plan.ts'
import { isInternetExplorer } from '#contract/user-agent.ts'
import { send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { type BillingValues, billingFields, isBillingAsked } from './billing-fields.ts'
import { type CustomerValues, checkCustomer, customerFields, isSameCustomer } from './customer-fields.ts'
import { inTime, startFingerprint } from './fraud-agent.ts'
import { customerBody, orderBody, originOf } from './order-body.ts'
import { endsOrder, submitOrder } from './submit-order.ts'
import { trackPurchase } from './tracking.ts'
import { useCancellable } from './use-cancellable.ts'
import { useDraft } from './use-draft.ts'
import { useEmailLookup } from './use-email-lookup.ts'
import { useStepTracking } from './use-step-tracking.ts'
import { useSteps } from './use-steps.ts'

export type Wizard = PageProps<'sign-up'> & {
  lines: PlanLine[]
  /** The server spoke of another total, perhaps: ask again what things cost. */
  onPriceDoubt: () => void
  onStartAnew: () => void
}

export function useNewWizard({ values, query, provider, now, lines, ...events }: Wizard) {
  const filled = useRef<CustomerValues>(undefined)
  // Before the forms: a step opens at its heading, and then a refusal points at its field.
  const steps = useSteps(() => isSameCustomer(filled.current, customerForm.values))
  const customerForm = useForm({
    fields: useOnce(() => customerFields(values.regions)),
    checks: checkCustomer,
    needsScript: true,
  })
  const thisYear = new Date(now).getUTCFullYear()
  const billingForm = useForm({
    fields: useOnce(() => billingFields(values.countries, thisYear)),
    isAsked: isBillingAsked,
    needsScript: true,
  })
  const draft = useDraft(customerForm)
  const lookup = useEmailLookup({
    email: customerForm.values.email,
    complain: (message) => customerForm.complain('email', message),
  })
  const saves = useCancellable()
  const payments = useCancellable()
  const [isConfirming, setConfirming] = useState(false)
  const key = useRef('')
  const fingerprint = useRef<Promise<string>>(undefined)
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

  async function goOn(customer: CustomerValues): Promise<TaskResult> {
    const verdict = await lookup.lookUp(customer.email)
    if (verdict !== 'free') return verdict === 'leaving' ? 'leaving' : undefined
    const signal = saves.begin()
    const saved = await send<typeof saveUnfinishedSignUp>(
      saveUnfinishedAddress,
      { ...customerBody(customer, lines), ...originOf(query) },
      { signal },
    )
    if (saved.kind === 'cancelled') return undefined
    if (saved.kind === 'refused' && saved.status === 400) {
      customerForm.serverErrors(saved.errors)
      return undefined
    }
    filled.current = customer
    expectCardOf(customer)
    fingerprint.current ??= startFingerprint(provider)
    steps.open(2)
    return undefined
  }

  /** A card is likely to come from where its holder lives. */
  function expectCardOf({ state }: CustomerValues) {
    if (billingForm.state.fields.country_code_alpha2.touched) return
    const country = values.regions.find((region) => region.value === state)?.country ?? DEFAULT_COUNTRY
    if (country === billingForm.values.country_code_alpha2) return
    setBilling({ country_code_alpha2: country, region: country === DEFAULT_COUNTRY ? DEFAULT_REGION : '' })
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const customer = filled.current
    if (!customer) {
      steps.open(1)
      return undefined
    }
    key.current ||= crypto.randomUUID()
    fingerprint.current ??= startFingerprint(provider)
    const session = await inTime(fingerprint.current)
    const order = orderBody({ customer, billing, lines, query, key: key.current, fingerprint: session })
    const outcome = await submitOrder(order, {
      signal: payments.begin(),
      onConfirming: () => setConfirming(true),
    })
    if (outcome.kind === 'answered') {
      const country = billing.country_code_alpha2
      trackPurchase(provider, { customer, country, total: order.total, originPath: order.originPath })
      draft.clear()
      const isOld = isInternetExplorer(navigator.userAgent)
      location.assign(isOld ? '/browser_select/?status=registered' : '/login/?status=registered')
      return 'leaving'
    }
    setConfirming(false)
    // A definite refusal ends this order; the next try is a new one.
    if (endsOrder(outcome)) key.current = ''
    if (outcome.kind === 'refused') showRefusal(outcome.errors)
    if (outcome.kind === 'failed') showRefusal(outcome.message)
    return undefined
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
    contentRef: steps.contentRef,
    customer: {
      form: customerForm,
      lookup,
      draft,
      onClear: () => {
        draft.clear()
        events.onStartAnew()
      },
      onNext: goOn,
    },
    billing: { form: billingForm, isConfirming, onPrevious: () => steps.open(1), onPay: pay },
  }
}

function useOnce<Value>(make: () => Value): Value {
  return useState(make)[0]
}
