import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as contract from '#contract/desk/sign-in.ts'
import { nextOr, type signInToDesk as signInCall } from '#contract/desk/sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import {
  beginOperatorStep,
  countOperatorGuess,
  endOperatorSession,
  handOperatorToken,
  OPERATOR_STEP_MS,
  readOperatorDevice,
  readOperatorToken,
  takeOperatorToken,
} from '#server/identity/operators/operator-sessions.ts'
import { findOperator } from '#server/identity/operators/operators.ts'
import { originOf } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { giveBackTries } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute, openDeskPage, openDeskRoute, operatorOf } from '../desk-routes.ts'
import { addPasskey, endSession, removePasskey, showMe, startPasskey } from './me.ts'
import { confirmCode, confirmPasskey, showSecondStep, startPasskeyStep } from './second-step.ts'
import { showStart, startAtDesk } from './start.ts'

export function signInRoutes(app: FastifyInstance, deps: DeskDeps): void {
  openDeskPage(app, deps, 'sign-in', async ({ visitor, query }) =>
    (await operatorOf(deps, visitor)) ? { redirectTo: nextOr(deskPages.today.path, query.next) } : {},
  )
  openDeskPage(app, deps, 'second-step', ({ visitor, query }) => showSecondStep(deps, visitor, query.next))
  openDeskPage(app, deps, 'start', ({ visitor }) => showStart(deps, visitor.parts.linkToken ?? ''))
  deskPage(app, deps, 'me', (operator, { visitor }) => showMe(deps, operator, visitor))

  openDeskRoute(app, contract.signInToDesk, (body, visitor) => signIn(deps, body, visitor))
  openDeskRoute(app, contract.confirmDeskCode, (body, visitor) => confirmCode(deps, body, visitor))
  openDeskRoute(app, contract.startDeskPasskeyStep, (_, visitor) => startPasskeyStep(deps, visitor))
  openDeskRoute(app, contract.confirmDeskPasskey, (body, visitor) => confirmPasskey(deps, body, visitor))
  openDeskRoute(app, contract.startAtDesk, (body, visitor) => startAtDesk(deps, body, visitor))
  openDeskRoute(app, contract.signOutOfDesk, (_, visitor) => signOut(deps, visitor))
  deskRoute(app, deps, contract.startDeskPasskey, (_, operator, visitor) =>
    startPasskey(deps, operator, visitor),
  )
  deskRoute(app, deps, contract.addDeskPasskey, (body, operator, visitor) =>
    addPasskey(deps, body, operator, visitor),
  )
  deskRoute(app, deps, contract.removeDeskPasskey, (body, operator) => removePasskey(deps, body, operator))
  deskRoute(app, deps, contract.endDeskSession, (body, operator) => endSession(deps, body, operator))
}

/** A correct password opens nothing by itself: it leads to the second step. */
async function signIn(
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
    return refuse('wrong-credentials', { errors: contract.wrongCredentials })
  }
  await giveBackTries(db, counted)
  const former = readOperatorToken(visitor, http)
  if (former) await endOperatorSession(db, former, now)
  const token = await beginOperatorStep(db, operator.id, originOf(visitor), now)
  handOperatorToken(visitor, token, OPERATOR_STEP_MS, http)
  return { data: { redirect_url: deskPages['second-step'].path } }
}

async function signOut({ db, clock, http }: DeskDeps, visitor: Visitor) {
  const token = readOperatorToken(visitor, http)
  if (token) await endOperatorSession(db, token, clock.now())
  takeOperatorToken(visitor, http)
  return { data: { redirect_url: deskPages['sign-in'].path } }
}
