import { formatShortDay } from '#contract/calendar/billing-dates.ts'
import { countDialers, type Dialer, lostDialers, nameOfDialer } from '#contract/catalogue/dialers.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import type { SharedDialer } from '#contract/features/people/calls.ts'
import { listDialers } from '#server/accounts/dialers.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The dialers of the plan, and which of them a planned change would end. */
export async function showDialers(db: Db, accountId: number): Promise<SharedDialer[]> {
  const dialers = await listDialers(db, accountId)
  const planned = dialers.length > 0 ? await findPlanned(db, accountId) : undefined
  const has = countDialers(dialers.map(({ item }) => ({ key: item, quantity: boughtOf(dialers, item) })))
  const lost = planned ? lostDialers(dialers, has, countDialers(planned.items)) : []
  return dialers.map((dialer) => ({
    item: dialer.item,
    place: dialer.place,
    name: nameOfDialer(dialer, has[dialer.item]),
    people: dialer.people,
    ends: planned && lost.some((one) => one.dialer === dialer) ? formatShortDay(planned.on) : '',
  }))
}

function boughtOf(dialers: readonly Dialer[], item: Dialer['item']): number {
  return dialers.filter((dialer) => dialer.item === item).length
}

function findPlanned(db: Db, accountId: number): Promise<{ on: string; items: PlanItem[] } | undefined> {
  return db.maybe(sql`
    select effective_on as on, items from subscription_changes
    where subscription_id = (select id from subscriptions where account_id = ${accountId} and ended_at is null)
      and applied_at is null and withdrawn_at is null`)
}
