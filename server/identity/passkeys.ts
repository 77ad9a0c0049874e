import { randomBytes } from 'node:crypto'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * EdDSA, ES256 and RS256. By default the library also offers experimental algorithms of this Node release,
 * which another release may not be able to verify.
 */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

export const PASSKEYS_AT_MOST = 20
/** Only random bits: it is stored, readable, on every authenticator. */
const HANDLE_BYTES = 32

export type StoredPasskey = {
  id: number
  agentId: number
  credentialId: Buffer
  publicKey: Buffer
  transports: string[]
  userHandle: Buffer
  factorsVersion: number
}

/** None for a person who was removed from the account. */
export function findPasskey(db: Db, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  return db.maybe<StoredPasskey>(sql`
    select k.id, k.agent_id as "agentId", k.credential_id as "credentialId", k.public_key as "publicKey",
      k.transports, p.user_handle as "userHandle", g.factors_version as "factorsVersion"
    from passkeys k join agents g on g.id = k.agent_id join passkey_people p on p.agent_id = k.agent_id
    where k.credential_id = ${credentialId} and g.removed_at is null`)
}

export type ListedPasskey = {
  id: number
  credentialId: Buffer
  transports: string[]
  name: string
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export function listPasskeys(db: Db, agentId: number): Promise<ListedPasskey[]> {
  return db.many<ListedPasskey>(sql`
    select id, credential_id as "credentialId", transports, name, is_synced as "isSynced", created_at as "createdAt",
      last_used_at as "lastUsedAt"
    from passkeys where agent_id = ${agentId} order by id`)
}

/** The passkeys of an account's person, if they have signed in on this device before. */
export function listPasskeysOnDevice(
  db: Db,
  { email, pin, deviceHash }: { email: string; pin: string; deviceHash: Buffer },
): Promise<Pick<StoredPasskey, 'agentId' | 'credentialId' | 'transports'>[]> {
  return db.many(sql`
    select k.agent_id as "agentId", k.credential_id as "credentialId", k.transports
    from agents g join accounts a on a.id = g.account_id
      join devices d on d.agent_id = g.id and d.device_hash = ${deviceHash}
      join passkeys k on k.agent_id = g.id
    where g.email_key = ${email.toLowerCase()} and g.removed_at is null and a.pin = ${pin}
    order by k.id`)
}

export async function countPasskeys(db: Db, agentId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from passkeys where agent_id = ${agentId}`,
  )
  return count
}

/**
 * Whether a person has a passkey that counts as a factor: one made automatically by the browser counts once it has
 * been used.
 */
export async function hasPasskeyAsFactor(db: Db, agentId: number): Promise<boolean> {
  const found = await db.maybe(sql`select 1 from passkeys where agent_id = ${agentId} and is_factor limit 1`)
  return found !== undefined
}

/** The same for all passkeys of a person. */
export async function userHandleOf(db: Db, agentId: number): Promise<Buffer> {
  const { handle } = await db.one<{ handle: Buffer }>(sql`
    insert into passkey_people as p (agent_id, user_handle) values (${agentId}, ${randomBytes(HANDLE_BYTES)})
    on conflict (agent_id) do update set user_handle = p.user_handle
    returning user_handle as handle`)
  return handle
}

/** Everyone is asked once. After “never”, the browser creates no passkey automatically either. */
export async function notePasskeyOffer(
  db: Db,
  agentId: number,
  answer: 'asked' | 'never',
  now: Date,
): Promise<void> {
  await userHandleOf(db, agentId)
  await db.run(sql`
    update passkey_people set asked_at = coalesce(asked_at, ${now}::timestamptz),
      declined_at = case when ${answer === 'never'}::boolean then ${now}::timestamptz else declined_at end
    where agent_id = ${agentId}`)
}

/** Whether this passkey of the person counts as a factor. */
export async function isFactorOf(db: Db, agentId: number, id: number): Promise<boolean> {
  const found = await db.maybe(
    sql`select 1 from passkeys where id = ${id} and agent_id = ${agentId} and is_factor`,
  )
  return found !== undefined
}

export type MadePasskey = Omit<ListedPasskey, 'id' | 'createdAt' | 'lastUsedAt'> & {
  publicKey: Uint8Array
  counter: number
  /** The browser made it automatically. */
  isAutomatic: boolean
}

/** Undefined if the credential is already known, to anyone. */
export async function insertPasskey(
  tx: Db,
  agentId: number,
  made: MadePasskey,
  now: Date,
): Promise<number | undefined> {
  const inserted = await tx.maybe<{ id: number }>(sql`
    insert into passkeys (agent_id, credential_id, public_key, counter, transports, is_synced, is_automatic, name,
      created_at)
    values (${agentId}, ${made.credentialId}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${made.transports},
      ${made.isSynced}, ${made.isAutomatic}, ${made.name}, ${now})
    on conflict (credential_id) do nothing
    returning id`)
  if (inserted) await noteFactorsChanged(tx, agentId)
  return inserted?.id
}

/**
 * False if the counter did not increase: two authenticators sign with the same key, or an answer was
 * repeated. Compared and stored by one statement, so of two answers with the same count only one succeeds.
 */
export async function noteUse(
  db: Db,
  id: number,
  { counter, isSynced }: { counter: number; isSynced: boolean },
  now: Date,
): Promise<boolean> {
  const noted = await db.run(sql`
    update passkeys set counter = ${counter}, is_synced = ${isSynced}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
  return noted === 1
}

export async function renamePasskeyOf(
  db: Db,
  { agentId, id, name }: { agentId: number; id: number; name: string },
): Promise<boolean> {
  const renamed = await db.run(
    sql`update passkeys set name = ${name} where id = ${id} and agent_id = ${agentId}`,
  )
  return renamed === 1
}

/** Its name, or undefined if the person has no such passkey. */
export async function deletePasskey(tx: Db, agentId: number, id: number): Promise<string | undefined> {
  const deleted = await tx.maybe<{ name: string }>(
    sql`delete from passkeys where id = ${id} and agent_id = ${agentId} returning name`,
  )
  if (deleted) await noteFactorsChanged(tx, agentId)
  return deleted?.name
}

/** Deletes the passkeys added in this period, inclusive. Returns their names. */
export async function deletePasskeysAdded(
  tx: Db,
  agentId: number,
  { since, until }: { since?: Date; until?: Date },
): Promise<string[]> {
  const deleted = await tx.many<{ name: string }>(sql`
    delete from passkeys
    where agent_id = ${agentId} and created_at between coalesce(${since ?? null}::timestamptz, '-infinity')
      and coalesce(${until ?? null}::timestamptz, 'infinity')
    returning name`)
  if (deleted.length > 0) await noteFactorsChanged(tx, agentId)
  return deleted.map(({ name }) => name)
}

/** The most common password managers, by the id of their model. */
const managers: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
}

/** A first name for a passkey, by which the person recognizes it: where it is stored, or where it was made. */
export function nameFor(aaguid: string, userAgent: string): string {
  return managers[aaguid] ?? (deviceOf(userAgent) || 'Passkey')
}

/**
 * In the transaction that activates or removes an app, or adds or removes a passkey. A sign-in in progress
 * was checked against the previous state: it either has its session already, which that transaction may end,
 * or opens none.
 */
export async function noteFactorsChanged(tx: Db, agentId: number): Promise<void> {
  await tx.run(sql`update agents set factors_version = factors_version + 1 where id = ${agentId}`)
}
