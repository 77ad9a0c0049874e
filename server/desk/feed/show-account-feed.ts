import { statuses } from '#contract/accounts/statuses.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { AccountEventRow, AccountFeedValues } from '#contract/desk/feed/account-values.ts'
import { eventTypes } from '#contract/features/feed.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { type AccountEvent, listAccountEvents } from '#server/accounts/feed/list-account-events.ts'
import { findByNumber } from '#server/accounts/find-by-number.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const ROWS = 50

/** What the provider's systems were told about an account, newest first. */
export async function showAccountFeed(
  db: Db,
  number: string,
  before: string | undefined,
): Promise<AccountFeedValues | Refused> {
  const account = await findByNumber(db, number)
  if (!account) return refuse('not-found')
  const place = /^\d{1,15}$/.test(before ?? '') ? Number(before) : undefined
  const found = (await listAccountEvents(db, account.id, ROWS + 1, place)).toReversed()
  const rows = found.slice(0, ROWS)
  const path = fillPath(deskPages['account-feed'].path, { number })
  return {
    number,
    company: account.company,
    rows: rows.map(rowOf),
    older: found.length > ROWS ? `${path}?before=${rows.at(-1)?.sequence}` : null,
    isNewest: place === undefined,
  }
}

function rowOf({ sequence, position, type, occurredAt, data, status }: AccountEvent): AccountEventRow {
  const said: Record<string, string> = eventTypes
  const texts: Record<string, { text: string }> = statuses
  return {
    sequence,
    position,
    type,
    says: said[type] ?? '',
    at: occurredAt.toISOString(),
    status: status === null ? '' : (texts[status]?.text ?? status),
    details: Object.entries(JSON.parse(data) as Record<string, unknown>).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  }
}
