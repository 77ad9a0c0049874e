import { assignPositions } from '#server/accounts/feed/events.ts'
import { handleRestarts } from '#server/accounts/feed/restart-feed.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later, SECOND } from '#server/ports/clock.ts'
import { claimEndpoint, isFeedDue } from './queries.ts'
import { type FeedDeps, serveEndpoint } from './serve-endpoint.ts'

/** How many endpoints one process serves at the same time, so that a slow one does not delay the others. */
const ENDPOINTS_AT_ONCE = 4

/** Gives new events their positions, and sends them. */
export function handleFeed(deps: FeedDeps & Pick<Deps, 'jobs'>): void {
  const { jobs } = deps
  handleRestarts(deps)
  jobs.every('feed-old-events', 3600, () => deleteOldEvents(deps))
  // The embedded database shares its processor time with the pages.
  const everySeconds = deps.db.kind === 'embedded' ? 2 : 1
  const isDue = lookOnceFor(everySeconds * SECOND, () => isFeedDue(deps.db, deps.clock.now()))
  for (let lane = 1; lane <= ENDPOINTS_AT_ONCE; lane += 1)
    jobs.every(`feed-${lane}`, everySeconds, async (mayGoOn) => {
      if (await isDue()) await sendToDue(deps, mayGoOn)
    })
}

/** Lanes that ask within this time share one query. */
function lookOnceFor(milliseconds: number, look: () => Promise<boolean>): () => Promise<boolean> {
  let seen: Promise<boolean> | undefined
  let seenAt = 0
  return () => {
    if (seen && performance.now() - seenAt < milliseconds) return seen
    seenAt = performance.now()
    seen = look()
    return seen
  }
}

/**
 * Serves one endpoint after the other, without a pause between them: a thousand get an event within seconds. Ends at the
 * first endpoint that it has already served, so that it pauses even if an endpoint always has something to send.
 */
async function sendToDue(deps: FeedDeps, mayGoOn: () => boolean): Promise<void> {
  const served = new Set<number>()
  while (mayGoOn()) {
    const id = await sendFeed(deps)
    if (id === undefined || served.has(id)) return
    served.add(id)
  }
}

/** Serves one endpoint, if one has something to send. Returns its id. */
export async function sendFeed(deps: FeedDeps): Promise<number | undefined> {
  await assignPositions(deps.db)
  const endpoint = await claimEndpoint(deps.db, deps.clock.now())
  if (endpoint) await serveEndpoint(deps, endpoint)
  return endpoint?.id
}

/** As long as a receiver can be behind and still catch up by events alone. */
const EVENTS_KEPT_MS = 30 * DAY
const PART = 500
const MOST_PARTS = 2_000

/** Deletes old events in batches, oldest first. Receivers further behind read the entitlements instead. */
export async function deleteOldEvents({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const before = later(clock.now(), -EVENTS_KEPT_MS)
  const newest = await db.maybe<{ position: number }>(sql`
    select position from feed_events where occurred_at <= ${before} and position is not null
    order by occurred_at desc, position desc limit 1`)
  if (!newest) return
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const { events, missing } = await db.transaction(async (tx) => {
      const deleted = await tx.many<Deleted>(sql`
        with part as (
          select position from feed_events where position <= ${newest.position} order by position limit ${PART}
        )
        delete from feed_events e using part where e.position = part.position
        returning e.position, e.account_id as "accountId", e.sequence`)
      if (deleted.length === 0) return { events: 0, missing: [] }
      const through = Math.max(...deleted.map(({ position }) => position))
      await tx.run(sql`update feed_state set deleted_through = greatest(deleted_through, ${through}::bigint)`)
      return { events: deleted.length, missing: await noteMissed(tx, deleted, through, clock.now()) }
    })
    for (const { id, url } of missing)
      log.error(
        { endpoint: id, host: new URL(url).host },
        'An endpoint of the feed has missed events: they were deleted before it took them',
      )
    if (events < PART) return
  }
}

type Deleted = { position: number; accountId: number; sequence: number }

/** Endpoints that had not taken one of these events. They are failing until the operator replays or resumes. */
function noteMissed(
  tx: Db,
  deleted: readonly Deleted[],
  through: number,
  now: Date,
): Promise<{ id: number; url: string }[]> {
  return tx.many(sql`
    update feed_endpoints e set missed_at = ${now},
      state = case e.state when 'disabled' then e.state else 'failing' end
    where e.missed_at is null and (e.sent_through < ${through}::bigint or exists (
      select from jsonb_to_recordset(${JSON.stringify(deleted)}::jsonb) as d ("accountId" bigint, sequence bigint)
      join feed_backlog b on b.account_id = d."accountId" and b.next_sequence = d.sequence
      where b.endpoint_id = e.id))
    returning e.id, e.url`)
}
