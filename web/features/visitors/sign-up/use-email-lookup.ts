import { useRef, useState } from 'react'
import { lookUpEmail } from '#contract/features/sign-up/calls.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { pages } from '#contract/pages.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { type Outcome, send } from '#web/api.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { askUntilKnown } from '#web/orders/ask-until-known.ts'
import { type OrderStanding, standingOf } from '#web/orders/use-order.ts'
import { latePart } from '#web/ui/late-part.tsx'
import { useCancellable } from '#web/ui/use-cancellable.ts'

/** Few visitors come back to a sign-up: fetched when the look-up finds one. */
export const UnfinishedDialog = latePart(
  async () => (await import('./UnfinishedWarning.tsx')).UnfinishedWarning,
)

type EmailVerdict = 'free' | 'stay' | 'leaving'
type Lookup = {
  email: string
  complain: (message: string) => void
  /**
   * This visitor has paid with that email, or a person looks at the sign-up: here, before a reload, or in another tab.
   */
  onOrder: (order: OrderStanding) => void
}
type Answer = Outcome<typeof lookUpEmail>
/** The open Warning dialog; the lookup waits for the person's answer. */
type Question = { email: string; answer: (verdict: EmailVerdict) => void }

/** Looks up an email when its field loses focus, and again on submit. */
export function useEmailLookup({ email: typed, complain, onOrder }: Lookup) {
  const [question, setQuestion] = useState<Question>()
  const [isConfirming, setConfirming] = useState(false)
  const requests = useCancellable()
  const lastAsked = useRef('')
  const accepted = useRef('')

  /** While a payment with this email is being confirmed, keeps asking until the outcome is known. */
  async function ask(email: string): Promise<Answer> {
    lastAsked.current = email
    const signal = requests.begin()
    const outcome = await askUntilKnown(() => send(lookUpEmail, { email }, { signal }), {
      isKnown: (said) => orderIn(said) !== 'confirming',
      onWaiting: () => setConfirming(true),
      signal,
    })
    setConfirming(false)
    return signal.aborted ? { kind: 'cancelled' } : outcome
  }

  function isOver(outcome: Answer): boolean {
    const order = orderIn(outcome)
    if (order) onOrder(order)
    return order !== undefined
  }

  async function lookUp(email: string): Promise<EmailVerdict> {
    const outcome = await ask(email)
    if (outcome.kind === 'cancelled') return 'stay'
    if (isOver(outcome)) return 'stay'
    if (outcome.kind !== 'answered' || typeof outcome.answer.data.status !== 'string') {
      lastAsked.current = ''
      complain(ruleMessages.serverError)
      return 'stay'
    }
    const { status, message, pin } = outcome.answer.data
    switch (status) {
      case 'free':
        return 'free'
      case 'invalid_data':
        complain(message)
        return 'stay'
      case 'busy.cancelled':
        complain(signUpMessages.emailTaken)
        return 'stay'
      case 'busy.active':
        location.assign(signInUrl(pin, email))
        return 'leaving'
      case 'busy.pending':
        return accepted.current === email ? 'free' : warn(email)
    }
  }

  /** Waits for the person's answer. */
  async function warn(email: string): Promise<EmailVerdict> {
    const signal = requests.begin()
    try {
      await UnfinishedDialog.fetch()
    } catch {
      if (signal.aborted) return 'stay'
      lastAsked.current = ''
      complain(ruleMessages.serverError)
      return 'stay'
    }
    // Another email was typed meanwhile, or the page was left.
    if (signal.aborted) return 'stay'
    return new Promise((answer) => setQuestion({ email, answer }))
  }

  function answer(verdict: EmailVerdict) {
    question?.answer(verdict)
    setQuestion(undefined)
  }

  // Behind the dialog, Next waits with everything that was typed, the password included: leaving ends both.
  useLeaving(() => answer('stay'))

  return {
    lookUp,
    isConfirming,
    /** The email has changed, so a pending answer about the previous one is discarded. */
    changed(email: string) {
      if (lastAsked.current !== email.trim()) requests.cancel()
    },
    /** Checks only whether an order was paid; if that cannot be found out, nothing is shown. */
    async findOrder(email: string) {
      isOver(await ask(email))
    },
    isUnfinished: question !== undefined,
    unfinishedEmail: question?.email ?? '',
    stay: () => answer('stay'),
    /** The person continues with this email anyway; do not ask again. */
    proceed: () => {
      accepted.current = question?.email ?? ''
      answer('free')
    },
    /**
     * The field lost focus. If that is because Next was pressed, Next does the lookup: a dialog now would
     * swallow the click.
     */
    leave(to: EventTarget | null) {
      const isNext = to instanceof HTMLButtonElement && to.type === 'submit'
      if (!isNext && typed !== lastAsked.current) void lookUp(typed)
    },
  }
}

function orderIn(outcome: Answer): OrderStanding | undefined {
  if (outcome.kind !== 'answered') return undefined
  const { order, review } = outcome.answer.data
  return standingOf(order, review)
}

function signInUrl(pin: string, email: string): string {
  const extraData = JSON.stringify({ pin, email })
  return `${pages['sign-in']}?${new URLSearchParams({ status: 'busy.active', extraData })}`
}
