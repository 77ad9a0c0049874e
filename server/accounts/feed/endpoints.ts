import { randomBytes } from 'node:crypto'
import { isLoopback } from '#server/config/loopback.ts'
import { unfitKindOf } from '#server/config/unfit-ips.ts'
import { keyIdOf, PART, type SealedRows, seal, unseal } from '#server/identity/seal.ts'
import { afterCursor, type Cursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { HOUR, later } from '#server/ports/clock.ts'

const PURPOSE = 'feed-secret'
const SECRET_BYTES = 32

/**
 * Registers a URL that events are sent to. The secret is shown once. It gets events from now on, or from a
 * position.
 */
export async function addEndpoint(
  tx: Db,
  { url: typedUrl, from }: { url: string; from?: number },
  secrets: readonly string[],
  now: Date,
): Promise<{ id: number; url: string; secret: string } | Refused> {
  const complaint = complaintOfUrl(typedUrl)
  if (complaint) return refuse('invalid-fields', { errors: complaint })
  // Lower-case host, no default port: spelled otherwise, it is the same endpoint.
  const url = new URL(typedUrl).href
  // Locked against the deletion of old events, and against a second request for the same URL, until the
  // endpoint is written.
  const feed = await tx.one<{ last: number; deleted: number }>(sql`
    select last_position as last, deleted_through as deleted from feed_state for update`)
  const same = await tx.maybe<{ id: number }>(sql`select id from feed_endpoints where url = ${url}`)
  if (same) return isThereAlready(same)
  if (from !== undefined && from <= feed.deleted)
    return refuse('invalid-fields', {
      errors: `Events are kept from position ${feed.deleted + 1} on. Begin there, and have the receiver read GET /api/entitlements first.`,
    })
  if (from !== undefined && from > feed.last + 1) return noSuchPosition(feed.last)
  const secret = newSecret()
  const { id } = await tx.one<{ id: number }>(sql`
    insert into feed_endpoints (url, secret_sealed, key_id, sent_through, next_at, created_at)
    select ${url}, ${seal(secret, PURPOSE, secrets)}, ${keyIdOf(PURPOSE, secrets)},
      coalesce(${from ?? null}::bigint - 1, last_position), ${now}::timestamptz, ${now}::timestamptz
    from feed_state returning id`)
  return { id, url, secret }
}

/** A repeat after a lost answer: a second endpoint would get every event twice. */
function isThereAlready({ id }: { id: number }): Refused {
  return refuse('invalid-fields', {
    errors: `Events are sent to this URL already: it is endpoint ${id}. If nobody has its secret, rotate it to get a new one. If it is disabled, resume it.`,
  })
}

function complaintOfUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return 'Enter a URL, like https://dialer.example.com/events.'
  const { protocol, hostname, username, password, hash } = new URL(url)
  if (username || password || hash) return 'The URL must not have a user name, a password or a fragment.'
  if (unfitKindOf(hostname)) return 'The URL must not have a link-local, unspecified or multicast IP address.'
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe ? undefined : 'The URL must begin with https:, because names and emails are sent there.'
}

/** The format of the Standard Webhooks specification. */
function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * The former secret also signs until it expires, as do those of earlier rotations. With zero hours for the
 * former one, because it leaked, none of them signs any longer.
 */
export async function rotateEndpoint(
  tx: Db,
  { id, formerLastsHours }: { id: number; formerLastsHours: number },
  secrets: readonly string[],
  now: Date,
): Promise<{ secret: string; formerEndsAt: Date } | Refused> {
  const secret = newSecret()
  const formerEndsAt = later(now, formerLastsHours * HOUR)
  const sealed = await tx.maybe<Sealed>(sql`
    select secret_sealed as secret, former_secrets as former from feed_endpoints where id = ${id} for update`)
  if (!sealed) return unknownEndpoint(id)
  const former = [{ sealed: sealed.secret, endsAt: formerEndsAt.toISOString() }, ...sealed.former]
  const stillSigning = formerLastsHours === 0 ? [] : sealAgain(former, secrets, now)
  await tx.run(sql`
    update feed_endpoints set former_secrets = ${JSON.stringify(stillSigning)}::jsonb,
      secret_sealed = ${seal(secret, PURPOSE, secrets)}, key_id = ${keyIdOf(PURPOSE, secrets)}
    where id = ${id}`)
  return { secret, formerEndsAt }
}

