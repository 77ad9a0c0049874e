import { randomUUID } from 'node:crypto'
import type { Sealed } from '#server/accounts/feed/endpoints.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** An endpoint that this instance alone may send to for a while. */
export type Claimed = Sealed & {
  id: number
  claim: string
  url: string
  state: 'active' | 'failing'
  sentThrough: number
  tries: number
  failingSince: Date | null
}

/**
 * Takes the endpoint that has waited longest and has something to send. The claim ends by the database's clock, so
 * instances whose clocks differ never send at the same time; it outlasts every request that is begun under it.
 */
export function claimEndpoint(db: Db, now: Date): Promise<Claimed | undefined> {
  const claim = randomUUID()
  return db.maybe<Claimed>(sql`
    update feed_endpoints set claim = ${claim}, claimed_until = clock_timestamp() + interval '60 seconds',
      served_at = clock_timestamp()
    where id = (
      select e.id from feed_endpoints e cross join feed_state s
      where e.state <> 'disabled' and e.next_at <= ${now}
        and (e.claimed_until is null or e.claimed_until <= clock_timestamp())
        and (e.sent_through < s.last_position or exists (
          select from feed_backlog b where b.endpoint_id = e.id and b.next_at <= ${now}))
      order by e.served_at nulls first, e.id limit 1 for update of e skip locked)
    returning id, claim, url, secret_sealed as secret, former_secrets as former, state, sent_through as "sentThrough", tries,
      failing_since as "failingSince"`)
}

export async function releaseEndpoint(db: Db, { id, claim }: Claimed): Promise<void> {
  await db.run(
    sql`update feed_endpoints set claim = null, claimed_until = null where id = ${id} and claim = ${claim}`,
  )
}
