import { SECOND_STEP_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later, MINUTE } from '../ports/clock.ts'
import { dropLinks } from './links.ts'
import { noteFactorsChanged } from './passkeys.ts'
import { PART, type SealedRows } from './renew-seals.ts'
import { keyIdOf, seal, unseal } from './seal.ts'
import { stepOfCode } from './totp.ts'
import { endTrustOf } from './trusted-devices.ts'

const PURPOSE = 'totp-secret'

export type SecondFactor = { since: Date; codesLeft: number }

/** The factor that is in force. A set-up that was not confirmed is none. */
export function findSecondFactor(db: Db, agentId: number): Promise<SecondFactor | undefined> {
  return db.maybe<SecondFactor>(sql`
    select f.confirmed_at as since,
      (select count(*) from recovery_codes c where c.agent_id = f.agent_id and c.used_at is null)::int as "codesLeft"
    from second_factors f where f.agent_id = ${agentId} and f.confirmed_at is not null`)
}

/** Whose set-up it is: of a second step, by the hash of its token, or of the person's sessions. */
export type SetUpOwner = { agentId: number; begunBy: Buffer | null }

/** Stores the secret of a set-up in place of an earlier one. False if a factor is already in force. */
export async function beginSecondFactor(
  db: Db,
  { agentId, begunBy }: SetUpOwner,
  secret: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const { sealed, keyId } = sealSecret(secret, secrets)
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
  return pending && unseal(pending.sealed.toString('base64url'), PURPOSE, secrets)
}

/** Whether this code would put the set-up in force. It is not used up. */
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
 * The first correct code puts the factor in force, and is used up by that. The code is judged by when it was sent; the factor is
 * dated `now`, like the notice about it, so that “This was not me” in that notice removes it.
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
 * True if the code is correct and was not used before. The step is stored by the statement that compares it, so of two
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
  // A secret encrypted under a removed value of SECRETS cannot be read: recovery codes still work.
  const secret = factor && unseal(factor.sealed.toString('base64url'), PURPOSE, secrets)
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

/** After a rotation of the secrets. Under a secret that was removed, codes of the app fail and recovery codes work. */
export const factorSeals: SealedRows = {
  purpose: PURPOSE,

  async listKeyIds(db) {
    // One look into the index for each key, however many rows it has.
    const keys = await db.many<{ id: string }>(sql`
      with recursive keys as (
        select min(key_id) as id from second_factors
        union all
        select (select min(f.key_id) from second_factors f where f.key_id > k.id) from keys k where k.id is not null
      )
      select id from keys where id is not null`)
    return keys.map(({ id }) => id)
  },

  async renewPart(db, keyId, secrets) {
    const part = await db.many<{ agentId: number; sealed: Buffer }>(sql`
      select agent_id as "agentId", secret_sealed as sealed from second_factors
      where key_id = ${keyId} limit ${PART}`)
    let renewed = 0
    for (const { agentId, sealed } of part) {
      const secret = unseal(sealed.toString('base64url'), PURPOSE, secrets)
      if (secret === undefined) continue
      const fresh = sealSecret(secret, secrets)
      renewed += await db.run(sql`
        update second_factors set secret_sealed = ${fresh.sealed}, key_id = ${fresh.keyId}
        where agent_id = ${agentId} and secret_sealed = ${sealed}`)
    }
    return renewed
  },
}

function sealSecret(secret: string, secrets: readonly string[]) {
  return {
    sealed: Buffer.from(seal(secret, PURPOSE, secrets), 'base64url'),
    keyId: keyIdOf(PURPOSE, secrets),
  }
}
