import type { FastifyInstance } from 'fastify'
import { statuses } from '#contract/accounts/statuses.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { AccountEventRow, AccountFeedValues, FeedValues } from '#contract/desk/feed.ts'
import * as calls from '#contract/desk/feed.ts'
import { eventTypes } from '#contract/features/feed.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { findByNumber } from '#server/accounts/accounts.ts'
import { listEndpoints } from '#server/accounts/feed/endpoints.ts'
import { type AccountEvent, listAccountEvents } from '#server/accounts/feed/events.ts'
import { listFeedKeys } from '#server/accounts/feed/keys.ts'
import { operateFeed } from '#server/accounts/feed/operate-feed.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { partOf, readId } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isRefused, orThrow, type Refused, refuse } from '#server/platform/refusal.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'

const ENDPOINTS = 50

export function feedRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock, config } = deps
  const by = ({ actor }: Operator, reason: string) => ({ actor, reason, now: clock.now() })
  const changing = changesShowing(app, deps, (_, { after }: { after: string }) => showFeed(deps, after))

  deskPage(app, deps, 'feed', (_, { query }) => showFeed(deps, query.after))
  deskPage(app, deps, 'account-feed', (_, { visitor, query }) =>
    showAccountFeed(db, visitor.parts.number ?? '', query.before),
  )
  changing(calls.addEndpoint, async ({ url, from, reason }, operator) => {
    const endpoint = { url, ...(from ? { from: Math.max(1, Number(from)) } : {}) }
    const added = orThrow(await operateFeed.addEndpoint(db, by(operator, reason), endpoint, config.secrets))
    return { said: `Endpoint ${added.id} is added. Its secret:`, secret: added.secret }
  })
  changing(calls.rotateEndpoint, async ({ endpoint_id: id, former_lasts_hours, reason }, operator) => {
    const rotation = { id, formerLastsHours: Number(former_lasts_hours) }
    const rotated = await operateFeed.rotateEndpoint(db, by(operator, reason), rotation, config.secrets)
    const { secret, formerEndsAt } = unlessGone(rotated)
    const said = `Endpoint ${id} has a new secret. The old one also signs until ${formerEndsAt.toISOString()}.`
    return { said, secret }
  })
  changing(calls.resumeEndpoint, async ({ endpoint_id: id, reason }, operator) => {
    unlessGone(await operateFeed.resumeEndpoint(db, by(operator, reason), { id }))
    return { said: `Endpoint ${id} is tried again now.` }
  })
  changing(calls.removeEndpoint, async ({ endpoint_id: id, reason }, operator) => {
    unlessGone(await operateFeed.removeEndpoint(db, by(operator, reason), { id }))
    return { said: `Endpoint ${id} is removed.` }
  })
  changing(calls.replayEndpoint, async ({ endpoint_id: id, from, reason }, operator) => {
    const replay = { id, from: Math.max(1, Number(from)) }
    const { events } = unlessGone(await operateFeed.replay(db, by(operator, reason), replay))
    return { said: `Sent to endpoint ${id} again: ${events} events.` }
  })
  changing(calls.addFeedKey, async ({ name, reason }, operator) => {
    const { key } = orThrow(await operateFeed.addKey(db, by(operator, reason), name))
    return { said: `The key ${name} is added:`, secret: key }
  })
  changing(calls.removeFeedKey, async ({ key_id: id, reason }, operator) => {
    const { name } = unlessGone(await operateFeed.removeKey(db, by(operator, reason), id))
    return { said: `The key ${name} is removed.` }
  })
}

async function showFeed({ db }: Pick<DeskDeps, 'db'>, cursor?: string): Promise<FeedValues> {
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  const after = readId(cursor) ?? 0
  const endpoints = await listEndpoints(db, { after, limit: ENDPOINTS + 1 })
  const keys = await listFeedKeys(db)
  return {
    endpoints: endpoints.slice(0, ENDPOINTS).map((endpoint) => ({
      ...endpoint,
      missedAt: iso(endpoint.missedAt),
      failingSince: iso(endpoint.failingSince),
      lastTakenAt: iso(endpoint.lastTakenAt),
    })),
    after,
    hasMore: endpoints.length > ENDPOINTS,
    keys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: iso(lastUsedAt),
    })),
  }
}

const ROWS = 50

/** What the provider's systems were sent about an account, newest first. */
async function showAccountFeed(
  db: Db,
  number: string,
  before: string | undefined,
): Promise<AccountFeedValues | Refused> {
  const account = await findByNumber(db, number)
  if (!account) return refuse('not-found')
  const cursor = readId(before)
  const found = (await listAccountEvents(db, account.id, ROWS + 1, cursor)).toReversed()
  const { rows, last } = partOf(found, ROWS)
  const path = fillPath(deskPages['account-feed'].path, { number })
  return {
    number,
    company: account.company,
    rows: rows.map(rowOf),
    older: last ? `${path}?before=${last.sequence}` : null,
    isNewest: cursor === undefined,
  }
}

function rowOf({ sequence, position, type, occurredAt, data, status }: AccountEvent): AccountEventRow {
  const meanings: Record<string, string> = eventTypes
  const texts: Record<string, { text: string }> = statuses
  return {
    sequence,
    position,
    type,
    says: meanings[type] ?? '',
    at: occurredAt.toISOString(),
    status: status === null ? '' : (texts[status]?.text ?? status),
    details: Object.entries(JSON.parse(data) as Record<string, unknown>).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  }
}

/** Somebody else may have removed it since the page was shown. */
function unlessGone<Result>(result: Result): Exclude<Result, Refused> {
  if (isRefused(result) && result.refused === 'not-found')
    throw refuse('not-found', { errors: 'It was removed already.' })
  return orThrow(result)
}
