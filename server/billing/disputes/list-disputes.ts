import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DisputeState } from '#server/ports/payments.ts'

export const DISPUTES_AT_MOST = 500

type OpenDispute = {
  id: string
  state: DisputeState
  replyBy: Day | null
  openedOn: Day
  amountCents: Cents
  reason: string
  pin: string
  company: string
}
export type ListedDispute = OpenDispute & { closedAt: Date | null; lostCents: Cents }

/** Those that the bank has not decided, oldest first. */
export function listOpenDisputes(db: Db, since: Day): Promise<OpenDispute[]> {
  return db.many<OpenDispute>(sql`
    select d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn",
      d.amount_cents as "amountCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.state = 'opened' and d.opened_on >= ${since} order by d.opened_on, d.id limit ${DISPUTES_AT_MOST}`)
}

/** All of them, oldest first. */
export function listDisputes(db: Db, since: Day): Promise<ListedDispute[]> {
  return db.many<ListedDispute>(sql`
    select d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn", d.closed_at as "closedAt",
      d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.opened_on >= ${since} order by d.opened_on, d.id limit ${DISPUTES_AT_MOST}`)
}

/** Where a page of the list ends, and the next one begins. */
export type DisputePlace = { openedOn: Day; row: number }

/** All of them, newest first, from a place on. */
export function listDisputesBefore(
  db: Db,
  { openedOn, row }: DisputePlace,
  limit: number,
): Promise<(ListedDispute & { row: number })[]> {
  return db.many(sql`
    select d.id as row, d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn",
      d.closed_at as "closedAt", d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where (d.opened_on, d.id) < (${openedOn}::date, ${row}::bigint) order by d.opened_on desc, d.id desc limit ${limit}`)
}
