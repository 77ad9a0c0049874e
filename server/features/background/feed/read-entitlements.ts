import * as messages from '#contract/features/feed.ts'
import {
  ACCOUNTS_AT_MOST,
  type listEntitlements as listEntitlementsCall,
  type readEntitlements as readEntitlementsCall,
} from '#contract/features/feed.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { assignPositions } from '#server/accounts/feed/events.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { limitOf } from './limit-of.ts'

type Known = AnswerOf<typeof readEntitlementsCall>

export async function readEntitlements({ db }: Pick<Deps, 'db'>, number: string): Promise<Known | Refused> {
  const known = await db.maybe<Known>(sql`
    select a.pin as account_number, e.sequence, e.value as entitlements
    from accounts a join entitlements e on e.account_id = a.id where a.pin = ${number}`)
  return known ?? refuse('not-found', { errors: messages.accountUnknown })
}

/** A page of all accounts by number, for a receiver that begins, or that has missed events. */
export async function listEntitlements(
  { db }: Pick<Deps, 'db'>,
  asked: { after: string; limit: string },
): Promise<AnswerOf<typeof listEntitlementsCall> | Refused> {
  const limit = limitOf(asked.limit, ACCOUNTS_AT_MOST)
  if (isRefused(limit)) return limit
  if (!/^(?:\d{6})?$/.test(asked.after))
    return refuse('invalid-fields', { errors: messages.badAccountNumber })
  await assignPositions(db)
  // Read before the accounts: whatever changes after it has a later position.
  const { position } = await db.one<{ position: number }>(
    sql`select last_position as position from feed_state`,
  )
  const accounts = await db.many<Known>(sql`
    select a.pin as account_number, e.sequence, e.value as entitlements
    from accounts a join entitlements e on e.account_id = a.id
    where a.pin > ${asked.after} order by a.pin limit ${limit}`)
  const isLast = accounts.length < limit
  return { accounts, next_after: isLast ? null : (accounts.at(-1)?.account_number ?? null), position }
}
