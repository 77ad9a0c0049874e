import { useRef } from 'react'
import { lookUpEmail, saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { pages } from '#contract/pages.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { type Outcome, send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { askUntilKnown } from '#web/orders/ask-until-known.ts'
import { formerOrderOf, type OrderStanding, standingOf } from '#web/orders/use-order.ts'
import { latePart } from '#web/ui/late-part.tsx'
import { useCancellable } from '#web/ui/use-cancellable.ts'
import { type Payer, type PaymentEvent, usePayment, useStepTracking } from './payment.ts'
import { inTime } from './wizard-parts.ts'

/** What the effects show in both wizards. */
export type EffectState = {
  /** Which calls wait until a payment with the same email is confirmed. */
  confirming: { lookUp: boolean; save: boolean }
  /** The email of a sign-up left unfinished by someone, while the Warning about it is open. */
  unfinished: string
  /** Here, before a reload, or in another tab. */
  isPaid: boolean
}

/** What the effects report to the reducer of either wizard. */
export type EffectEvent =
  | PaymentEvent
  | { kind: 'confirming'; call: keyof EffectState['confirming']; isConfirming: boolean }
  | { kind: 'unfinished'; email: string }

type Wizard = Payer & {
  /** The number of the open step. 0 while unknown. */
  step: number
  dispatch: (event: EffectEvent) => void
  /** Shows the result of the look-up at the email field. */
  complain: (message: string) => void
}

/**
 * The effects of both wizards: look-up, saving, payment and tracking. Each wizard adds how it stores input:
 * as a draft, or as progress.
 */
export function useSignUpEffects(wizard: Wizard) {
  const finish = (order: OrderStanding) => payment.finish(order)
  const lookUp = useEmailLookUp(wizard, finish)
  const save = useSave(wizard, finish)
  const payment = usePayment(wizard)
  useStepTracking(wizard.provider, wizard.step)
  return { lookUp, save, payment }
}

/** Few visitors return to a sign-up: fetched when the look-up finds one. */
export const UnfinishedDialog = latePart(
  async () => (await import('./UnfinishedWarning.tsx')).UnfinishedWarning,
)

/** Only a free email may continue. For any other, the person has seen why. */
type Verdict = 'free' | TaskResult
type LookUpOutcome = Outcome<typeof lookUpEmail>

/** Call 3: when the email field loses focus, and again on Next. */
function useEmailLookUp({ dispatch, complain }: Wizard, finish: (order: OrderStanding) => void) {
  const requests = useCancellable()
  const lastLookedUp = useRef('')
  const accepted = useRef('')
  /** The Warning is open, and the look-up waits for the person's answer. */
  const question = useRef<{ email: string; answer: (verdict: Verdict) => void }>(undefined)

  async function lookUp(email: string): Promise<Verdict> {
    const outcome = await ask(email)
    if (outcome.kind === 'cancelled' || isOver(outcome)) return undefined
    if (outcome.kind !== 'answered' || typeof outcome.answer.data.status !== 'string') return failed()
    const { status, message, pin } = outcome.answer.data
    switch (status) {
      case 'free':
        return 'free'
      case 'invalid_data':
        complain(message)
        return undefined
      case 'busy.cancelled':
        complain(signUpMessages.emailTaken)
        return undefined
      case 'busy.active':
        location.assign(signInUrl(pin, email))
        return 'leaving'
      case 'busy.pending':
        return accepted.current === email ? 'free' : warn(email)
    }
  }

  async function ask(email: string): Promise<LookUpOutcome> {
    lastLookedUp.current = email
    const signal = requests.begin()
    const request = () => send(lookUpEmail, { email }, { signal })
    const outcome = await untilConfirmed(request, { call: 'lookUp', orderIn, dispatch, signal })
    return signal.aborted ? { kind: 'cancelled' } : outcome
  }

  function isOver(outcome: LookUpOutcome): boolean {
    const order = orderIn(outcome)
    if (order) finish(order)
    return order !== undefined
  }

  function failed(): undefined {
    lastLookedUp.current = ''
    complain(ruleMessages.serverError)
  }

  /** Waits for the person's answer. */
  async function warn(email: string): Promise<Verdict> {
    const signal = requests.begin()
    try {
      await UnfinishedDialog.fetch()
    } catch {
      return signal.aborted ? undefined : failed()
    }
    // The email was changed meanwhile, or the page was left.
    if (signal.aborted) return undefined
    return new Promise((answer) => {
      question.current = { email, answer }
      dispatch({ kind: 'unfinished', email })
    })
  }

  function answer(verdict: Verdict) {
    if (!question.current) return
    question.current.answer(verdict)
    question.current = undefined
    dispatch({ kind: 'unfinished', email: '' })
  }

  // Behind the dialog, Next waits with all the input, including the password: leaving ends both.
  useLeaving(() => answer(undefined))

  return {
    begin: lookUp,
    /** The email has changed, so a pending answer about the previous one is discarded. */
    changed(email: string) {
      if (lastLookedUp.current !== email.trim()) requests.cancel()
    },
    /**
     * The field lost focus. If that is because Next was pressed, Next does the lookup: a dialog now would
     * swallow the click.
     */
    leave(email: string, to: EventTarget | null) {
      const isNext = to instanceof HTMLButtonElement && to.type === 'submit'
      if (!isNext && email !== lastLookedUp.current) void lookUp(email)
    },
    /** Only checks whether an order was paid; shows nothing if that is unknown. */
    async findOrder(email: string) {
      isOver(await ask(email))
    },
    stay: () => answer(undefined),
    /** The person continues with this email anyway; do not ask again. */
    proceed() {
      accepted.current = question.current?.email ?? ''
      answer('free')
    },
  }
}

function orderIn(outcome: LookUpOutcome): OrderStanding | undefined {
  if (outcome.kind !== 'answered') return undefined
  const { order, review } = outcome.answer.data
  return standingOf(order, review)
}

function signInUrl(pin: string, email: string): string {
  const extraData = JSON.stringify({ pin, email })
  return `${pages['sign-in']}?${new URLSearchParams({ status: 'busy.active', extraData })}`
}

/** The longest that a press of Next waits for call 5. */
const SAVE_PATIENCE_MS = 8_000

type Unfinished = BodyOf<typeof saveUnfinishedSignUp>

/** Call 5, on Next: stores the unfinished sign-up. If that fails or takes too long, the wizard continues without it. */
function useSave({ dispatch }: Wizard, finish: (order: OrderStanding) => void) {
  const requests = useCancellable()

  async function save(body: Unfinished): Promise<Verdict | { refused: ServerErrors }> {
    const signal = requests.begin()
    // A late call is not aborted: its answer may still set the cookie that identifies this visitor.
    const request = () => inTime(send(saveUnfinishedSignUp, body, { signal }), SAVE_PATIENCE_MS, late)
    const outcome = await untilConfirmed(request, { call: 'save', orderIn: formerOrderOf, dispatch, signal })
    if (signal.aborted || outcome.kind === 'cancelled') return undefined
    const former = formerOrderOf(outcome)
    if (former === 'paid' || former === 'held') {
      finish(former)
      return undefined
    }
    return outcome.kind === 'refused' && outcome.status === 400 ? { refused: outcome.errors } : 'free'
  }

  return { begin: save, cancel: requests.cancel }
}

const late = { kind: 'late' } as const

type Asking<Answer> = {
  call: keyof EffectState['confirming']
  orderIn: (answer: Answer) => OrderStanding | undefined
  dispatch: Wizard['dispatch']
  signal: AbortSignal
}

/** While a payment with this email is being confirmed, keeps asking until the outcome is known. */
async function untilConfirmed<Answer>(
  ask: () => Promise<Answer>,
  { call, orderIn, dispatch, signal }: Asking<Answer>,
): Promise<Answer> {
  const confirming = (isConfirming: boolean) => dispatch({ kind: 'confirming', call, isConfirming })
  const answer = await askUntilKnown(ask, {
    isKnown: (answer) => orderIn(answer) !== 'confirming',
    onWaiting: () => confirming(true),
    signal,
  })
  confirming(false)
  return answer
}
