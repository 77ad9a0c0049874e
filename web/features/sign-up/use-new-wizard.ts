import { useEffect, useRef, useState } from 'react'
import type { GroupedErrors } from '#contract/calls/call.ts'
import { saveUnfinishedSignUp, submitSignUp } from '#contract/calls/sign-up.ts'
import { centsToDollars } from '#contract/money.ts'
import type { PageProps } from '#contract/pages.ts'
import { items, type PlanLine, totalOf } from '#contract/plan.ts'
import { backPageOf } from '#contract/provider.ts'
import { isInternetExplorer } from '#contract/user-agent.ts'
import { send } from '#web/api.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { type BillingValues, billingFields, isBillingAsked } from './billing-fields.ts'
import { type CustomerValues, checkCustomer, customerFields } from './customer-fields.ts'
import { fingerprint } from './fraud-agent.ts'
import { trackPurchase, trackStep } from './tracking.ts'
import { useDraft } from './use-draft.ts'
import { useEmailLookup } from './use-email-lookup.ts'
import { useSteps } from './use-steps.ts'

type Wizard = PageProps<'sign-up'> & { lines: PlanLine[] }
const ASK_AGAIN_MS = 3_000

export function useNewWizard({ values, query, provider, now, lines }: Wizard) {
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
  const filled = useRef<CustomerValues>(undefined)
  const steps = useSteps(() => filled.current !== undefined)
  const draft = useDraft(customerForm)
  const lookup = useEmailLookup({ complain: (message) => customerForm.complain('email', message) })
  const [isConfirming, setConfirming] = useState(false)
  const key = useRef('')

  /** One answer for both steps: a tick here is a tick there. */
  const { same_billing_address: sameHere } = customerForm.values
  const { set: setBilling } = billingForm
  useEffect(() => setBilling({ same_billing_address: sameHere }), [sameHere, setBilling])

  async function goOn(customer: CustomerValues) {
    if ((await lookup.lookUp(customer.email)) !== 'free') return
    const saved = await send(saveUnfinishedSignUp, bodyOf(customer, lines))
    if (saved.kind === 'refused' && saved.status === 400) return customerForm.serverErrors(saved.errors)
    filled.current = customer
    trackStep(provider, 2)
    steps.open(2)
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const customer = filled.current
    if (!customer) {
      steps.open(1)
      return undefined
    }
    key.current ||= crypto.randomUUID()
    const body = {
      ...bodyOf(customer, lines),
      ...billing,
      SEONPayload: await fingerprint(provider),
      total: centsToDollars(totalOf(lines)),
      idempotency_key: key.current,
      planName: query['plan-name'] ?? '',
      originPath: `/${backPageOf(query['back-url'])}`,
    }
    for (;;) {
      const outcome = await send(submitSignUp, body)
      if (outcome.kind === 'answered' && outcome.answer.data.status === 'registered') {
        await trackPurchase(provider, {
          customer,
          country: billing.country_code_alpha2,
          total: body.total,
          originPath: body.originPath,
        })
        draft.clear()
        const isOld = isInternetExplorer(navigator.userAgent)
        location.assign(isOld ? '/browser_select/?status=registered' : '/login/?status=registered')
        return 'leaving'
      }
      if (outcome.kind === 'answered') {
        setConfirming(true)
        await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
        continue
      }
      setConfirming(false)
      if (outcome.kind === 'refused') {
        // A definite refusal ends this try; the next one is a new order.
        if (outcome.status === 400 || outcome.status === 409) key.current = ''
        showRefusal(outcome.errors)
      }
      if (outcome.kind === 'failed') billingForm.serverErrors(outcome.message)
      return undefined
    }
  }

  function showRefusal(errors: GroupedErrors | Record<string, string[]> | string) {
    if (typeof errors === 'string') return billingForm.serverErrors(errors)
    const { payment_form, ...earlier } = errors as GroupedErrors
    if (Object.keys(earlier).length === 0) return billingForm.serverErrors(payment_form ?? {})
    steps.open(1)
    customerForm.serverErrors(earlier)
  }

  return {
    step: steps.step,
    hasSeenBilling: steps.hasSeen(2),
    billingRef: steps.contentRef,
    customer: {
      form: customerForm,
      lookup,
      hasDraft: draft.isRestored,
      onClearDraft: draft.clearAll,
      onNext: goOn,
    },
    billing: { form: billingForm, isConfirming, onPrevious: () => steps.open(1), onPay: pay },
  }
}

function bodyOf(customer: CustomerValues, lines: PlanLine[]) {
  const counts = Object.fromEntries(lines.map(({ key, quantity }) => [items[key].field, quantity]))
  return { ...counts, ...customer }
}

function useOnce<Value>(make: () => Value): Value {
  return useState(make)[0]
}
