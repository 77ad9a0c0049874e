import { deskPages } from '#contract/desk/desk-pages.ts'
import type { signInToDesk as signInCall } from '#contract/desk/sign-in/calls.ts'
import * as messages from '#contract/desk/sign-in/messages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { handOperatorToken, readOperatorToken } from '#server/identity/operators/operator-cookie.ts'
import {
  beginOperatorStep,
  endOperatorSession,
  OPERATOR_STEP_MS,
} from '#server/identity/operators/operator-sessions.ts'
import { findOperator } from '#server/identity/operators/operators.ts'
import { originOf } from '#server/identity/origin.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'

const byEmail: Limit = { name: 'desk-sign-in:email', tries: 10, windowMinutes: 15 }
const byIp: Limit = { name: 'desk-sign-in:place', tries: 40, windowMinutes: 15 }

/** A correct password opens nothing by itself: it leads to the second step. */
export async function signIn(
  { db, clock, passwords, http }: Pick<DeskDeps, 'db' | 'clock' | 'passwords' | 'http'>,
  { email, password }: ParsedBodyOf<typeof signInCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall> | Refused> {
  const now = clock.now()
  const counted = [[byEmail, email.toLowerCase()] as const, ...limitByIp(byIp, visitor.ip)]
  const throttled = await countTries(db, counted, now)
  if (throttled) return throttled
  const operator = await findOperator(db, email)
  const isRight = await passwords.verify(password, operator?.passwordHash ?? undefined)
  if (isRefused(isRight)) {
    await giveBackTries(db, counted)
    return isRight
  }
  if (!operator || !isRight || operator.disabledAt) {
    visitor.report('operator.refused')
    return refuse('wrong-credentials', { errors: messages.wrongCredentials })
  }
  await giveBackTries(db, counted)
  const former = readOperatorToken(visitor, http)
  if (former) await endOperatorSession(db, former, now)
  const token = await beginOperatorStep(db, operator.id, originOf(visitor), now)
  handOperatorToken(visitor, token, OPERATOR_STEP_MS, http)
  return { data: { redirect_url: deskPages['second-step'].path } }
}
