import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as contract from '#contract/desk/sign-in.ts'
import * as messages from '#contract/desk/sign-in.ts'
import { nextOr, type StartValues, type signInToDesk as signInCall } from '#contract/desk/sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { linkLimit } from '#server/identity/links.ts'
import {
  findOperatorLink,
  operatorSeals,
  spendOperatorLink,
} from '#server/identity/operators/operator-factors.ts'
import {
  beginOperatorSession,
  beginOperatorStep,
  clearKnownOrigins,
  clearOperatorCookie,
  countOperatorGuess,
  endOperatorSession,
  endSessionsOfOperator,
  OPERATOR_SESSION_MS,
  OPERATOR_STEP_MS,
  readOperatorDevice,
  readOperatorToken,
  setOperatorCookie,
  setOperatorDeviceCookie,
  signedInAt,
} from '#server/identity/operators/operator-sessions.ts'
import { findOperator } from '#server/identity/operators/operators.ts'
import { showAppKey } from '#server/identity/second-factor-codes.ts'
import { originOf } from '#server/identity/sessions.ts'
import { stepOfCode } from '#server/identity/totp.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, countTry, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import {
  type DeskDeps,
  deskPage,
  deskRoute,
  openDeskPage,
  openDeskRoute,
  operatorOf,
} from '../desk-routes.ts'
import { addPasskey, endSession, removePasskey, showMe, startPasskey } from './me.ts'
import { confirmCode, confirmPasskey, showSecondStep, startPasskeyStep } from './second-step.ts'

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

/** A correct password alone opens nothing: it leads to the second step. */
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
  setOperatorCookie(visitor, token, OPERATOR_STEP_MS, http)
  return { data: { redirect_url: deskPages['second-step'].path } }
}

async function signOut({ db, clock, http }: DeskDeps, visitor: Visitor) {
  const token = readOperatorToken(visitor, http)
  if (token) await endOperatorSession(db, token, clock.now())
  clearOperatorCookie(visitor, http)
  return { data: { redirect_url: deskPages['sign-in'].path } }
}

type StartDeps = Pick<DeskDeps, 'db' | 'clock' | 'config' | 'http' | 'passwords'>
const byIp = linkLimit('desk-start')
/** Counted for existing links only: invented tokens add no rows. */
const byLink: Limit = { name: 'desk-start:link', tries: 20, windowMinutes: 15 }
const linkOver = refuse('not-found', { errors: messages.linkOver })

/** Opening the link does not use it up. */
async function showStart({ db, clock, config }: StartDeps, linkToken: string): Promise<StartValues> {
  const link = await findOperatorLink(db, linkToken, config.secrets, clock.now())
  if (!link) return { kind: 'over' }
  const { email, name, secret } = link
  const app = await showAppKey(secret, { issuer: `${config.provider.brandName} desk`, label: email })
  return { kind: 'open', email, name, key: app.key, qrCode: app.qr_code }
}

/** Sets the password and activates the authenticator app; both were shown, so a session begins. */
async function startAtDesk(
  { db, clock, config, http, passwords }: StartDeps,
  { password, code }: { password: string; code: string },
  visitor: Visitor,
): Promise<{ data: { redirect_url: string } } | Refused> {
  const now = clock.now()
  const linkToken = visitor.parts.linkToken ?? ''
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findOperatorLink(db, linkToken, config.secrets, now)
  if (!link) return linkOver
  await countTry(db, byLink, linkToken, now)
  const step = stepOfCode(code, link.secret, now)
  if (step === undefined) return refuse('invalid-fields', { errors: { code: [messages.wrongCode] } })
  const hash = await passwords.hash(password)
  if (isRefused(hash)) return hash
  const { sealed, keyId } = operatorSeals.seal(link.secret, config.secrets)
  // A new one: someone else may have the former.
  const deviceToken = newToken()
  const at = signedInAt(visitor, deviceToken)
  const token = await db.transaction(async (tx) => {
    if (!(await spendOperatorLink(tx, linkToken, now))) return undefined
    await tx.run(sql`
      update operators set password_hash = ${hash}, totp_sealed = ${sealed}, totp_key_id = ${keyId}, totp_last_step = ${step}
      where id = ${link.operatorId}`)
    await endSessionsOfOperator(tx, link.operatorId, now)
    await clearKnownOrigins(tx, link.operatorId)
    await recordAudit(
      tx,
      { actor: `operator:${link.email}`, action: 'operator-began', origin: at.origin },
      now,
    )
    return beginOperatorSession(tx, link.operatorId, at, now)
  })
  if (token === undefined) return linkOver
  setOperatorCookie(visitor, token, OPERATOR_SESSION_MS, http)
  setOperatorDeviceCookie(visitor, deviceToken, http)
  return { data: { redirect_url: deskPages.today.path } }
}
