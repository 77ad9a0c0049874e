import { randomBytes } from 'node:crypto'
import { SECOND_STEP_MINUTES } from '#contract/calendar/lifetimes.ts'
import { withAsciiDigits } from '#contract/wire/rules.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { later, MINUTE } from '#server/ports/clock.ts'
import { endTrustOf } from './devices.ts'
import { dropLinks } from './links.ts'
import { noteFactorsChanged } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import { sealedColumn } from './seal.ts'
import { stepOfCode } from './totp.ts'

/** If its secret was removed from SECRETS, codes of the app fail and recovery codes work. */
export const factorSeals = sealedColumn('totp-secret', {
  table: 'second_factors',
  id: 'agent_id',
  column: 'secret_sealed',
  keyId: 'key_id',
})

type SecondFactor = { since: Date; codesLeft: number }

/** The active factor. An unconfirmed set-up does not count. */
export function findSecondFactor(db: Db, agentId: number): Promise<SecondFactor | undefined> {
  return db.maybe<SecondFactor>(sql`
    select f.confirmed_at as since,
      (select count(*) from recovery_codes c where c.agent_id = f.agent_id and c.used_at is null)::int as "codesLeft"
    from second_factors f where f.agent_id = ${agentId} and f.confirmed_at is not null`)
}

/** The set-up's owner: a second step, by the hash of its token, or the person's sessions. */
export type SetUpOwner = { agentId: number; begunBy: Buffer | null }

/** Stores the secret of a set-up, replacing an earlier one. False if a factor is already active. */
export async function beginSecondFactor(
  db: Db,
  { agentId, begunBy }: SetUpOwner,
  secret: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const { sealed, keyId } = factorSeals.seal(secret, secrets)
  const stored = await db.run(sql`
    insert into second_factors as f (agent_id, secret_sealed, key_id, begun_by, created_at)
    values (${agentId}, ${sealed}, ${keyId}, ${begunBy}, ${now})
    on conflict (agent_id) do update
      set secret_sealed = excluded.secret_sealed, key_id = excluded.key_id, begun_by = excluded.begun_by,
        created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null`)
  return stored === 1
}

/** The secret of a set-up that waits for its first code. Someone else who knows the password does not get it. */
export async function findPendingSecret(
  db: Db,
  { agentId, begunBy }: SetUpOwner,
  secrets: readonly string[],
  now: Date,
): Promise<string | undefined> {
  const pending = await db.maybe<{ sealed: Buffer }>(sql`
    select secret_sealed as sealed from second_factors
    where agent_id = ${agentId} and confirmed_at is null and begun_by is not distinct from ${begunBy}::bytea
      and created_at > ${later(now, -SECOND_STEP_MINUTES * MINUTE)}`)
  return pending && factorSeals.open(pending.sealed, secrets)
}

/** Whether this code would activate the set-up. Does not use it up. */
export async function isCodeOfSetUp(
  db: Db,
  owner: SetUpOwner,
  code: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const secret = await findPendingSecret(db, owner, secrets, now)
  return secret !== undefined && stepOfCode(code, secret, now) !== undefined
}

/**
 * The first correct code activates the factor and is used up. The code is checked for the time it was sent;
 * the factor is dated `now`, like the notice about it, so that “This was not me” in that notice removes it.
 */
export function confirmSecondFactor(
  tx: Db,
  owner: SetUpOwner,
  code: string,
  secrets: readonly string[],
  { sentAt, now }: { sentAt: Date; now: Date },
): Promise<boolean> {
  return spendCode(tx, { ...owner, code, confirmedAt: now }, secrets, sentAt)
}

/**
 * True if the code is correct and was not used before. One statement compares and stores the step, so of two
 * requests with one code only one succeeds.
 */
export function spendTotpCode(
  db: Db,
  agentId: number,
  code: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  return spendCode(db, { agentId, begunBy: null, code, confirmedAt: null }, secrets, now)
}

