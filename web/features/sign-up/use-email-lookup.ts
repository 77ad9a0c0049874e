import { useEffect, useRef, useState } from 'react'
import { lookUpEmailAddress } from '#contract/addresses/sign-up.ts'
import type { lookUpEmail } from '#contract/calls/email-lookup.ts'
import * as messages from '#contract/messages.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import { useCancellable } from './use-cancellable.ts'

export type EmailVerdict = 'free' | 'stay' | 'leaving'
type Lookup = { email: string; complain: (message: string) => void }
/** The Warning dialog is open, and whoever looked the email up waits for what the person says. */
type Question = { email: string; answer: (verdict: EmailVerdict) => void }

/** Asks about an email when its field is left, and again on submit. */
export function useEmailLookup({ email: typed, complain }: Lookup) {
  const [question, setQuestion] = useState<Question>()
  const requests = useCancellable()
  const lastAsked = useRef('')
  const accepted = useRef('')

  // An answer about what stood in the field before is no answer any more.
  useEffect(() => {
    if (lastAsked.current !== typed) requests.cancel()
  }, [typed, requests])

  async function lookUp(email: string): Promise<EmailVerdict> {
    lastAsked.current = email
    const signal = requests.begin()
    const outcome = await send<typeof lookUpEmail>(lookUpEmailAddress, { email }, { signal })
    if (signal.aborted || outcome.kind === 'cancelled') return 'stay'
    if (outcome.kind !== 'answered' || typeof outcome.answer.data.status !== 'string') {
      lastAsked.current = ''
      complain(messages.serverError)
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
        complain(messages.emailTaken)
        return 'stay'
      case 'busy.active':
        location.assign(signInAddress(pin, email))
        return 'leaving'
      case 'busy.pending':
        if (accepted.current === email) return 'free'
        return new Promise((answer) => setQuestion({ email, answer }))
    }
  }

  function answer(verdict: EmailVerdict) {
    question?.answer(verdict)
    setQuestion(undefined)
  }

  return {
    lookUp,
    isUnfinished: question !== undefined,
    unfinishedEmail: question?.email ?? '',
    stay: () => answer('stay'),
    /** The person goes on with this email all the same: it is not asked about again. */
    proceed: () => {
      accepted.current = question?.email ?? ''
      answer('free')
    },
    /** The field is left. Whoever leaves it by pressing Next is asked by that press: a dialog in between would swallow it. */
    leave(to: EventTarget | null) {
      const isNext = to instanceof HTMLButtonElement && to.type === 'submit'
      if (!isNext && typed !== lastAsked.current) void lookUp(typed)
    },
  }
}

function signInAddress(pin: string, email: string): string {
  const extraData = JSON.stringify({ pin, email })
  return `${pages['sign-in']}?${new URLSearchParams({ status: 'busy.active', extraData })}`
}