/** The secrets of an endpoint as they are stored. */
export type Sealed = { secret: string; former: FormerSecret[] }
type FormerSecret = { sealed: string; endsAt: string }

/** The former secrets that have not expired. The row names one key for all its secrets, and an older key may be removed. */
function sealAgain(former: readonly FormerSecret[], secrets: readonly string[], now: Date): FormerSecret[] {
  return former.filter(signsAt(now)).flatMap(({ sealed, endsAt }) => {
    const opened = unseal(sealed, PURPOSE, secrets)
    return opened === undefined ? [] : [{ sealed: seal(opened, PURPOSE, secrets), endsAt }]
  })
}

function signsAt(now: Date) {
  return ({ endsAt }: FormerSecret) => new Date(endsAt) > now
}

export async function removeEndpoint(tx: Db, { id }: { id: number }): Promise<{ id: number } | Refused> {
  const removed = await tx.run(sql`delete from feed_endpoints where id = ${id}`)
  return removed === 1 ? { id } : unknownEndpoint(id)
}

/**
 * Retries it at once, even if it was disabled. Continues from where it stopped, or from the oldest stored
 * event.
 */
export async function resumeEndpoint(
  tx: Db,
  { id }: { id: number },
  now: Date,
): Promise<{ id: number } | Refused> {
  const resumed = await tx.run(sql`
    update feed_endpoints set state = 'active', tries = 0, next_at = ${now}, failing_since = null, missed_at = null,
      sent_through = greatest(sent_through, (select deleted_through from feed_state)) where id = ${id}`)
  await skipDeleted(tx, id)
  await tx.run(sql`update feed_backlog set next_at = ${now}, failing_since = null where endpoint_id = ${id}`)
  return resumed === 1 ? { id } : unknownEndpoint(id)
}

/** Accounts waiting for a deleted event continue with the next stored one. */
async function skipDeleted(tx: Db, id: number): Promise<void> {
  await tx.run(sql`
    update feed_backlog b set next_sequence = coalesce((
      select v.sequence from feed_events v where v.account_id = b.account_id and v.sequence >= b.next_sequence
      order by v.sequence limit 1), t.sequence + 1)
    from entitlements t where b.endpoint_id = ${id} and t.account_id = b.account_id`)
}

/**
 * Resends everything from a position on, even to a disabled endpoint. The current sender can no longer record
 * its progress, and nobody else begins before its claim has expired.
 */
export async function replayEndpoint(
  tx: Db,
  { id, from }: { id: number; from: number },
  now: Date,
): Promise<{ events: number } | Refused> {
  // Locked against the deletion of old events until the endpoint is written.
  const { last, deleted } = await tx.one<{ last: number; deleted: number }>(sql`
    select last_position as last, deleted_through as deleted from feed_state for share`)
  if (from > last + 1) return noSuchPosition(last)
  if (from <= deleted)
    return refuse('invalid-fields', {
      errors: `Events are kept from position ${deleted + 1} on. Begin there, and read older accounts from their entitlements.`,
    })
  const replayed = await tx.run(sql`
    update feed_endpoints set sent_through = greatest(least(sent_through, ${from - 1}::bigint), ${deleted}::bigint),
      claim = gen_random_uuid(), state = 'active', tries = 0, next_at = ${now}, failing_since = null, missed_at = null
    where id = ${id}`)
  if (replayed === 0) return unknownEndpoint(id)
  await skipDeleted(tx, id)
  await tx.run(sql`
    delete from feed_backlog b using feed_events e
    where b.endpoint_id = ${id} and e.account_id = b.account_id and e.sequence = b.next_sequence
      and e.position >= ${from}`)
  return { events: Math.max(0, last - from + 1) }
}

