import { type ComponentType, useEffect, useRef } from 'react'
import {
  addressOfPlace,
  openPlace,
  type Place,
  placeIn,
  stepNumberOf,
} from '#contract/features/sign-up/legacy-steps.ts'
import * as fields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { hasTyped } from '#web/features/visitors/sign-up/has-typed.ts'
import { useEmailLookup } from '#web/features/visitors/sign-up/use-email-lookup.ts'
import { useLater } from '#web/features/visitors/sign-up/use-later.ts'
import { usePayment } from '#web/features/visitors/sign-up/use-payment.ts'
import { useStepTracking } from '#web/features/visitors/sign-up/use-step-tracking.ts'
import { useSteps } from '#web/features/visitors/sign-up/use-steps.ts'
import { configOf } from '#web/form/field-config.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { useRestored } from '#web/form/use-leaving.ts'
import type { LaterStepsProps } from './LaterSteps.tsx'
import { useProgress } from './use-progress.ts'

const start = { email: configOf(fields.email) }

/** The way through the five steps: which one an address opens, and the first of them. */
export function useLegacyWizard({ values, path, provider }: PageProps<'legacy-sign-up'>) {
  const progress = useProgress(values.offer, values.stepThree)
  /** Set by the later steps: whether the person of step four is still as it was when step four was left. */
  const mayPay = useRef(() => false)
  const steps = useSteps<Place | 'unknown'>({
    start: path === addressOfPlace('step-1') ? 'step-1' : 'unknown',
    stepAt: (asked) => {
      const place = openPlace(placeIn(asked), progress.completed())
      return place === 'step-5' && !mayPay.current() ? 'step-4' : place
    },
    addressOf: (place) => addressOfPlace(place === 'unknown' ? 'step-1' : place),
  })
  const place = steps.step
  const form = useForm({ fields: start, needsScript: true })
  const lookup = useEmailLookup({
    email: form.values.email,
    complain: (message) => form.complain('email', message),
    onPaid: () => payment.found(),
  })
  /** Set by the later steps, where the buyer is known. */
  const tell = useRef((_total: number) => {})
  const payment = usePayment({
    provider,
    tell: (total) => tell.current(total),
    onPaid: () => {
      progress.complete(5)
      progress.drop()
    },
  })
  useRestored(() => {
    if (place !== 'unknown') steps.follow()
  })
  const later = useLater(fetchLaterSteps)
  /** Whether the Warning about another email stands between Next and step two. */
  const isLeaving = useRef(false)
  useStepTracking(provider, place === 'unknown' ? 0 : stepNumberOf(place))

  const { restore, completed, change, type } = progress
  const { fill } = form
  const { email } = form.values
  const isTouched = form.state.fields.email.touched
  const { follow } = steps
  const { load } = later
  const { withoutProgress } = values
  const hasArrived = useRef(false)
  useEffect(() => {
    if (hasArrived.current) return
    hasArrived.current = true
    const kept = restore()
    if (kept) fill({ email: kept.choices.email, ...kept.typed.account })
    if (placeIn(location.pathname) === 'licences' && completed() < 2) {
      location.replace(withoutProgress)
      return
    }
    void load().then((isThere) => isThere && follow())
  }, [restore, completed, fill, follow, load, withoutProgress])

  useEffect(() => {
    if (isTouched) type('account', { email })
  }, [type, isTouched, email])

  // The third step has two addresses: whichever is open says what is offered.
  useEffect(() => {
    if (place === 'step-3') change({ kind: 'variant', stepThree: 'choices' })
    if (place === 'licences') change({ kind: 'variant', stepThree: 'licences' })
  }, [place, change])

  /** Another email is another sign-up: it begins anew, and asks first where that takes something away. */
  function changeEmail(email: string): { asks: boolean } {
    const before = progress.latest().choices.email
    const { choices } = change({ kind: 'email', email })
    if (choices.notice) return { asks: true }
    if (before !== '' && before !== email) progress.restart()
    return { asks: false }
  }

  async function goOn({ email }: { email: string }): Promise<TaskResult> {
    const verdict = await lookup.lookUp(email)
    if (verdict !== 'free') return verdict === 'leaving' ? 'leaving' : undefined
    isLeaving.current = changeEmail(email).asks
    if (!isLeaving.current) await openBusiness()
    return undefined
  }

  async function openBusiness() {
    if (!(await load())) return form.serverErrors(messages.networkError)
    progress.complete(1)
    steps.open('step-2')
  }

  async function answerNotice(yes: boolean): Promise<TaskResult> {
    const { notice, email } = progress.latest().choices
    change({ kind: 'answer', yes })
    if (notice?.kind !== 'discard' || notice.change.kind !== 'email') return undefined
    if (yes) progress.restart()
    else form.set({ email })
    if (yes && isLeaving.current) await openBusiness()
    return undefined
  }

  return {
    place,
    progress,
    steps,
    mayPay,
    payment,
    tell,
    isTyped: !payment.isPaid && (progress.stepCompleted > 0 || hasTyped(form)),
    LaterSteps: later.Step,
    problem: later.hasFailed ? messages.networkError : '',
    account: {
      form,
      lookup,
      /** The email is left by another way than Next, which asks by itself. */
      onEmail(email: string): { asks: boolean } {
        isLeaving.current = false
        // The first one is kept by Next: until then there is nothing that it could begin anew.
        return progress.latest().choices.email === '' ? { asks: false } : changeEmail(email)
      },
      onChange: change,
      onNext: goOn,
    },
    answerNotice: (yes: boolean) => void form.run(() => answerNotice(yes)),
    /** The server does not take this email after all: everything is walked again, and nothing is lost. */
    refuseEmail(errors: FieldErrors) {
      progress.restart()
      steps.open('step-1')
      form.serverErrors(errors)
    },
  }
}

async function fetchLaterSteps(): Promise<ComponentType<LaterStepsProps>> {
  return (await import('./LaterSteps.tsx')).LaterSteps
}
