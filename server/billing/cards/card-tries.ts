import * as messages from '#contract/billing/messages.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import { findCard, type StoredCard, type WhichCard } from './cards.ts'
import type { PayingCard } from './charge-card.ts'

/** Banks and networks penalize more. Charges that were paid do not count. */
export const MOST_TRIES = 20
const KEPT_FOR_RETRIES = 5
export const TRIES_WITHIN_MS = 30 * DAY

/** A card on file for a charge by hand, or why it cannot be charged and what to do instead. */
export async function findPayableCard(
  db: Db,
  accountId: number,
  now: Date,
  which: WhichCard = 'first',
): Promise<Extract<PayingCard, { kind: 'on-file' }> | Refused> {
  const card = await findCard(db, accountId, which)
  if (!card) return refuse('invalid-fields', { errors: messages.noCardOnFile })
  if (card.refusedBecause)
    return refuse('invalid-fields', { errors: messages.cardNotChargedAgain(card.refusedBecause) })
  const freeAt = await nextTryByHandAt(db, accountId, card, now)
  if (!freeAt) return { kind: 'on-file', card }
  const { zone } = await db.one<{ zone: string }>(
    sql`select time_zone as zone from accounts where id = ${accountId}`,
  )
  return refuse('invalid-fields', { errors: messages.cardTriedTooOften(formatMoment(zone, freeAt)) })
}

/** When a card can be tried by hand again. Undefined: now. */
async function nextTryByHandAt(
  db: Db,
  accountId: number,
  card: Pick<StoredCard, 'token' | 'numberId'>,
  now: Date,
): Promise<Date | undefined> {
  const tries = await listTries(db, accountId, card, now)
  return whenFree(tries, now, mayTryByHand)
}

/** When an automatic try of a card may be made, from a moment on. */
export async function nextRetryAt(
  db: Db,
  accountId: number,
  card: Pick<StoredCard, 'token' | 'numberId'>,
  from: Date,
): Promise<Date> {
  const tries = await listTries(db, accountId, card, from)
  return whenFree(tries, from, (open) => open.length < MOST_TRIES) ?? from
}

type Try = { at: Date; isByHand: boolean }

function mayTryByHand(tries: readonly Try[]): boolean {
  const byHand = tries.filter(({ isByHand }) => isByHand).length
  const retries = tries.length - byHand
  return byHand + Math.max(0, retries - KEPT_FOR_RETRIES) < MOST_TRIES - KEPT_FOR_RETRIES
}

/** The earliest moment, on a full minute, at which enough tries are more than 30 days ago. */
function whenFree(
  tries: readonly Try[],
  now: Date,
  isFree: (tries: readonly Try[]) => boolean,
): Date | undefined {
  if (isFree(tries)) return undefined
  const dropped = tries.findIndex((_, index) => isFree(tries.slice(index + 1)))
  const at = later(tries[dropped]?.at ?? now, TRIES_WITHIN_MS)
  return new Date(Math.ceil((at.getTime() + 1) / MINUTE) * MINUTE)
}

/** The refused and undecided tries of a card in the last 30 days, oldest first. */
function listTries(
  db: Db,
  accountId: number,
  { token, numberId = null }: Pick<StoredCard, 'token' | 'numberId'>,
  now: Date,
): Promise<Try[]> {
  return db.many<Try>(sql`
    select created_at as at, asked_by is not null or order_id is not null as "isByHand" from charges
    where account_id = ${accountId} and created_at > ${later(now, -TRIES_WITHIN_MS)}
      and outcome in ('declined', 'sent', 'unknown')
      and (gateway_token = ${token} or number_id = ${numberId})
    order by created_at`)
}
