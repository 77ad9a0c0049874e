import { useState } from 'react'
import { chosenRegionLabel } from '#contract/catalogue/countries.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useLeaving, useRestored } from '#web/form/use-leaving.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'
import { buyerOf, type CustomerValues, checkCustomer, customerFields } from './customer-fields.ts'
import { type NewEvent, type NewWizard, reduceNew, sortErrors, startNew } from './new-wizard.ts'
import { customerBody, orderBody, orderTotal, originOf } from './order-body.ts'
import { saveUnfinished } from './save-unfinished.ts'
import { trackPurchase, useStepTracking } from './tracking.ts'
import { type BillingValues, expectCardOf, useBillingForm } from './use-billing-form.ts'
import { useDraft } from './use-draft.ts'
import { useEmailLookup } from './use-email-lookup.ts'
import { usePayment } from './use-payment.ts'
import { hasTyped, useLater, useOccupied, useSteps, useWizardState } from './wizard-parts.ts'

export type Wizard = PageProps<'sign-up'> & {
  lines: PlanLine[]
  /** The server may have reported a different total: reload the prices. */
  onPriceDoubt: () => void
  /** What was just cleared, for undo. */
  cleared: Partial<CustomerValues> | undefined
  onStartAnew: (cleared: Partial<CustomerValues>) => void
  onUndone: () => void
}

/** Navigation through the two steps, and the first step itself. The second is loaded in the background. */
export function useNewWizard({ values, query, provider, now, lines, ...events }: Wizard) {
  const wizard = useWizardState<NewWizard, NewEvent>(reduceNew, () => startNew)
  const { state, latest } = wizard
  const steps = useSteps({
    step: state.step,
    pathOf: (step) => `/sign-up/step-${step}`,
    onPath: (path) => wizard.tell({ kind: 'path', path, customer: customerForm.values }).step,
  })
  const presence = useOccupied(state.step === 1)
  const { customerForm, billingForm } = useNewForms({
    values,
    now,
    onEmail: (email) => lookup.changed(email),
  })
  const draft = useDraft(customerForm)
  const lookup = useEmailLookup({
    email: customerForm.values.email,
    complain: (message) => customerForm.complain('email', message),
    onOrder: (order) => payment.found(order),
  })
  const saves = useCancellable()
  const [isSaveWaiting, setSaveWaiting] = useState(false)
  const payment = usePayment({
    provider,
    tell: ({ total, country = billingForm.values.country_code_alpha2 }) =>
      trackPurchase(provider, {
        buyer: buyerOf(customerForm.values),
        country,
        total,
        originPath: originOf(query).originPath,
      }),
    onPaid: () => {
      wizard.tell({ kind: 'paid' })
      customerForm.forget()
      billingForm.forget()
      draft.clear()
    },
  })
  const later = useLater(fetchBillingStep)
  useStepTracking(provider, state.step)
  useLeaving(() => void wizard.tell({ kind: 'page left', customer: customerForm.values }))
  // If the page was left during a payment, check the order before anything else can be pressed.
  useRestored(() => {
    steps.follow()
    if (payment.isOpen()) void customerForm.run(() => lookup.findOrder(customerForm.values.email))
  })

  function tell(event: NewEvent) {
    steps.show(wizard.tell(event).step)
  }

  async function goOn(customer: CustomerValues): Promise<TaskResult> {
    wizard.tell({ kind: 'customer sent' })
    const verdict = await lookup.lookUp(customer.email)
    if (verdict !== 'free') return verdict === 'leaving' ? 'leaving' : undefined
    const body = { ...customerBody(customer, lines), ...originOf(query) }
    const saved = await saveUnfinished(body, { signal: saves.begin(), onConfirming: setSaveWaiting })
    if (saved.kind === 'ordered') payment.found(saved.order)
    if (saved.kind === 'refused') customerForm.serverErrors(saved.errors)
    if (saved.kind !== 'free') return undefined
    if (!(await later.load())) {
      customerForm.serverErrors(messages.networkError)
      return undefined
    }
    const latestCustomer = customerForm.latestValues()
    billingForm.set({ same_billing_address: latestCustomer.same_billing_address })
    expectCardOf(billingForm, customer.state, values.regions)
    void payment.prepare()
    const { refusal } = latest()
    tell({ kind: 'customer done', submitted: customer, customer: latestCustomer })
    if (refusal && latest().step === 2) showRefusal(refusal, false)
    return undefined
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const { filled: customer } = latest()
    if (!customer) {
      tell({ kind: 'back to customer' })
      return undefined
    }
    presence.begin()
    return payment.pay({
      orderOf: (marks) => orderBody({ customer, billing, lines, query, marks }),
      ...orderTotal(lines),
      country: billing.country_code_alpha2,
      onRefused: (errors) => showRefusal(errors, presence.isOccupied()),
    })
  }

  /** Opens the step where the error can be corrected, unless somebody is filling in the other. */
  function showRefusal(errors: ServerErrors, isOccupied: boolean) {
    if (typeof errors === 'string') events.onPriceDoubt()
    tell({ kind: 'refused', errors, customer: customerForm.latestValues(), isOccupied })
    const { ofCustomer, ofBilling } = sortErrors(errors)
    if (ofCustomer) customerForm.serverErrors(ofCustomer)
    if (ofBilling) billingForm.serverErrors(ofBilling)
  }

  /** From step one, whose changes have to be submitted first. */
  function openRefusal(errors: ServerErrors) {
    showRefusal(errors, false)
    if (latest().step === 1) customerForm.element.current?.requestSubmit()
  }

  return {
    step: state.step,
    watch: presence.watch,
    refusal: state.refusal,
    onRefusal: openRefusal,
    hasSeenBilling: state.hasSeenBilling,
    isPaid: payment.isPaid,
    isTyped: state.step === 2 || draft.isBack || hasTyped(customerForm),
    BillingStep: later.Step,
    contentRef: steps.contentRef,
    customer: {
      form: customerForm,
      lookup,
      draft,
      isConfirming: lookup.isConfirming || isSaveWaiting,
      hasForgotten: state.hasForgotten,
      hasChanged: state.hasChanged,
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
      onPrevious: () => tell({ kind: 'back to customer' }),
      onPay: pay,
    },
  }
}

type Forms = Pick<PageProps<'sign-up'>, 'values' | 'now'> & { onEmail: (email: string) => void }

/** The forms of both steps. The same-address checkbox appears in both and is kept in sync. */
function useNewForms({ values: { regions, countries }, now, onEmail }: Forms) {
  const [fields] = useState(() => customerFields(regions))
  const customerForm = useForm({
    fields,
    checks: checkCustomer,
    labelOf: (name, { state }) => (name === 'state' ? chosenRegionLabel(regions, state) : undefined),
    needsScript: true,
    onChange: (name, value) => {
      if (name === 'email') onEmail(value)
      if (name === 'same_billing_address') billingForm.set({ same_billing_address: value })
    },
  })
  const billingForm = useBillingForm({
    countries,
    now,
    onChange: (name, value) => {
      if (name === 'same_billing_address') customerForm.set({ same_billing_address: value })
    },
  })
  return { customerForm, billingForm }
}

async function fetchBillingStep() {
  return (await import('./BillingStep.tsx')).BillingStep
}
