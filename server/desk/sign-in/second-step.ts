import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as messages from '#contract/desk/sign-in.ts'
import { type SecondStepValues, withNext } from '#contract/desk/sign-in.ts'
import { spendOperatorCode } from '#server/identity/operators/operator-factors.ts'
import {
  listOperatorPasskeys,
  noteOperatorPasskeyUse,
  operatorPasskeyOptions,
  spendChallenge,
} from '#server/identity/operators/operator-passkeys.ts'
import {
  findOperatorStep,
  OPERATOR_SESSION_MS,
  type OperatorStep,
  openOperatorSession,
  readOperatorDevice,
  readOperatorToken,
  setOperatorCookie,
  setOperatorDeviceCookie,
  signedInAt,
} from '#server/identity/operators/operator-sessions.ts'
import {
  challengeIn,
  passkeySiteOf,
  refusePasskeysHere,
  verifyPasskey,
} from '#server/identity/passkey-check.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import type { DeskDeps } from '../desk-routes.ts'

type StepDeps = Pick<DeskDeps, 'db' | 'clock' | 'config' | 'http'>
type Redirected = { data: { redirect_url: string } }

/** Guessing six digits takes some hundred thousand tries: ten in a quarter of an hour are not enough. */
const byOperator: Limit = { name: 'desk-code:operator', tries: 10, windowMinutes: 15 }
const stepOver = refuse('signed-out', { errors: messages.stepOver })

/** Someone already signed in, or who has waited too long, continues from the sign-in page. */
export async function showSecondStep(
  deps: StepDeps,
  visitor: Visitor,
  next: string | undefined,
): Promise<SecondStepValues | Redirect> {
  const step = await stepOf(deps, visitor)
  if (!step) return { redirectTo: withNext(deskPages['sign-in'].path, next) }
  const passkeys = await listOperatorPasskeys(deps.db, step.operatorId)
  return { hasPasskey: passkeys.length > 0 && passkeySiteOf(deps.http, visitor) !== undefined }
}

export async function confirmCode(
  deps: StepDeps,
  { code }: { code: string },
  visitor: Visitor,
): Promise<Redirected | Refused> {
  const { db, clock, config } = deps
  const now = clock.now()
  const step = await stepOf(deps, visitor)
  if (!step) return stepOver
  await countTry(db, byOperator, String(step.operatorId), now)
  const entered = await enter(deps, step, 'code', visitor, (tx) =>
    spendOperatorCode(tx, step.operatorId, code, config.secrets, now),
  )
  if (entered) return entered
  visitor.report('operator.refused')
  return refuse('invalid-fields', { errors: { code: [messages.wrongCode] } })
}

export async function startPasskeyStep(
  deps: StepDeps,
  visitor: Visitor,
): Promise<{ data: { options: Record<string, unknown> } } | Refused> {
  const site = passkeySiteOf(deps.http, visitor)
  if (!site) return refusePasskeysHere(deps.http)
  const step = await stepOf(deps, visitor)
  if (!step) return stepOver
  return { data: { options: await operatorPasskeyOptions(deps.db, site, step, deps.clock.now()) } }
}

export async function confirmPasskey(
  deps: StepDeps,
  { credential }: { credential: PasskeyAnswer },
  visitor: Visitor,
): Promise<Redirected | Refused> {
  const { db, clock, http } = deps
  const now = clock.now()
  const site = passkeySiteOf(http, visitor)
  if (!site) return refusePasskeysHere(http)
  const step = await stepOf(deps, visitor)
  if (!step) return stepOver
  const challenge = challengeIn(credential.response.clientDataJSON)
  const isAsked = await spendChallenge(db, step.sessionId, challenge, now)
  const id = Buffer.from(credential.id, 'base64url')
  const passkeys = isAsked ? await listOperatorPasskeys(db, step.operatorId) : []
  const passkey = passkeys.find(({ credentialId }) => credentialId.equals(id))
  const signed = passkey && (await verifyPasskey(site, passkey, challenge, credential))
  const entered =
    passkey &&
    signed &&
    (await enter(deps, step, 'passkey', visitor, (tx) =>
      noteOperatorPasskeyUse(tx, passkey.id, signed.counter, now),
    ))
  if (entered) return entered
  visitor.report('operator.refused')
  return refuse('invalid-fields', { errors: messages.passkeyRefused })
}

async function stepOf({ db, clock, http }: StepDeps, visitor: Visitor): Promise<OperatorStep | undefined> {
  const token = readOperatorToken(visitor, http)
  return token ? findOperatorStep(db, token, clock.now()) : undefined
}

/**
 * Opens the session in the transaction that uses up the code or passkey, so that it is not lost if this
 * fails. Undefined if it is invalid or expired.
 */
async function enter(
  { db, clock, http }: StepDeps,
  step: OperatorStep,
  way: 'code' | 'passkey',
  visitor: Visitor,
  spend: (tx: Db) => Promise<boolean>,
): Promise<Redirected | Refused | undefined> {
  const now = clock.now()
  const deviceToken = readOperatorDevice(visitor, http) ?? newToken()
  const at = signedInAt(visitor, deviceToken)
  const token = await unlessRefused(db, async (tx) => {
    if (!(await spend(tx))) return undefined
    const opened = await openOperatorSession(tx, step, at, now)
    if (opened === undefined) return stepOver
    await recordAudit(
      tx,
      { actor: `operator:${step.email}`, action: 'operator-signed-in', origin: at.origin, details: { way } },
      now,
    )
    return opened
  })
  if (token === undefined || isRefused(token)) return token
  setOperatorCookie(visitor, token, OPERATOR_SESSION_MS, http)
  setOperatorDeviceCookie(visitor, deviceToken, http)
  visitor.report('operator.signed-in', { actor: `operator:${step.operatorId}` })
  return { data: { redirect_url: deskPages.today.path } }
}
