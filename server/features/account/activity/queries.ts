import type { ActivityName } from '#contract/features/activity.ts'
import type { Wrong } from '#server/identity/credentials.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Before } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type EntryRow = {
  id: number
  at: Date
  micros: number
  actor: string
  action: ActivityName
  ip: string
  device: string
  details: Record<string, unknown>
}

export function listEntriesOfAccount(
  db: Db,
  accountId: number,
  names: readonly string[],
  { at, id, limit }: Before,
): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    select id, at, (extract(epoch from at) * 1000000)::bigint as micros, actor, action, ip, device, details from audit
    where account_id = ${accountId} and action = any(${names}) and (at, id) < (${at}::timestamptz, ${id}::bigint)
    order by at desc, id desc limit ${limit}`)
}

export function listEntriesOfAgent(
  db: Db,
  agentId: number,
  names: readonly string[],
  { at, id, limit }: Before,
): Promise<EntryRow[]> {
  return db.many<EntryRow>(sql`
    select id, at, (extract(epoch from at) * 1000000)::bigint as micros, actor, action, ip, device, details from audit
    where agent_id = ${agentId} and account_id is not null and action = any(${names})
      and (at, id) < (${at}::timestamptz, ${id}::bigint)
    order by at desc, id desc limit ${limit}`)
}

export type SignInRow = {
  id: number
  at: Date
  micros: number
  agentId: number
  address: string
  userAgent: string
  isNewDevice: boolean
}

/** Sessions are the record of sign-ins, for as long as they are kept. */
export function listSignIns(
  db: Db,
  agentIds: readonly number[],
  { at, id, limit }: Before,
): Promise<SignInRow[]> {
  return db.many<SignInRow>(sql`
    select s.id, s.created_at as at, (extract(epoch from s.created_at) * 1000000)::bigint as micros, s.agent_id as "agentId", s.address, s.user_agent as "userAgent",
      coalesce((
        select d.first_seen_at = s.created_at from devices d
        where d.agent_id = s.agent_id and d.device_hash = s.device_hash
      ), false) as "isNewDevice"
    from unnest(${agentIds}::bigint[]) as person (id) cross join lateral (
      select id, created_at, agent_id, address, user_agent, device_hash from sessions
      where agent_id = person.id and (created_at, id) < (${at}::timestamptz, ${id}::bigint)
      order by created_at desc, id desc limit ${limit}
    ) s
    order by s.created_at desc, s.id desc limit ${limit}`)
}

export type FailureRow = {
  id: number
  at: Date
  micros: number
  agentId: number
  ip: string
  device: string
  tries: number
  what: Wrong
}

export function listFailures(
  db: Db,
  agentIds: readonly number[],
  { at, id, limit }: Before,
): Promise<FailureRow[]> {
  return db.many<FailureRow>(sql`
    select f.id, f.last_at as at, (extract(epoch from f.last_at) * 1000000)::bigint as micros, f.agent_id as "agentId", f.ip, f.device, f.tries, f.what
    from unnest(${agentIds}::bigint[]) as person (id) cross join lateral (
      select id, last_at, agent_id, ip, device, tries, what from failed_sign_ins
      where agent_id = person.id and (last_at, id) < (${at}::timestamptz, ${id}::bigint)
      order by last_at desc, id desc limit ${limit}
    ) f
    order by f.last_at desc, f.id desc limit ${limit}`)
}

export type Person = { id: number; name: string; email: string }

/** The account's people, including those who left: their lines stay. */
export function listPeopleOf(db: Db, { accountId }: Pick<Session, 'accountId'>): Promise<Person[]> {
  return db.many<Person>(sql`
    select id, trim(first_name || ' ' || last_name) as name, email from agents where account_id = ${accountId}`)
}
