import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/feed.ts'
import * as messages from '#contract/features/feed.ts'
import {
  ACCOUNTS_AT_MOST,
  EVENTS_AT_MOST,
  type listEntitlements as listEntitlementsCall,
  type readEntitlements as readEntitlementsCall,
  type readEvents as readEventsCall,
} from '#contract/features/feed.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { assignPositions, type EventRow, eventOf } from '#server/accounts/feed/events.ts'
import { findFeedKey } from '#server/accounts/feed/keys.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { admittedRoute } from '#server/platform/http/route.ts'
import { bearerIn, type Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** The provider's systems read this themselves. No cookie or partner token opens it. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  const admit = (visitor: Visitor) => admitKey(deps, visitor)
  admittedRoute(app, calls.readEvents, admit, (request) => readEvents(deps, request))
  admittedRoute(app, calls.listEntitlements, admit, (request) => listEntitlements(deps, request))
  admittedRoute(app, calls.readEntitlements, admit, (_asked, _key, { parts }) =>
    readEntitlements(deps, parts.number ?? ''),
  )
}

const requestsOfAKey: Limit = { name: 'feed-key', tries: 600, windowMinutes: 1 }

/** The request's key, if it is valid and has not asked too often. */
async function admitKey(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { authorization }: Pick<Visitor, 'authorization'>,
): Promise<{ keyId: number } | Refused> {
  const realm = `Bearer realm="${config.publicUrl}"`
  const shown = bearerIn(authorization)
  const keyId = shown === undefined ? undefined : await findFeedKey(db, shown, clock.now())
  if (keyId === undefined) {
    const challenge = shown === undefined ? realm : `${realm}, error="invalid_token"`
    return refuse('invalid-token', {
      errors: messages.keyInvalid,
      also: { error: 'invalid_token' },
      challenge,
    })
  }
  await countTry(db, requestsOfAKey, String(keyId), clock.now())
  return { keyId }
}

/** The requested number; by default the maximum. */
function limitOf(request: string, most: number): number | Refused {
  if (request === '') return most
  const limit = /^\d{1,6}$/.test(request) ? Number(request) : 0
  return limit >= 1 && limit <= most ? limit : refuse('invalid-fields', { errors: messages.badLimit(most) })
}

/** The events after a position, in order. Committed events are included, or get a later position. */
async function readEvents(
  { db }: Pick<Deps, 'db'>,
  request: { after: string; limit: string },
): Promise<AnswerOf<typeof readEventsCall> | Refused> {
  const limit = limitOf(request.limit, EVENTS_AT_MOST)
  if (isRefused(limit)) return limit
  if (!/^\d{0,15}$/.test(request.after)) return refuse('invalid-fields', { errors: messages.badPosition })
  const after = Number(request.after)
  await assignPositions(db)
  const rows = await db.many<EventRow>(sql`
    select account_id as "accountId", entitlements ->> 'account_number' as "accountNumber", sequence, position, type, data,
      entitlements, occurred_at as "occurredAt"
    from feed_events where position > ${after} order by position limit ${limit}`)
  // Checked last, because events deleted during the read are missing.
  const { last, deleted } = await db.one<{ last: number; deleted: number }>(sql`
    select last_position as last, deleted_through as deleted from feed_state`)
  if (after < deleted) return refuse('events-deleted')
  if (after > last) return refuse('invalid-fields', { errors: messages.positionAhead })
  const next = rows.at(-1)?.position ?? after
  return { events: rows.map(eventOf), next_after: next, has_more: next < last }
}

type EntitlementsPage = AnswerOf<typeof readEntitlementsCall>

async function readEntitlements(
  { db }: Pick<Deps, 'db'>,
  number: string,
): Promise<EntitlementsPage | Refused> {
  const known = await db.maybe<EntitlementsPage>(sql`
    select a.pin as account_number, e.sequence, e.value as entitlements
    from accounts a join entitlements e on e.account_id = a.id where a.pin = ${number}`)
  return known ?? refuse('not-found', { errors: messages.accountUnknown })
}

/** A page of all accounts by number, for a receiver that starts or has missed events. */
async function listEntitlements(
  { db }: Pick<Deps, 'db'>,
  request: { after: string; limit: string },
): Promise<AnswerOf<typeof listEntitlementsCall> | Refused> {
  const limit = limitOf(request.limit, ACCOUNTS_AT_MOST)
  if (isRefused(limit)) return limit
  if (!/^(?:\d{6})?$/.test(request.after))
    return refuse('invalid-fields', { errors: messages.badAccountNumber })
  await assignPositions(db)
  // Read before the accounts: later changes have a later position.
  const { position } = await db.one<{ position: number }>(
    sql`select last_position as position from feed_state`,
  )
  const accounts = await db.many<EntitlementsPage>(sql`
    select a.pin as account_number, e.sequence, e.value as entitlements
    from accounts a join entitlements e on e.account_id = a.id
    where a.pin > ${request.after} order by a.pin limit ${limit}`)
  const isLast = accounts.length < limit
  return { accounts, next_after: isLast ? null : (accounts.at(-1)?.account_number ?? null), position }
}
