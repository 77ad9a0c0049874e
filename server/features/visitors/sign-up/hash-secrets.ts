import type { Deps } from '#server/deps.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { normalizedAnswer, type Secrets } from './customer.ts'

/** A password and two answers: three hashes, one after the other, so that nobody takes three places in the queue. */
export async function hashSecrets(
  { passwords }: Pick<Deps, 'passwords'>,
  form: { password: string; first_question_answer: string; second_question_answer: string },
): Promise<Secrets | Refused> {
  const passwordHash = await passwords.hash(form.password)
  if (isRefused(passwordHash)) return passwordHash
  const firstAnswerHash = await passwords.hash(normalizedAnswer(form.first_question_answer))
  if (isRefused(firstAnswerHash)) return firstAnswerHash
  const secondAnswerHash = await passwords.hash(normalizedAnswer(form.second_question_answer))
  if (isRefused(secondAnswerHash)) return secondAnswerHash
  return { passwordHash, firstAnswerHash, secondAnswerHash }
}
