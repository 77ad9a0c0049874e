import { choose } from '#contract/features/sign-up/legacy-changes.ts'
import {
  type Change,
  type Choices,
  completedSteps,
  isKeptOnClose,
  type LegacyStep,
  type Offer,
  openStep,
  pathOfStep,
  type StepThree,
  startChoices,
  stepIn,
  stepNumberOf,
  thirdStep,
} from '#contract/features/sign-up/legacy-choices.ts'
import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { EffectEvent, EffectState } from '#web/features/visitors/sign-up/wizard-effects.ts'
import { SIGN_UP, stepTitle } from '#web/features/visitors/sign-up/wizard-parts.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import {
  isSameLegacyCustomer,
  nothingTyped,
  type StoredProgress,
  type Texts,
  type Typed,
} from './progress.ts'

/** The state of the legacy wizard. Change it only with `reduceLegacy`. */
export type LegacyWizard = StoredProgress &
  EffectState & {
    /** `unknown` until the page has read this tab's storage. */
    step: LegacyStep | 'unknown'
    /** Visited steps stay mounted but hidden, and so keep what was typed. */
    seen: readonly LegacyStep[]
    /** Step four as it was left. Step five opens only while it is unchanged. */
    filled: Texts | undefined
    /** The state that step two last suggested to step four. */
    suggestedState: string
    /** The page was restored by the browser, without its secrets. */
    hasClearedSecrets: boolean
    /** Step four was changed while waiting for an answer, so Next has to be pressed again. */
    hasChanged: boolean
    /** The server's errors about the plan, until the plan changes. */
    planErrors: FieldErrors
    /** PAY NOW was refused while an earlier step was being filled in. Set until the refused step opens. */
    refusal: { errors: ServerErrors; step: LegacyStep } | undefined
    /** Next on step one is waiting for the answer to the Warning about a different email. */
    isNextWaiting: boolean
  }

export type LegacyEvent =
  | EffectEvent
  | { kind: 'restored'; kept: StoredProgress }
  /** The URL changed: on load, Back, Forward, or restoring the page. */
  | { kind: 'path'; path: string }
  | { kind: 'open'; step: LegacyStep }
  | { kind: 'typed'; form: keyof Typed; texts: Texts }
  | { kind: 'change'; change: Change }
  | { kind: 'email left'; email: string }
  | { kind: 'email accepted'; email: string }
  | { kind: 'notice answered'; yes: boolean }
  | { kind: 'account done' }
  | { kind: 'business done' }
  | { kind: 'plan done' }
  /** Next was pressed on step four. */
  | { kind: 'customer sent' }
  | { kind: 'customer done'; customer: Texts }
  /** `isOccupied`: since going back, the person has typed or focused a field. */
  | { kind: 'refused'; errors: ServerErrors; askedAt: AskedAt; isOccupied: boolean }
  | { kind: 'page left' }

type Refused = Extract<LegacyEvent, { kind: 'refused' }>

/** The steps that submit something. Errors without a field are shown where the request was made. */
export type AskedAt = 'step-4' | 'step-5'

const noErrors: FieldErrors = {}

export function startLegacy(
  stepThree: StepThree,
  step: LegacyWizard['step'],
  country?: string,
): LegacyWizard {
  return {
    choices: startChoices(stepThree, country),
    stepCompleted: 0,
    typed: nothingTyped,
    step,
    seen: step === 'unknown' ? [] : [step],
    filled: undefined,
    suggestedState: '',
    hasClearedSecrets: false,
    hasChanged: false,
    planErrors: noErrors,
    refusal: undefined,
    isNextWaiting: false,
    confirming: { lookUp: false, save: false },
    unfinished: '',
    isPaid: false,
  }
}

