import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { DEFAULT_COUNTRY, firstCountryOf } from '#contract/catalogue/countries.ts'
import {
  completedSteps,
  type Offer,
  pathOfStep,
  stepIn,
  stepNumberOf,
} from '#contract/features/sign-up/legacy-choices.ts'
import * as fields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { GroupedErrors } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { tabStorage, whenPaidElsewhere } from '#web/features/visitors/sign-up/storage.ts'
import { useSignUpEffects } from '#web/features/visitors/sign-up/wizard-effects.ts'
import {
  hasTyped,
  useLater,
  useOccupied,
  useSteps,
  useWizardState,
} from '#web/features/visitors/sign-up/wizard-parts.ts'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useLeaving, useRestored } from '#web/form/use-leaving.ts'
import {
  type AskedAt,
  type LegacyEvent,
  type LegacyWizard,
  reduceLegacy,
  startLegacy,
} from './legacy-wizard.ts'
import {
  buyerOf,
  dropProgress,
  readProgress,
  saveProgress,
  type Texts,
  type Typed,
  withoutAnswers,
} from './progress.ts'

const start = { email: configOf(fields.email) }

/**
 * What all five steps share, and the first step itself. The later ones, with their forms, are loaded in the
 * background: see `useLaterSteps`.
 */
export function useLegacyWizard<Later>(
  { values, path, provider, query }: PageProps<'legacy-sign-up'>,
  fetchLaterSteps: () => Promise<ComponentType<Later>>,
) {
  const { stepThree, withoutProgress } = values
  const firstCountry = firstCountryOf(values.countries)
  const offer = { ...values.offer, firstCountry }
  const { state, latest, dispatch } = useLegacyState(offer, () =>
    startLegacy(stepThree, path === pathOfStep('step-1') ? 'step-1' : 'unknown', firstCountry),
  )
  const steps = useSteps({
    step: state.step,
    pathOf: (step) => pathOfStep(step === 'unknown' ? 'step-1' : step),
    onPath: (request) => dispatch({ kind: 'path', path: request }).step,
  })
  const form = useForm({
    fields: start,
    needsScript: true,
    onChange: (_, email) => lookUp.changed(email),
  })
  const presence = useOccupied(state.step !== 'step-5')
  const { lookUp, save, payment } = useSignUpEffects({
    provider,
    query,
    step: state.step === 'unknown' ? 0 : stepNumberOf(state.step),
    dispatch,
    complain: (message) => form.complain('email', message),
    purchaser: (country = firstCountry) => ({
      buyer: buyerOf(latest().choices.email, latest().typed.customer),
      country,
    }),
  })
  const later = useLater(fetchLaterSteps)
  useKeptTexts(dispatch, 'account', form.state.fields.email.touched && form.values)
  useLeaving(() => void dispatch({ kind: 'page left' }))
  useRestored(() => {
    if (state.step !== 'unknown') steps.follow()
  })

  /** Restores this tab's stored progress. Someone who starts fresh needs only the first step. */
  const restore = useEffectEvent(() => {
    const stored = readProgress(tabStorage)
    if (stored) {
      dispatch({ kind: 'restored', kept: stored })
      form.fill({ email: stored.choices.email, ...stored.typed.account })
    }
    const mayStay = stepIn(location.pathname) !== 'licences' || completedSteps(latest(), offer) >= 2
    if (!mayStay) location.replace(withoutProgress)
    return { mayStay, isBeginning: !stored && stepIn(location.pathname) === 'step-1' }
  })
  const follow = useEffectEvent(steps.follow)
  const { load } = later
  useEffect(() => {
    const { mayStay, isBeginning } = restore()
    if (isBeginning) follow()
    else if (mayStay) void load().then((isThere) => isThere && follow())
  }, [load])

  /** An opened step is added to the history. */
  function go(event: LegacyEvent) {
    const before = latest().step
    const next = dispatch(event)
    if (next.step !== before) steps.show(next.step)
    return next
  }

  async function goOn({ email }: { email: string }): Promise<TaskResult> {
    const verdict = await lookUp.begin(email)
    if (verdict !== 'free') return verdict
    if (!go({ kind: 'email accepted', email }).isNextWaiting) await openBusiness()
    return undefined
  }

  async function openBusiness() {
    if (await load()) go({ kind: 'account done' })
    else form.serverErrors(ruleMessages.networkError)
  }

  async function answerNotice(yes: boolean): Promise<TaskResult> {
    const { notice, email } = latest().choices
    const { isNextWaiting } = go({ kind: 'notice answered', yes })
    if (notice?.kind !== 'discard' || notice.change.kind !== 'email') return undefined
    if (!yes) form.set({ email })
    else if (isNextWaiting) await openBusiness()
    return undefined
  }

  return {
    state,
    latest,
    go,
    form,
    lookUp,
    save,
    payment,
    presence,
    contentRef: steps.contentRef,
    isTyped: !state.isPaid && (state.stepCompleted > 0 || hasTyped(form)),
    LaterSteps: later.Step,
    problem: later.hasFailed ? ruleMessages.networkError : '',
    /** Not where the service is sold only in Canada. */
    isDataSold: firstCountry === DEFAULT_COUNTRY,
    onNext: goOn,
    answerNotice: (yes: boolean) => void form.run(() => answerNotice(yes)),
    /** Opens the step where the error can be corrected; its form shows the message. */
    refuse(errors: ServerErrors, askedAt: AskedAt, isOccupied: boolean) {
      const { emails_form } = typeof errors === 'string' ? {} : (errors as GroupedErrors)
      go({ kind: 'refused', errors, askedAt, isOccupied })
      if (emails_form) form.serverErrors(emails_form)
    },
    /** What Next does on the open step. */
    submit: () =>
      steps.contentRef.current
        ?.querySelector<HTMLFormElement>(':scope > :not([hidden]) form')
        ?.requestSubmit(),
  }
}

