import type { NewPasskey } from '#contract/accounts/factors.ts'
import type { MeValues } from '#contract/desk/sign-in.ts'
import * as messages from '#contract/desk/sign-in.ts'
import type { OperatorAction } from '#contract/features/activity.ts'
import {
  deleteOperatorPasskey,
  insertOperatorPasskey,
  listOperatorPasskeys,
  newOperatorPasskeyOptions,
  spendChallenge,
} from '#server/identity/operators/operator-passkeys.ts'
import {
  endOneSession,
  listOperatorSessions,
  type Operator,
} from '#server/identity/operators/operator-sessions.ts'
import {
  challengeIn,
  passkeySiteOf,
  refusePasskeysHere,
  verifyNewPasskey,
} from '#server/identity/passkey-check.ts'
import { nameFor } from '#server/identity/passkeys.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-routes.ts'

type MeDeps = Pick<DeskDeps, 'db' | 'clock' | 'http'>
type DoneAnswer = { data: { status: 'done' } }
const done: DoneAnswer = { data: { status: 'done' } }

export async function showMe(
  { db, clock, http }: MeDeps,
  operator: Operator,
  visitor: Visitor,
): Promise<MeValues> {
  const passkeys = await listOperatorPasskeys(db, operator.id)
  const sessions = await listOperatorSessions(db, operator.id, clock.now())
  return {
    offersPasskeys: passkeySiteOf(http, visitor) !== undefined,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      made: createdAt.toISOString(),
      lastUsed: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ id, device, ip, createdAt }) => ({
      id,
      device,
      ip,
      since: createdAt.toISOString(),
      isThis: id === operator.sessionId,
    })),
  }
}

export async function startPasskey(
  { db, clock, http }: MeDeps,
  { id, sessionId, email, name }: Operator,
  visitor: Visitor,
): Promise<{ data: { options: Record<string, unknown> } } | Refused> {
  const site = passkeySiteOf(http, visitor)
  if (!site) return refusePasskeysHere(http)
  const options = await newOperatorPasskeyOptions(
    db,
    site,
    { sessionId, operatorId: id, email, name },
    clock.now(),
  )
  return isRefused(options) ? options : { data: { options } }
}

export async function addPasskey(
  { db, clock, http }: MeDeps,
  { credential }: { credential: NewPasskey },
  operator: Operator,
  visitor: Visitor,
): Promise<DoneAnswer | Refused> {
  const site = passkeySiteOf(http, visitor)
  if (!site) return refusePasskeysHere(http)
  const now = clock.now()
  const challenge = challengeIn(credential.response.clientDataJSON)
  const isAsked = await spendChallenge(db, operator.sessionId, challenge, now)
  const made = isAsked
    ? await verifyNewPasskey(site, challenge, credential, { isAutomatic: false })
    : undefined
  if (!made) return refuse('invalid-fields', { errors: messages.passkeyRefused })
  const name = nameFor(made.aaguid, visitor.userAgent)
  return db.transaction(async (tx) => {
    if (!(await insertOperatorPasskey(tx, operator, { ...made, name }, now)))
      return refuse('invalid-fields', { errors: messages.tooManyPasskeys })
    await note(tx, operator, 'operator-passkey-added', { passkey: name }, now)
    return done
  })
}

export function removePasskey(
  { db, clock }: MeDeps,
  { passkey_id }: { passkey_id: number },
  operator: Operator,
): Promise<DoneAnswer | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const name = await deleteOperatorPasskey(tx, operator.id, passkey_id)
    if (name === undefined) return refuse('not-found')
    await note(tx, operator, 'operator-passkey-removed', { passkey: name }, now)
    return done
  })
}

export function endSession(
  { db, clock }: MeDeps,
  { session_id }: { session_id: number },
  operator: Operator,
): Promise<DoneAnswer | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const how = await endOneSession(tx, { operatorId: operator.id, sessionId: session_id }, now)
    if (how === 'unknown') return refuse('not-found')
    if (how === 'ended') await note(tx, operator, 'operator-session-ended', {}, now)
    return done
  })
}

function note(
  tx: Db,
  { actor, origin }: Operator,
  action: OperatorAction,
  details: Record<string, unknown>,
  now: Date,
): Promise<void> {
  return recordAudit(tx, { actor, action, origin, details }, now)
}
