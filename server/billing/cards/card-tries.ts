import * as messages from '#contract/billing/messages.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import { isLiftedByTyping } from '#server/billing/renewals/reasons.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import {
  type CardFace,
  type CardOnFile,
  findCard,
  findCards,
  isSameNumber,
  type StoredCard,
} from './cards.ts'

/** Banks and networks penalize more. Charges that were paid do not count. */
export const MOST_TRIES = 20
const KEPT_FOR_RETRIES = 5
export const TRIES_WITHIN_DAYS = 30
export const TRIES_WITHIN_MS = TRIES_WITHIN_DAYS * DAY

/** A token is the same as long as the card is on file; typed again, the card gets another one. */
export type TriedCard = CardFace & Pick<StoredCard, 'token'>

/** The first card for a charge by hand, or why it cannot be charged and what to do instead. */
export async function findPayableCard(
  db: Db,
  accountId: number,
  now: Date,
): Promise<{ kind: 'on-file'; card: CardOnFile } | Refused> {
  const card = await findCard(db, accountId)
  if (!card) return refuse('invalid-fields', { errors: messages.noCardOnFile })
  return (await refuseOnFile(db, accountId, card, now)) ?? { kind: 'on-file', card }
}

/**
 * Why a card on file cannot be charged by hand now. Asked again in the transaction that places the charge:
 * the answer to another request may have come in between.
 */
export async function refuseOnFile(
  db: Db,
  accountId: number,
  { token }: Pick<StoredCard, 'token'>,
  now: Date,
  { isByLink = false } = {},
): Promise<Refused | undefined> {
  const { first, backup } = await findCards(db, accountId)
  const card = [first, backup].find((one) => one?.token === token)
  if (!card) return refuseOutdated(messages.cardsHaveChanged)
  const errors = card.refusedBecause
    ? isByLink
      ? messages.cardNotAcceptedNow
      : messages.cardNotChargedAgain(card.refusedBecause)
    : await sayTriedTooOften(db, accountId, card, now)
  return errors ? refuse('invalid-fields', { errors }) : undefined
}

/**
 * Why a card that was just typed is not accepted: its bank has refused the same card of this account for good,
 * or too often. No reason is named, because anyone with the payment link may read this.
 */
export async function findTypedErrors(
  db: Db,
  accountId: number,
  card: StoredCard,
  now: Date,
  { isCharged }: { isCharged: boolean },
): Promise<FieldErrors | undefined> {
  const cards = await db.many<CardFace & Pick<CardOnFile, 'refusedBecause'>>(sql`
    select brand, last_four as "lastFour", expires_month as "expiresMonth", expires_year as "expiresYear",
      number_id as "numberId", refused_because as "refusedBecause"
    from cards where account_id = ${accountId} order by replaced_at is null desc, id desc`)
  const same = cards.find((one) => isSameNumber(one, card))
  if (same?.refusedBecause && !isLiftedByTyping(same.refusedBecause, same, card))
    return same.refusedBecause === 'expired'
      ? { expiration_date_0: [messages.cardExpired] }
      : { number: [messages.cardNotChargedAgain('declined')] }
  const tooOften = isCharged && (await sayTriedTooOften(db, accountId, card, now))
  return tooOften ? { number: [tooOften] } : undefined
}

/** Undefined: the card can be tried by hand now. */
async function sayTriedTooOften(
  db: Db,
  accountId: number,
  card: TriedCard,
  now: Date,
): Promise<string | undefined> {
  const freeAt = await nextTryByHandAt(db, accountId, card, now)
  if (!freeAt) return undefined
  const { zone } = await db.one<{ zone: string }>(
    sql`select time_zone as zone from accounts where id = ${accountId}`,
  )
  return messages.cardTriedTooOften(formatMoment(zone, freeAt))
}

/** When a card can be tried by hand again. Undefined: now. */
export async function nextTryByHandAt(
  db: Db,
  accountId: number,
  card: TriedCard,
  now: Date,
): Promise<Date | undefined> {
  const tries = await listTries(db, accountId, card, now)
  return whenFree(tries, now, mayTryByHand)
}

/** When an automatic try of a card may be made, from a moment on. */
export async function nextRetryAt(db: Db, accountId: number, card: TriedCard, from: Date): Promise<Date> {
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

/** The refused and undecided tries of a card in the last 30 days, oldest first. Compared as by `isSameNumber`. */
function listTries(
  db: Db,
  accountId: number,
  { token, numberId = null, brand, lastFour, expiresMonth, expiresYear }: TriedCard,
  now: Date,
): Promise<Try[]> {
  return db.many<Try>(sql`
    select created_at as at, asked_by is not null or order_id is not null as "isByHand" from charges
    where account_id = ${accountId} and created_at > ${later(now, -TRIES_WITHIN_MS)}
      and outcome in ('declined', 'sent', 'unknown')
      and (gateway_token = ${token} or number_id = ${numberId}
        or (number_id is null or ${numberId}::text is null) and brand = ${brand} and last_four = ${lastFour}
          and expires_month = ${expiresMonth} and expires_year = ${expiresYear})
    order by created_at`)
}
