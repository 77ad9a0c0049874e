import { useState } from 'react'
import { chosenRegionLabel } from '#contract/catalogue/countries.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useLeaving, useRestored } from '#web/form/use-leaving.ts'
import { type BillingValues, expectCardOf, orderTotal, useBillingForm } from './billing-form.ts'
import { useDraft } from './draft.ts'
import {
  buyerOf,
  type CustomerValues,
  checkCustomer,
  customerBody,
  customerFields,
  type NewEvent,
  type NewWizard,
  orderBody,
  reduceNew,
  sortErrors,
  startNew,
} from './new-wizard.ts'
import { originOf } from './payment.ts'
import { useSignUpEffects } from './wizard-effects.ts'
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

/** Both steps: what each button does, and where errors are shown. The second step is loaded in the background. */
export function useNewWizard({ values, query, provider, now, lines, ...events }: Wizard) {
  const { state, latest, dispatch } = useWizardState<NewWizard, NewEvent>(reduceNew, () => startNew)
  const steps = useSteps({
    step: state.step,
    pathOf: (step) => `/sign-up/step-${step}`,
    onPath: (path) => dispatch({ kind: 'path', path, customer: customerForm.values }).step,
  })
  const presence = useOccupied(state.step === 1)
  const { customerForm, billingForm } = useNewForms({
    values,
    now,
    onEmail: (email) => lookUp.changed(email),
  })
  const draft = useDraft({ form: customerForm, isBack: state.isBack, dispatch })
  const { lookUp, save, payment } = useSignUpEffects({
    provider,
    query,
    step: state.step,
    dispatch,
    complain: (message) => customerForm.complain('email', message),
    purchaser: (country = billingForm.values.country_code_alpha2) => ({
      buyer: buyerOf(customerForm.values),
      country,
    }),
    onOver: () => {
      customerForm.clearSecrets()
      billingForm.clearSecrets()
      draft.end()
    },
  })
  const later = useLater(fetchBillingStep)
  useLeaving(() => void dispatch({ kind: 'page left', customer: customerForm.values }))
  // If the page was left during a payment, check the order before anything else can be pressed.
  useRestored(() => {
    steps.follow()
    if (payment.isOpen()) void customerForm.run(() => lookUp.findOrder(customerForm.values.email))
  })

  function open(event: NewEvent) {
    steps.show(dispatch(event).step)
  }

  async function goOn(customer: CustomerValues): Promise<TaskResult> {
    dispatch({ kind: 'customer sent' })
    const verdict = await lookUp.begin(customer.email)
    if (verdict !== 'free') return verdict
    const saved = await save.begin({ ...customerBody(customer, lines), ...originOf(query) })
    if (typeof saved === 'object') customerForm.serverErrors(saved.refused)
    if (saved !== 'free') return undefined
    if (!(await later.load())) {
      customerForm.serverErrors(messages.networkError)
      return undefined
    }
    const latestCustomer = customerForm.latestValues()
    billingForm.set({ same_billing_address: latestCustomer.same_billing_address })
    expectCardOf(billingForm, customer.state, values.regions)
    void payment.prepare()
    const { refusal } = latest()
    open({ kind: 'customer done', submitted: customer, customer: latestCustomer })
    if (refusal && latest().step === 2) showRefusal(refusal, false)
    return undefined
  }

  async function pay(billing: BillingValues): Promise<TaskResult> {
    const { filled: customer } = latest()
    if (!customer) {
      open({ kind: 'back to customer' })
      return undefined
    }
    presence.begin()
    return payment.pay({
      orderOf: (marks) => orderBody({ customer, billing, lines, query, marks }),
      ...orderTotal(lines),
      cardCountry: billing.country_code_alpha2,
      onRefused: (errors) => showRefusal(errors, presence.isOccupied()),
    })
  }

  /** Opens the step where the error can be corrected, unless somebody is filling in the other. */
  function showRefusal(errors: ServerErrors, isOccupied: boolean) {
    if (typeof errors === 'string') events.onPriceDoubt()
    open({ kind: 'refused', errors, customer: customerForm.latestValues(), isOccupied })
    const { ofCustomer, ofBilling } = sortErrors(errors)
    if (ofCustomer) customerForm.serverErrors(ofCustomer)
    if (ofBilling) billingForm.serverErrors(ofBilling)
  }

  /** For step one, whose changes have to be submitted first. */
  function openRefusal(errors: ServerErrors) {
    showRefusal(errors, false)
    if (latest().step === 1) customerForm.element.current?.requestSubmit()
  }

  return {
    state,
    customerForm,
    billingForm,
    lookUp,
    payment,
    presence,
    contentRef: steps.contentRef,
    BillingStep: later.Step,
    /** Something was typed in step one during this visit. */
    isTouched: draft.isTouched,
    isTyped: state.step === 2 || state.isBack || hasTyped(customerForm),
    isCleared: events.cleared !== undefined,
    onClear: () => {
      const { password, password2, ...typed } = customerForm.values
      draft.end()
      events.onStartAnew(typed)
    },
    onUndo: () => {
      customerForm.fill(events.cleared ?? {})
      dispatch({ kind: 'clearing undone' })
      events.onUndone()
    },
    onNext: goOn,
    onPrevious: () => open({ kind: 'back to customer' }),
    onPay: pay,
    onRefusal: openRefusal,
  }
}

export type NewHandle = ReturnType<typeof useNewWizard>

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