export function reduceLegacy(wizard: LegacyWizard, event: LegacyEvent, offer: Offer): LegacyWizard {
  switch (event.kind) {
    case 'restored':
      return { ...wizard, ...event.kept, suggestedState: event.kept.choices.market.market_state }
    case 'path':
      return moved(wizard, allowedStep(wizard, stepIn(event.path), offer), offer)
    case 'open':
      return moved(wizard, event.step, offer)
    case 'typed':
      return typed(wizard, event.form, event.texts)
    case 'change':
      return changed(wizard, event.change, offer)
    case 'email left':
      // The first email is saved by Next; before that there is nothing to reset.
      if (wizard.choices.email === '') return { ...wizard, isNextWaiting: false }
      return { ...withEmail(wizard, event.email, offer), isNextWaiting: false }
    case 'email accepted': {
      const next = withEmail(wizard, event.email, offer)
      return { ...next, isNextWaiting: next.choices.notice !== null }
    }
    case 'notice answered':
      return answered(wizard, event.yes, offer)
    case 'account done':
      return opened(completed(wizard, 1), 'step-2', offer)
    case 'business done': {
      const { market, stepThree } = wizard.choices
      const next = { ...completed(wizard, 2), suggestedState: market.market_state }
      return opened(next, thirdStep(stepThree), offer)
    }
    case 'plan done': {
      const next = changed(wizard, { kind: 'leave' }, offer)
      return next.choices.notice ? next : opened(completed(next, 3), 'step-4', offer)
    }
    case 'confirming':
      return { ...wizard, confirming: { ...wizard.confirming, [event.call]: event.isConfirming } }
    case 'unfinished':
      return { ...wizard, unfinished: event.email }
    case 'customer sent':
      return { ...wizard, hasChanged: false }
    case 'customer done': {
      const left = {
        ...completed(wizard, 4),
        filled: event.customer,
        hasClearedSecrets: false,
        hasChanged: false,
      }
      // Another email may have restarted the steps while call 5 was in progress.
      const step = completedSteps(wizard, offer) >= 3 ? allowedStep(left, 'step-5', offer) : 'step-1'
      if (step === 'step-5') return opened(left, step, offer)
      return stayed(wizard.step === 'step-4' ? opened(wizard, step, offer) : wizard)
    }
    case 'refused':
      return event.askedAt === 'step-5' && wizard.step !== 'step-5'
        ? refusedElsewhere(wizard, event, offer)
        : refused(wizard, event, offer)
    case 'page left': {
      const hadSecrets = wizard.filled !== undefined || Boolean(wizard.typed.customer.password)
      const hasClearedSecrets = wizard.hasClearedSecrets || hadSecrets
      return {
        ...wizard,
        filled: undefined,
        hasClearedSecrets: hasClearedSecrets,
        hasChanged: false,
        refusal: undefined,
      }
    }
    case 'paid':
    case 'held':
      return {
        ...completed(wizard, 5),
        filled: undefined,
        refusal: undefined,
        isPaid: event.kind === 'paid',
      }
  }
}

/** Which step opens for the requested one, given the progress so far. */
function allowedStep(wizard: LegacyWizard, request: LegacyStep, offer: Offer): LegacyStep {
  const step = openStep(request, completedSteps(wizard, offer))
  if (step !== 'step-5') return step
  if (isEmailOpen(wizard)) return 'step-1'
  return isSameLegacyCustomer(wizard.filled, wizard.typed.customer) ? step : 'step-4'
}

/** Whether step one shows another email than the accepted one. */
function isEmailOpen({ choices, typed }: LegacyWizard): boolean {
  return typed.account.email !== undefined && typed.account.email !== choices.email
}

/** Back and the like, over an open dialog: it belongs to the previous step, and closes as by Escape. */
function moved(wizard: LegacyWizard, step: LegacyStep, offer: Offer): LegacyWizard {
  const { notice } = wizard.choices
  const isLeft = notice !== null && step !== wizard.step
  return opened(isLeft ? answered(wizard, isKeptOnClose(notice), offer) : wizard, step, offer)
}

/** The third step has two paths: the open one decides the variant. */
function opened(wizard: LegacyWizard, step: LegacyStep, offer: Offer): LegacyWizard {
  const seen = wizard.seen.includes(step) ? wizard.seen : [...wizard.seen, step]
  const refusal = wizard.refusal?.step === step ? undefined : wizard.refusal
  const next = { ...wizard, step, seen, refusal }
  if (step !== 'step-3' && step !== 'licences') return next
  return changed(next, { kind: 'variant', stepThree: step === 'licences' ? 'licences' : 'choices' }, offer)
}

function completed(wizard: LegacyWizard, step: number): LegacyWizard {
  return { ...wizard, stepCompleted: Math.max(step, wizard.stepCompleted) }
}

