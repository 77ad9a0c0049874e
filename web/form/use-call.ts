import { useState } from 'react'
import type { AnswerOf, BodyOf, Call } from '#contract/wire/call.ts'
import { makeCall } from './make-call.ts'
import type { ServerErrors } from './refusal.ts'
import { sentenceOf } from './refusal.ts'
import { type Task, useBusy } from './use-busy.ts'

/** For a button without a form: one call at a time, and the last error as text. */
export function useCall({ onSettled }: { onSettled?: () => void } = {}) {
  const { isBusy, run } = useBusy()
  const [error, setError] = useState('')

  function start<C extends Call>(
    call: C,
    body: BodyOf<C>,
    onAnswer: (answer: AnswerOf<C>) => ReturnType<Task>,
  ): void {
    void run(async () => {
      setError('')
      const onErrors = (errors: ServerErrors) => setError(sentenceOf(errors))
      const result = await makeCall(call, body, { onAnswer, onErrors })
      onSettled?.()
      return result
    })
  }

  return { isBusy, error, start }
}
