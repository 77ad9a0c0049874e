import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import * as messages from '#contract/desk/sign-in.ts'
import { CHALLENGE_LASTS_MS, descriptorsOf, type PasskeySite } from '#server/identity/passkey-check.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later } from '#server/ports/clock.ts'
import { type MadePasskey, PASSKEY_ALGORITHMS } from '../passkeys.ts'
import type { Operator } from './operator-sessions.ts'

const OPERATOR_PASSKEYS_AT_MOST = 10

export type OperatorPasskey = {
  id: number
  operatorId: number
  credentialId: Buffer
  publicKey: Buffer
  transports: string[]
  userHandle: Buffer
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export function listOperatorPasskeys(db: Db, operatorId: number): Promise<OperatorPasskey[]> {
  return db.many<OperatorPasskey>(sql`
    select k.id, k.operator_id as "operatorId", k.credential_id as "credentialId", k.public_key as "publicKey",
      k.transports, o.user_handle as "userHandle", k.name, k.created_at as "createdAt", k.last_used_at as "lastUsedAt"
    from operator_passkeys k join operators o on o.id = k.operator_id
    where k.operator_id = ${operatorId} order by k.id limit ${OPERATOR_PASSKEYS_AT_MOST}`)
}

/** The challenge that a session, or a step before one, has to sign. A later challenge replaces it. */
async function makeChallenge(db: Db, sessionId: number, now: Date): Promise<string> {
  const challenge = newToken()
  await db.run(sql`
    update operator_sessions set challenge_hash = ${hashToken(challenge)},
      challenge_expires_at = ${later(now, CHALLENGE_LASTS_MS)}
    where id = ${sessionId}`)
  return challenge
}

/** True only for the first use. */
export async function spendChallenge(
  db: Db,
  sessionId: number,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const spent = await db.run(sql`
    update operator_sessions set challenge_hash = null, challenge_expires_at = null
    where id = ${sessionId} and challenge_hash = ${hashToken(challenge)} and challenge_expires_at > ${now}`)
  return spent === 1
}

export async function operatorPasskeyOptions(
  db: Db,
  site: PasskeySite,
  { sessionId, operatorId }: { sessionId: number; operatorId: number },
  now: Date,
): Promise<Record<string, unknown>> {
  const passkeys = await listOperatorPasskeys(db, operatorId)
  const challenge = await makeChallenge(db, sessionId, now)
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LASTS_MS,
    userVerification: 'required',
    allowCredentials: descriptorsOf(passkeys),
  })
  return { ...options }
}

export async function newOperatorPasskeyOptions(
  db: Db,
  site: PasskeySite,
  {
    sessionId,
    operatorId,
    email,
    name,
  }: { sessionId: number; operatorId: number; email: string; name: string },
  now: Date,
): Promise<Record<string, unknown> | Refused> {
  const passkeys = await listOperatorPasskeys(db, operatorId)
  if (passkeys.length >= OPERATOR_PASSKEYS_AT_MOST)
    return refuse('invalid-fields', { errors: messages.tooManyPasskeys })
  const { handle } = await db.one<{ handle: Buffer }>(
    sql`select user_handle as handle from operators where id = ${operatorId}`,
  )
  const challenge = await makeChallenge(db, sessionId, now)
  const options = await generateRegistrationOptions({
    rpName: `${site.rpName} desk`,
    rpID: site.rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LASTS_MS,
    userID: new Uint8Array(handle),
    userName: `${email} (desk)`,
    userDisplayName: `${name} (desk)`,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: descriptorsOf(passkeys),
    // Not for signing in without a password, so that the customers' sign-in page on the same host does not
    // offer it.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
  })
  return { ...options }
}

/**
 * False if there are too many, or the credential is already known. Throws if the session has ended since the
 * request was admitted: a passkey must not outlive the reset of an operator.
 */
export async function insertOperatorPasskey(
  tx: Db,
  { id: operatorId, sessionId }: Pick<Operator, 'id' | 'sessionId'>,
  { credentialId, publicKey, counter, transports, name }: Omit<MadePasskey, 'isSynced' | 'isAutomatic'>,
  now: Date,
): Promise<boolean> {
  await tx.one(sql`select id from operators where id = ${operatorId} for update`)
  const open = await tx.maybe(
    sql`select 1 from operator_sessions where id = ${sessionId} and ended_at is null`,
  )
  if (!open) throw refuse('signed-out', { errors: messages.signedOut })
  const inserted = await tx.run(sql`
    insert into operator_passkeys (operator_id, credential_id, public_key, counter, transports, name, created_at)
    select ${operatorId}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name}, ${now}::timestamptz
    where (select count(*) from operator_passkeys where operator_id = ${operatorId}) < ${OPERATOR_PASSKEYS_AT_MOST}
    on conflict (credential_id) do nothing`)
  return inserted === 1
}

/** False if the counter did not rise: two authenticators sign with the same key, or an answer came twice. */
export async function noteOperatorPasskeyUse(
  db: Db,
  id: number,
  counter: number,
  now: Date,
): Promise<boolean> {
  const noted = await db.run(sql`
    update operator_passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
  return noted === 1
}

export async function deleteOperatorPasskey(
  tx: Db,
  operatorId: number,
  id: number,
): Promise<string | undefined> {
  const deleted = await tx.maybe<{ name: string }>(
    sql`delete from operator_passkeys where id = ${id} and operator_id = ${operatorId} returning name`,
  )
  return deleted?.name
}