function noSuchPosition(last: number): Refused {
  return refuse('invalid-fields', {
    errors: `There is no such position yet: the next event is at ${last + 1}. Begin there or earlier.`,
  })
}

function unknownEndpoint(id: number): Refused {
  return refuse('not-found', {
    errors: `There is no endpoint ${id}.`,
  })
}

export type ListedEndpoint = {
  id: number
  url: string
  state: 'active' | 'failing' | 'disabled'
  sentThrough: number
  behind: number
  /** A lower bound if there are more than were counted. */
  accountsWaiting: number
  hasMoreWaiting: boolean
  missedAt: Date | null
  failingSince: Date | null
  lastError: string | null
  lastTakenAt: Date | null
}

/** An endpoint may have refused an event of every account: beyond this number the exact count does not matter. */
export const WAITING_COUNTED = 1000

/** The endpoints after an id, with how far behind each is. */
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

/** In a list of waiting work, after set-ups, emails and queues of the same moment. */
const ENDPOINTS = 3

export type LateEndpoint = Cursor &
  Pick<ListedEndpoint, 'url' | 'state' | 'behind' | 'missedAt' | 'lastError'> & { at: Date }

/** Endpoints that have had something to take since before a moment, oldest first. Nothing is sent to a disabled one. */
export function listLateEndpoints(
  db: Db,
  cursor: Cursor,
  { before, atMost }: { before: Date; atMost: number },
): Promise<LateEndpoint[]> {
  const after = afterCursor(cursor, ENDPOINTS)
  return db.many<LateEndpoint>(sql`
    select late.*, ${ENDPOINTS}::integer as source, (extract(epoch from late.at) * 1000000)::bigint as micros
    from (
      select e.id, e.url, e.state, greatest(0, s.last_position - e.sent_through) as behind, e.missed_at as "missedAt",
        e.last_error as "lastError", coalesce(least(e.failing_since, e.missed_at,
          (select v.occurred_at from feed_events v where v.position > e.sent_through order by v.position limit 1),
          (select min(b.failing_since) from feed_backlog b where b.endpoint_id = e.id)),
          case when e.state <> 'active' then coalesce(e.last_taken_at, e.created_at) end) as at
      from feed_endpoints e cross join feed_state s
    ) late
    where (late.at <= ${before} or late.state = 'disabled') and (late.at, late.id) > (${after.at}::timestamptz, ${after.id}::bigint)
    order by late.at, late.id limit ${atMost}`)
}

/** The secrets that sign now, newest first. */
export function secretsOf({ secret, former }: Sealed, secrets: readonly string[], now: Date): string[] {
  return [secret, ...former.filter(signsAt(now)).map(({ sealed }) => sealed)].map((sealed) => {
    const opened = unseal(sealed, PURPOSE, secrets)
    if (opened === undefined) throw new Error('No secret of this service opens the secret of an endpoint')
    return opened
  })
}

/** After a rotation of the service's own secrets. */
export const feedSeals: SealedRows = {
  purpose: PURPOSE,

  async listKeyIds(db) {
    const keys = await db.many<{ id: string }>(sql`select distinct key_id as id from feed_endpoints`)
    return keys.map(({ id }) => id)
  },

  async renewPart(db, keyId, secrets) {
    const part = await db.many<Sealed & { id: number; now: Date }>(sql`
      select id, secret_sealed as secret, former_secrets as former, now() as now from feed_endpoints
      where key_id = ${keyId} limit ${PART}`)
    let renewed = 0
    for (const { id, secret, former, now } of part) {
      const opened = unseal(secret, PURPOSE, secrets)
      if (opened === undefined) continue
      renewed += await db.run(sql`
        update feed_endpoints
        set secret_sealed = ${seal(opened, PURPOSE, secrets)}, key_id = ${keyIdOf(PURPOSE, secrets)},
          former_secrets = ${JSON.stringify(sealAgain(former, secrets, now))}::jsonb
        where id = ${id} and secret_sealed = ${secret}`)
    }
    return renewed
  },
}
