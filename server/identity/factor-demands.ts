import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { DAY, later } from '#server/ports/clock.ts'

/**
 * The owner's requirement for everyone in the account. People who join later have the same number of days
 * from joining.
 */
export type FactorDemand = { graceDays: number; endsAt: Date }

export async function findDemand(db: Db, accountId: number): Promise<FactorDemand | undefined> {
  const demand = await db.maybe<{ graceDays: number; demandedAt: Date }>(sql`
    select grace_days as "graceDays", demanded_at as "demandedAt" from second_factor_demands
    where account_id = ${accountId}`)
  return demand && { graceDays: demand.graceDays, endsAt: later(demand.demandedAt, demand.graceDays * DAY) }
}

/** The days count from now, also when a demand is changed. */
export async function setDemand(tx: Db, accountId: number, graceDays: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into second_factor_demands (account_id, grace_days, demanded_at)
    values (${accountId}, ${graceDays}, ${now})
    on conflict (account_id) do update
      set grace_days = excluded.grace_days, demanded_at = excluded.demanded_at`)
}

/** False if there was none. */
export async function removeDemand(tx: Db, accountId: number): Promise<boolean> {
  return (await tx.run(sql`delete from second_factor_demands where account_id = ${accountId}`)) === 1
}

/** Whether a person has a second factor of whatever kind: the view agents_with_factor says which ones count. */
export async function hasSecondFactor(db: Db, agentId: number): Promise<boolean> {
  const found = await db.maybe(sql`select 1 from agents_with_factor where agent_id = ${agentId} limit 1`)
  return found !== undefined
}

/** Whether a person must keep their factor: it is required, and their only one. */
export async function isLastDemanded(
  db: Db,
  { agentId, accountId }: { agentId: number; accountId: number },
): Promise<boolean> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from agents_with_factor where agent_id = ${agentId}`,
  )
  return count === 1 && (await findDemand(db, accountId)) !== undefined
}

/**
 * Whether a password alone no longer signs in. A passkey does not change that: its owner signs in with it, or
 * shows it after the password.
 */
export async function isFactorDue(db: Db, agentId: number, now: Date): Promise<boolean> {
  const due = await db.maybe(sql`
    select 1 from demand_deadlines where agent_id = ${agentId} and due_at <= ${now}`)
  return due !== undefined
}

/** Whether this is the token of a session that opens nothing until the person sets up a factor. */
export async function isLockedForFactor(db: Db, token: string, now: Date): Promise<boolean> {
  const session = await db.maybe(sql`
    select 1 from sessions s join factor_deadlines l on l.agent_id = s.agent_id
    where s.token_hash = ${hashToken(token)} and s.ended_at is null and s.expires_at > ${now}
      and l.due_at <= ${now}`)
  return session !== undefined
}

export type Missing = { agentId: number; dueAt: Date }

export function listMissing(db: Db, accountId: number): Promise<Missing[]> {
  return db.many<Missing>(sql`
    select agent_id as "agentId", due_at as "dueAt" from factor_deadlines where account_id = ${accountId}
    order by agent_id`)
}
