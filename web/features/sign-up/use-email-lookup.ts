import { useRef, useState } from 'react'
import { lookUpEmail } from '#contract/calls/email-lookup.ts'
import { messages } from '#contract/messages.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'

export type EmailVerdict = 'free' | 'complained' | 'asked' | 'left'
type Lookup = {
  complain: (message: string) => void
}

/** Asks about an email when its field is left, and again on submit. */
export function useEmailLookup({ complain }: Lookup) {
  const [isUnfinished, setUnfinished] = useState(false)
  const lastAsked = useRef('')
  const accepted = useRef('')

  async function lookUp(email: string): Promise<EmailVerdict> {
    lastAsked.current = email
    const outcome = await send(lookUpEmail, { email })
    // The field has changed meanwhile: this answer is about something else.
    if (lastAsked.current !== email) return 'complained'
    if (outcome.kind !== 'answered') {
      complain(messages.serverError)
      return 'complained'
    }
    const { status, message, pin } = outcome.answer.data
    switch (status) {
      case 'free':
        return 'free'
      case 'invalid_data':
        complain(message)
        return 'complained'
      case 'busy.cancelled':
        complain(messages.emailTaken)
        return 'complained'
      case 'busy.active':
        location.assign(signInAddress(pin, email))
        return 'left'
      case 'busy.pending':
        if (accepted.current === email) return 'free'
        setUnfinished(true)
        return 'asked'
    }
  }

  return {
    lookUp,
    isUnfinished,
    stay: () => setUnfinished(false),
    /** The person goes on with this email all the same: it is not asked about again. */
    proceed: (email: string) => {
      accepted.current = email
      setUnfinished(false)
    },
    isNews: (email: string) => email !== lastAsked.current,
  }
}

function signInAddress(pin: string, email: string): string {
  const extraData = JSON.stringify({ pin, email })
  return `${pages['sign-in']}?${new URLSearchParams({ status: 'busy.active', extraData })}`
}
