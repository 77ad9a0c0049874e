import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Entry = {
  id: number
  at: Date
  actor: string
  action: string
  pin: string | null
  details: Record<string, unknown>
}

/** Newest first: entries before `before` and, of the same moment, with a smaller id. Null: whatever it is. */
export type Wanted = {
  accountId: number | null
  actor: string | null
  action: string | null
  from: Date
  before: Date
  beforeId: number
  limit: number
}

/** By the index that leaves the fewest entries to read. */
export function listEntries(db: Db, wanted: Wanted): Promise<Entry[]> {
  if (wanted.accountId !== null) return listOfAccount(db, wanted)
  if (wanted.actor !== null)
    return wanted.action === null ? listOfOperator(db, wanted) : listOfOperatorAndAction(db, wanted)
  if (wanted.action !== null) return listOfAction(db, wanted)
  return listAll(db, wanted)
}

function listOfAccount(
  db: Db,
  { accountId, actor, action, from, before, beforeId, limit }: Wanted,
): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, u.at, u.actor, u.action, a.pin, u.details from audit u join accounts a on a.id = u.account_id
    where u.account_id = ${accountId} and (u.at, u.id) < (${before}::timestamptz, ${beforeId}::bigint) and u.at >= ${from}
      and (${actor}::text is null or u.actor = ${actor}) and (${action}::text is null or u.action = ${action})
    order by u.at desc, u.id desc limit ${limit}`)
}

function listOfOperator(db: Db, { actor, from, before, beforeId, limit }: Wanted): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where u.actor = ${actor} and starts_with(u.actor, 'operator:')
      and (u.at, u.id) < (${before}::timestamptz, ${beforeId}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function listOfOperatorAndAction(
  db: Db,
  { actor, action, from, before, beforeId, limit }: Wanted,
): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where u.actor = ${actor} and starts_with(u.actor, 'operator:') and u.action = ${action}
      and (u.at, u.id) < (${before}::timestamptz, ${beforeId}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function listOfAction(db: Db, { action, from, before, beforeId, limit }: Wanted): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where u.action = ${action} and (u.at, u.id) < (${before}::timestamptz, ${beforeId}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}

function listAll(db: Db, { from, before, beforeId, limit }: Wanted): Promise<Entry[]> {
  return db.many<Entry>(sql`
    select u.id, u.at, u.actor, u.action, a.pin, u.details from audit u left join accounts a on a.id = u.account_id
    where (u.at, u.id) < (${before}::timestamptz, ${beforeId}::bigint) and u.at >= ${from}
    order by u.at desc, u.id desc limit ${limit}`)
}
