import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type ListedEndpoint = {
  id: number
  url: string
  state: 'active' | 'failing' | 'disabled'
  sentThrough: number
  behind: number
  /** At least so many, if there are more than were counted. */
  accountsWaiting: number
  hasMoreWaiting: boolean
  missedAt: Date | null
  failingSince: Date | null
  lastError: string | null
  lastTakenAt: Date | null
}

/** An endpoint may have refused an event of every account: beyond this number, how many more does not matter. */
export const WAITING_COUNTED = 1000

/** Where events are sent, and how far each is behind: those after an id. */
export function listEndpoints(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<ListedEndpoint[]> {
  return db.many<ListedEndpoint>(sql`
    select e.id, e.url, e.state, e.sent_through as "sentThrough",
      greatest(0, s.last_position - e.sent_through) as behind,
      least(waiting.accounts, ${WAITING_COUNTED}) as "accountsWaiting",
      waiting.accounts > ${WAITING_COUNTED} as "hasMoreWaiting",
      e.missed_at as "missedAt", e.failing_since as "failingSince",
      e.last_error as "lastError", e.last_taken_at as "lastTakenAt"
    from (select * from feed_endpoints where id > ${after}::bigint order by id limit ${limit}) e
      cross join feed_state s
      cross join lateral (
        select count(*)::integer as accounts
        from (select from feed_backlog where endpoint_id = e.id limit ${WAITING_COUNTED + 1}) counted
      ) waiting
    order by e.id`)
}

export type ListedKey = { name: string; createdAt: Date; lastUsedAt: Date | null }

/** The keys that read the feed. */
export function listFeedKeys(db: Db): Promise<ListedKey[]> {
  return db.many<ListedKey>(sql`
    select name, created_at as "createdAt", last_used_at as "lastUsedAt" from feed_keys order by name`)
}
