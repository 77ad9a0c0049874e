import { deskPages } from '#contract/desk/desk-pages.ts'
import type { signInToDesk as signInCall } from '#contract/desk/sign-in/calls.ts'
import * as messages from '#contract/desk/sign-in/messages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import {
  handOperatorToken,
  readOperatorDevice,
  readOperatorToken,
} from '#server/identity/operators/operator-cookie.ts'
import { countOperatorGuess } from '#server/identity/operators/operator-guessing.ts'
import {
  beginOperatorStep,
  endOperatorSession,
  OPERATOR_STEP_MS,
} from '#server/identity/operators/operator-sessions.ts'
import { findOperator } from '#server/identity/operators/operators.ts'
import { originOf } from '#server/identity/session-cookie.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { giveBackTries } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import type { DeskDeps } from '../desk-deps.ts'

/** A correct password opens nothing by itself: it leads to the second step. */
export async function signIn(
  { db, clock, passwords, http }: Pick<DeskDeps, 'db' | 'clock' | 'passwords' | 'http'>,
  { email, password }: ParsedBodyOf<typeof signInCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall> | Refused> {
  const now = clock.now()
  const device = readOperatorDevice(visitor, http)
  const guess = { email, address: visitor.ip, deviceHash: device ? hashToken(device) : null }
  const counted = await countOperatorGuess(db, guess, now)
  if (isRefused(counted)) return counted
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