/** The wizard as its steps use it. */
export type LegacyHandle = Omit<ReturnType<typeof useLegacyWizard>, 'LaterSteps'>

/** The legacy wizard's state, kept in this tab across reloads. */
function useLegacyState(offer: Offer, start: () => LegacyWizard) {
  const { state, latest, dispatch } = useWizardState<LegacyWizard, LegacyEvent>(
    (wizard, event) => reduceLegacy(wizard, event, offer),
    start,
  )
  const isOver = useRef(false)
  const isPaidElsewhere = useRef(false)

  function save() {
    if (!isOver.current)
      saveProgress(tabStorage, isPaidElsewhere.current ? withoutAnswers(latest()) : latest())
  }

  // The sign-up paid in the other tab may be this one or someone else's: choices stay, security answers are
  // removed.
  const dropAnswers = useEffectEvent(() => {
    isPaidElsewhere.current = true
    if (readProgress(tabStorage)) save()
  })
  useEffect(() => whenPaidElsewhere(() => dropAnswers()), [])

  return {
    state,
    latest,
    dispatch(event: LegacyEvent): LegacyWizard {
      const before = latest()
      const next = dispatch(event)
      if (event.kind === 'paid' || event.kind === 'held') {
        // Permanent: nothing on this page is saved again.
        isOver.current = true
        dropProgress(tabStorage)
      } else if (isKeptOtherwise(before, next)) save()
      return next
    },
  }
}

function isKeptOtherwise(before: LegacyWizard, next: LegacyWizard): boolean {
  return (
    before.choices !== next.choices ||
    before.stepCompleted !== next.stepCompleted ||
    before.typed !== next.typed
  )
}

/** Input survives a reload: it is stored in this tab, except for passwords. */
export function useKeptTexts(
  dispatch: (event: LegacyEvent) => void,
  form: keyof Typed,
  texts: Texts | false,
): void {
  useEffect(() => {
    if (texts) dispatch({ kind: 'typed', form, texts })
  })
}
