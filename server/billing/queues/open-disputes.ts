import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type OpenDispute = {
  reference: string
  openedOn: Day
  replyBy: Day | null
  amountCents: Cents
  reason: string
  pin: string
  company: string
}

/** Disputes that the bank has not decided. Those that have to be answered first come first. */
export function listByReply(db: Db, atMost: number): Promise<OpenDispute[]> {
  return db.many<OpenDispute>(sql`
    select d.reference, d.opened_on as "openedOn", d.reply_by as "replyBy", d.amount_cents as "amountCents", d.reason,
      a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.state = 'opened' order by coalesce(d.reply_by, 'infinity'::date), d.id limit ${atMost}`)
}
