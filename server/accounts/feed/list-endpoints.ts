import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type ListedEndpoint = {
  id: number
  url: string
  state: 'active' | 'failing' | 'disabled'
  sentThrough: number
  behind: number
  accountsWaiting: number
  missedAt: Date | null
  failingSince: Date | null
  lastError: string | null
  lastTakenAt: Date | null
}

/** Where events are sent, and how far each is behind. */
export function listEndpoints(db: Db): Promise<ListedEndpoint[]> {
  return db.many<ListedEndpoint>(sql`
    select e.id, e.url, e.state, e.sent_through as "sentThrough",
      greatest(0, s.last_position - e.sent_through) as behind,
      (select count(*) from feed_backlog b where b.endpoint_id = e.id) as "accountsWaiting",
      e.missed_at as "missedAt", e.failing_since as "failingSince",
      e.last_error as "lastError", e.last_taken_at as "lastTakenAt"
    from feed_endpoints e cross join feed_state s order by e.id`)
}

export type ListedKey = { name: string; createdAt: Date; lastUsedAt: Date | null }

/** The keys that read the feed. */
export function listFeedKeys(db: Db): Promise<ListedKey[]> {
  return db.many<ListedKey>(sql`
    select name, created_at as "createdAt", last_used_at as "lastUsedAt" from feed_keys order by name`)
}
