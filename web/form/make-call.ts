import type { AnswerOf, BodyOf, Call } from '#contract/wire/call.ts'
import { errorsOf, send } from '#web/api.ts'
import type { ServerErrors } from './refusal.ts'
import { sentenceOf } from './refusal.ts'
import type { Task, TaskResult } from './use-busy.ts'

type Handlers<C> = {
  onAnswer: (answer: AnswerOf<C>) => ReturnType<Task>
  /** The errors of a refusal, or why there was no answer. */
  onErrors: (errors: ServerErrors) => void
  /** For pages where an expired link is not a form error. */
  onNotFound?: (sentence: string) => void
}

const NOT_FOUND = 404

/** Makes a call and passes on the result; nothing if it was canceled. */
export async function makeCall<C extends Call>(
  call: C,
  body: BodyOf<C>,
  { onAnswer, onErrors, onNotFound, ...options }: Handlers<C> & Parameters<typeof send>[2],
): Promise<TaskResult> {
  const outcome = await send(call, body, options)
  if (outcome.kind === 'answered') return (await onAnswer(outcome.answer)) || undefined
  const errors = errorsOf(outcome)
  if (errors === undefined) return undefined
  const isNotFound = outcome.kind === 'refused' && outcome.status === NOT_FOUND
  if (isNotFound && onNotFound) onNotFound(sentenceOf(errors))
  else onErrors(errors)
  return undefined
}
