import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { DEFAULT_COUNTRY, firstCountryOf } from '#contract/catalogue/countries.ts'
import { completedSteps, pathOfStep, stepIn, stepNumberOf } from '#contract/features/sign-up/legacy-steps.ts'
import * as fields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { GroupedErrors } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { tabStorage } from '#web/features/visitors/sign-up/draft-storage.ts'
import { originOf } from '#web/features/visitors/sign-up/order-body.ts'
import { trackPurchase, useStepTracking } from '#web/features/visitors/sign-up/tracking.ts'
import { useEmailLookup } from '#web/features/visitors/sign-up/use-email-lookup.ts'
import { usePayment } from '#web/features/visitors/sign-up/use-payment.ts'
import { hasTyped, useLater, useOccupied, useSteps } from '#web/features/visitors/sign-up/wizard-parts.ts'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useLeaving, useRestored } from '#web/form/use-leaving.ts'
import type { LaterStepsProps } from './LaterSteps.tsx'
import { buyerOf } from './legacy-customer.ts'
import { type AskedAt, type LegacyEvent, startLegacy } from './legacy-wizard.ts'
import { readProgress } from './progress.ts'
import { useKeptTexts, useLegacyState } from './use-legacy-state.ts'

const start = { email: configOf(fields.email) }

/**
 * Navigation through the five steps, and the first step itself. The later ones are loaded in the background.
 */
export function useLegacyWizard({ values, path, provider, query }: PageProps<'legacy-sign-up'>) {
  const { stepThree, withoutProgress } = values
  const firstCountry = firstCountryOf(values.countries)
  const offer = { ...values.offer, firstCountry }
  const wizard = useLegacyState(offer, () =>
    startLegacy(stepThree, path === pathOfStep('step-1') ? 'step-1' : 'unknown', firstCountry),
  )
  const { state, latest } = wizard
  const steps = useSteps({
    step: state.step,
    pathOf: (step) => pathOfStep(step === 'unknown' ? 'step-1' : step),
    onPath: (asked) => wizard.tell({ kind: 'path', path: asked }).step,
  })
  const form = useForm({
    fields: start,
    needsScript: true,
    onChange: (_, email) => lookup.changed(email),
  })
  const lookup = useEmailLookup({
    email: form.values.email,
    complain: (message) => form.complain('email', message),
    onOrder: (order) => payment.found(order),
  })
  const presence = useOccupied(state.step !== 'step-5')
  const payment = usePayment({
    provider,
    tell: ({ total, country = firstCountry }) =>
      trackPurchase(provider, {
        buyer: buyerOf(latest().choices.email, latest().typed.customer),
        country,
        total,
        originPath: originOf(query).originPath,
      }),
    onPaid: () => void wizard.tell({ kind: 'paid' }),
  })
  const later = useLater(fetchLaterSteps)
  useStepTracking(provider, state.step === 'unknown' ? 0 : stepNumberOf(state.step))
  useKeptTexts(wizard, 'account', form.state.fields.email.touched && form.values)
  useLeaving(() => void wizard.tell({ kind: 'page left' }))
  useRestored(() => {
    if (state.step !== 'unknown') steps.follow()
  })

  /** Restores what this tab has kept. Someone who starts fresh needs only the first step. */
  const restore = useEffectEvent(() => {
    const kept = readProgress(tabStorage)
    if (kept) {
      wizard.tell({ kind: 'restored', kept })
      form.fill({ email: kept.choices.email, ...kept.typed.account })
    }
    const mayStay = stepIn(location.pathname) !== 'licences' || completedSteps(latest(), offer) >= 2
    if (!mayStay) location.replace(withoutProgress)
    return { mayStay, isBeginning: !kept && stepIn(location.pathname) === 'step-1' }
  })
  const follow = useEffectEvent(steps.follow)
  const { load } = later
  useEffect(() => {
    const { mayStay, isBeginning } = restore()
    if (isBeginning) follow()
    else if (mayStay) void load().then((isThere) => isThere && follow())
  }, [load])

  function tell(event: LegacyEvent) {
    const before = latest().step
    const next = wizard.tell(event)
    if (next.step !== before) steps.show(next.step)
    return next
  }

  async function goOn({ email }: { email: string }): Promise<TaskResult> {
    const verdict = await lookup.lookUp(email)
    if (verdict !== 'free') return verdict === 'leaving' ? 'leaving' : undefined
    if (!tell({ kind: 'email accepted', email }).isNextWaiting) await openBusiness()
    return undefined
  }

  async function openBusiness() {
    if (await load()) tell({ kind: 'account done' })
    else form.serverErrors(ruleMessages.networkError)
  }

  async function answerNotice(yes: boolean): Promise<TaskResult> {
    const { notice, email } = latest().choices
    const { isNextWaiting } = tell({ kind: 'notice answered', yes })
    if (notice?.kind !== 'discard' || notice.change.kind !== 'email') return undefined
    if (!yes) form.set({ email })
    else if (isNextWaiting) await openBusiness()
    return undefined
  }

  return {
    state,
    contentRef: steps.contentRef,
    watch: presence.watch,
    payment,
    isTyped: !payment.isPaid && (state.stepCompleted > 0 || hasTyped(form)),
    LaterSteps: later.Step,
    problem: later.hasFailed ? ruleMessages.networkError : '',
    account: {
      isDataSold: firstCountry === DEFAULT_COUNTRY,
      form,
      lookup,
      /** The email field was left by other means than Next, which does its own check. */
      onEmail: (email: string) => ({ asks: tell({ kind: 'email left', email }).choices.notice !== null }),
      onChange: (change: Extract<LegacyEvent, { kind: 'change' }>['change']) =>
        void tell({ kind: 'change', change }),
      onNext: goOn,
    },
    answerNotice: (yes: boolean) => void form.run(() => answerNotice(yes)),
    later: {
      state,
      latest,
      tell,
      payment,
      lookup,
      /** Opens the step where the error can be corrected; its form shows the message. */
      refuse(errors: ServerErrors, askedAt: AskedAt, isOccupied: boolean) {
        const { emails_form } = typeof errors === 'string' ? {} : (errors as GroupedErrors)
        tell({ kind: 'refused', errors, askedAt, isOccupied })
        if (emails_form) form.serverErrors(emails_form)
      },
      presence,
      /** What Next does on the open step. */
      submit: () =>
        steps.contentRef.current
          ?.querySelector<HTMLFormElement>(':scope > :not([hidden]) form')
          ?.requestSubmit(),
    },
  }
}

async function fetchLaterSteps(): Promise<ComponentType<LaterStepsProps>> {
  return (await import('./LaterSteps.tsx')).LaterSteps
}
