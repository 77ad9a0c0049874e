import type { BankTold, CardNews } from '#contract/billing/values.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { DeclineReason } from '#server/ports/payments.ts'
import { hasExpired } from './card-form.ts'
import { nextTryByHandAt } from './card-tries.ts'
import type { StoredCard, WhichCard } from './cards.ts'

type StoredState = Pick<
  StoredCard,
  'token' | 'numberId' | 'brand' | 'lastFour' | 'expiresMonth' | 'expiresYear'
> & {
  which: WhichCard
  /** Also before it was exchanged for the other one. */
  addedAt: Date
  refusedBecause: DeclineReason | null
  refusedAt: Date | null
  /** Not that its account is closed if that no longer holds. */
  bankTold: BankTold | null
  bankToldAt: Date | null
  zone: string
}
export type CardState = StoredState & {
  hasExpired: boolean
  /** Tried too often: when it can be charged by hand again. */
  freeAt: Date | null
}

/** The cards on file, the first one first, with what their banks said of them. */
export async function listCardStates(db: Db, accountId: number, now: Date): Promise<CardState[]> {
  const cards = await db.many<StoredState>(sql`
    select case when c.is_backup then 'backup' else 'first' end as which, c.gateway_token as token,
      c.number_id as "numberId", c.brand, c.last_four as "lastFour", c.expires_month as "expiresMonth", c.expires_year as "expiresYear",
      c.refused_because as "refusedBecause", c.refused_at as "refusedAt", a.time_zone as zone,
      case when c.bank_told <> 'closed' or c.refused_because = 'closed' then c.bank_told end as "bankTold",
      c.bank_told_at as "bankToldAt",
      (select min(k.created_at) from cards k
        where k.account_id = c.account_id and k.gateway_token = c.gateway_token) as "addedAt"
    from cards c join accounts a on a.id = c.account_id
    where c.account_id = ${accountId} and c.replaced_at is null order by c.is_backup`)
  return Promise.all(
    cards.map(async (card) => ({
      ...card,
      hasExpired: hasExpired(card.expiresMonth, card.expiresYear, now),
      freeAt: (await nextTryByHandAt(db, accountId, card, now)) ?? null,
    })),
  )
}

const NEWS_FOR_DAYS = 30

/** For Billing: that a card's account is closed stays true, the rest is news for a while. */
export async function showCardNews(
  db: Db,
  accountId: number,
  now: Date,
): Promise<Record<WhichCard, CardNews | null>> {
  const states = await listCardStates(db, accountId, now)
  const newsOf = (which: WhichCard): CardNews | null => {
    const card = states.find((state) => state.which === which)
    if (!card) return null
    const { bankTold, bankToldAt, freeAt, zone } = card
    const isNews = bankToldAt !== null && bankToldAt > later(now, -NEWS_FOR_DAYS * DAY)
    return {
      bankTold: bankTold === 'closed' || isNews ? bankTold : null,
      hasExpired: card.hasExpired,
      freeFrom: freeAt && formatMoment(zone, freeAt),
    }
  }
  return { first: newsOf('first'), backup: newsOf('backup') }
}