function typed(wizard: LegacyWizard, form: keyof Typed, texts: Texts): LegacyWizard {
  return isSameTexts(wizard.typed[form], texts)
    ? wizard
    : { ...wizard, typed: { ...wizard.typed, [form]: texts } }
}

function changed(wizard: LegacyWizard, change: Change, offer: Offer): LegacyWizard {
  const isOfPlan = change.kind === 'quantity' || change.kind === 'mix'
  const planErrors = isOfPlan ? noErrors : wizard.planErrors
  return withChoices({ ...wizard, planErrors }, choose(wizard.choices, change, offer))
}

/** A different email starts a new sign-up, and asks first if choices would be lost. */
function withEmail(wizard: LegacyWizard, email: string, offer: Offer): LegacyWizard {
  return withChoices(wizard, choose(wizard.choices, { kind: 'email', email }, offer))
}

/** After a change of email all steps are repeated, and input about the market is discarded. */
function withChoices(wizard: LegacyWizard, choices: Choices): LegacyWizard {
  const { email } = wizard.choices
  if (email === '' || email === choices.email) return { ...wizard, choices }
  return { ...wizard, choices, stepCompleted: 0, typed: { ...wizard.typed, business: {} } }
}

function answered(wizard: LegacyWizard, yes: boolean, offer: Offer): LegacyWizard {
  return withChoices(wizard, choose(wizard.choices, { kind: 'answer', yes }, offer))
}

/** People who went back and are filling in a step stay there; a banner leads to the step with the errors. */
function refusedElsewhere(wizard: LegacyWizard, event: Refused, offer: Offer): LegacyWizard {
  const { step } = refused({ ...wizard, step: 'step-5' }, event, offer)
  const opening = refused(wizard, event, offer)
  const stays = event.isOccupied || opening.step !== step
  if (wizard.step === step || step === 'unknown' || !stays) return opening
  return { ...opening, step: wizard.step, seen: wizard.seen, refusal: { errors: event.errors, step } }
}

/** Opens the earliest step with an error. A rejected email leads through all steps again. */
function refused(wizard: LegacyWizard, { errors, askedAt }: Refused, offer: Offer): LegacyWizard {
  if (typeof errors === 'string' && askedAt === 'step-4') return opened(wizard, askedAt, offer)
  if (typeof errors === 'string') return openedCard(wizard, offer)
  const { emails_form, sign_up_form, customer_form, payment_form } = errors as GroupedErrors
  const next = sign_up_form ? { ...wizard, planErrors: sign_up_form } : wizard
  if (emails_form) return opened({ ...next, stepCompleted: 0 }, 'step-1', offer)
  if (sign_up_form) return opened(next, thirdStep(next.choices.stepThree), offer)
  const isOfCustomer = customer_form || (askedAt === 'step-4' && !payment_form)
  return isOfCustomer ? opened(next, 'step-4', offer) : openedCard(next, offer)
}

/** The card was refused. Earlier changes made meanwhile have to be submitted first. */
function openedCard(wizard: LegacyWizard, offer: Offer): LegacyWizard {
  const mayOpen = wizard.step === 'step-5' || allowedStep(wizard, 'step-5', offer) === 'step-5'
  return mayOpen ? opened(wizard, 'step-5', offer) : stayed(wizard)
}

/** Step five did not open. People who went back stay where they are. */
function stayed(wizard: LegacyWizard): LegacyWizard {
  return { ...wizard, hasChanged: wizard.step === 'step-4' }
}

function isSameTexts(one: Texts, other: Texts): boolean {
  const names = Object.keys(other)
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name])
}

export const LEGACY_STEPS = 5

const titles: Record<LegacyStep, string> = {
  'step-1': 'Your account',
  'step-2': 'About your business',
  'step-3': 'Dialer and data',
  licences: 'Licenses and add-ons',
  'step-4': 'Customer and account information',
  'step-5': 'Billing',
}

export function titleOfLegacyStep(step: LegacyStep): string {
  return stepTitle(titles[step], stepNumberOf(step), LEGACY_STEPS)
}

/** For the first HTML; only the tab knows the actual progress. */
export function legacyTitleAt(path: string): string {
  return path === pathOfStep('step-1') ? titleOfLegacyStep('step-1') : SIGN_UP
}
