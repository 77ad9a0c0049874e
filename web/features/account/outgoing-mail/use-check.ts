import { useEffect, useState } from 'react'
import {
  checkOutgoingMail,
  type OutgoingMailCheck,
  readOutgoingMail,
  removeOutgoingMail,
} from '#contract/features/outgoing-mail.ts'
import { send } from '#web/api.ts'
import { makeCall } from '#web/form/make-call.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { useBusy } from '#web/form/use-busy.ts'

const LOOK_EVERY_MS = 1_500

/** Polls a verification while it is being sent. */
export function useCheck(known: OutgoingMailCheck) {
  const [check, setCheck] = useState(known)
  const [complaint, setComplaint] = useState('')
  const { isBusy, run } = useBusy()
  const isSending = check.state === 'sending'

  useEffect(() => {
    if (!isSending) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    async function look() {
      const outcome = await send(readOutgoingMail, {}, { signal: leaving.signal })
      if (outcome.kind === 'cancelled') return
      if (outcome.kind === 'answered' && outcome.answer.data.state !== 'sending')
        setCheck(outcome.answer.data)
      else lookLater()
    }
    function lookLater() {
      timer = setTimeout(() => void look(), LOOK_EVERY_MS)
    }
    lookLater()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isSending])

  /** All three calls return the current status. */
  function ask(call: typeof checkOutgoingMail | typeof removeOutgoingMail, onDone = () => {}) {
    return makeCall(
      call,
      {},
      {
        onAnswer: ({ data }) => {
          follow(data)
          onDone()
        },
        onErrors: (errors) => setComplaint(sentenceOf(errors)),
      },
    )
  }

  function follow(said: OutgoingMailCheck) {
    setComplaint('')
    setCheck(said)
  }

  return {
    check,
    complaint,
    isBusy,
    follow,
    again: () => void run(() => ask(checkOutgoingMail)),
    remove: (onRemoved: () => void) => void run(() => ask(removeOutgoingMail, onRemoved)),
  }
}