async function spendCode(
  db: Db,
  { agentId, begunBy, code, confirmedAt }: SetUpOwner & { code: string; confirmedAt: Date | null },
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const isConfirming = confirmedAt !== null
  const factor = await db.maybe<{ sealed: Buffer }>(sql`
    select secret_sealed as sealed from second_factors
    where agent_id = ${agentId} and (confirmed_at is null) = ${isConfirming}::boolean
      and (confirmed_at is not null or begun_by is not distinct from ${begunBy}::bytea
        and created_at > ${later(now, -SECOND_STEP_MINUTES * MINUTE)})`)
  // A secret encrypted under a removed value of SECRETS is unreadable: recovery codes still work.
  const secret = factor && factorSeals.open(factor.sealed, secrets)
  const step = secret === undefined ? undefined : stepOfCode(code, secret, now)
  if (!factor || step === undefined) return false
  const spent = await db.run(sql`
    update second_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${confirmedAt}::timestamptz)
    where agent_id = ${agentId} and secret_sealed = ${factor.sealed} and last_step < ${step}
      and (confirmed_at is null) = ${isConfirming}::boolean`)
  if (spent === 1 && isConfirming) await noteFactorsChanged(db, agentId)
  return spent === 1
}

/** Removes the factor with everything that depends on it. False if there was none. */
export async function removeSecondFactor(tx: Db, agentId: number, now: Date): Promise<boolean> {
  await dropLinks(tx, 'second-factor-recovery', agentId, now)
  await tx.run(sql`delete from recovery_codes where agent_id = ${agentId}`)
  await endTrustOf(tx, agentId)
  const removed = await tx.run(sql`delete from second_factors where agent_id = ${agentId}`)
  if (removed > 0) await noteFactorsChanged(tx, agentId)
  return removed > 0
}

const CODES = 10
/** Without look-alike letters and digits: 59 random bits in a code. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LETTERS_PER_CODE = 12
const SHAPE = new RegExp(`^[${ALPHABET}]{${LETTERS_PER_CODE}}$`)

/** The codes themselves are returned once and never stored. */
type NewRecoveryCodes = { codes: string[]; salt: string; hashes: Buffer[] }

/** Before the transaction that stores them: it takes ten hashes, one after the other. */
export async function makeRecoveryCodes(passwords: Passwords): Promise<NewRecoveryCodes | Refused> {
  const codes = Array.from({ length: CODES }, newCode)
  const salt = passwords.newSalt()
  const hashes: Buffer[] = []
  for (const code of codes) {
    const hash = await passwords.hashWith(salt, lettersOf(code))
    if (isRefused(hash)) return hash
    hashes.push(hash)
  }
  return { codes, salt, hashes }
}

/** A new set replaces the old one. */
export async function storeRecoveryCodes(
  tx: Db,
  agentId: number,
  { salt, hashes }: NewRecoveryCodes,
  now: Date,
): Promise<void> {
  await tx.run(sql`update second_factors set codes_salt = ${salt} where agent_id = ${agentId}`)
  await tx.run(sql`delete from recovery_codes where agent_id = ${agentId}`)
  for (const hash of hashes)
    await tx.run(sql`
      insert into recovery_codes (agent_id, code_hash, created_at) values (${agentId}, ${hash}, ${now})`)
}

/**
 * Before the transaction that uses up the code: one hash for all ten. Undefined, without a hash, if it cannot
 * be a code of this person.
 */
export async function hashRecoveryCode(
  { db, passwords }: { db: Db; passwords: Passwords },
  agentId: number,
  typed: string,
): Promise<Buffer | Refused | undefined> {
  const letters = lettersOf(typed)
  if (!SHAPE.test(letters)) return undefined
  const factor = await db.maybe<{ salt: string | null }>(sql`
    select codes_salt as salt from second_factors where agent_id = ${agentId} and confirmed_at is not null`)
  return factor?.salt ? passwords.hashWith(factor.salt, letters) : undefined
}

/** If a code is sent twice at the same time, only one request gets it. */
export async function spendRecoveryCode(db: Db, agentId: number, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await db.run(sql`
    update recovery_codes set used_at = ${now}
    where agent_id = ${agentId} and code_hash = ${hash} and used_at is null`)
  return spent === 1
}

function newCode(): string {
  let letters = ''
  while (letters.length < LETTERS_PER_CODE) {
    for (const byte of randomBytes(LETTERS_PER_CODE)) {
      // The rest of the range would bias some letters.
      if (byte < 256 - (256 % ALPHABET.length)) letters += ALPHABET[byte % ALPHABET.length]
    }
  }
  return (letters.slice(0, LETTERS_PER_CODE).match(/.{4}/g) ?? []).join('-')
}

/** People omit the dashes, or type capitals. */
function lettersOf(code: string): string {
  return withAsciiDigits(code)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
