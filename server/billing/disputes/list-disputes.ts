import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DisputeState } from '#server/ports/payments.ts'

export type ListedDispute = {
  /** Its number in our table. */
  row: number
  id: string
  state: DisputeState
  replyBy: Day | null
  openedOn: Day
  closedAt: Date | null
  amountCents: Cents
  lostCents: Cents
  reason: string
  pin: string
  company: string
}

/** Where a page of the list ends, and the next one begins: the day by which an open one is ordered, or a decided one. */
export type DisputePlace = { state: 'open' | 'decided'; day: Day; row: number }

/** Of an open dispute that has no day of reply. */
const NO_DAY = 'infinity'
const FIRST_DISPUTE: DisputePlace = { state: 'open', day: '-infinity', row: 0 }
const NEWEST_DECIDED: DisputePlace = { state: 'decided', day: NO_DAY, row: 0 }

export type DisputesAsked = { after?: DisputePlace | undefined; limit: number }

/** The order of every list of disputes: those to answer first on top, then the decided ones, newest first. */
export async function listDisputes(db: Db, asked: DisputesAsked): Promise<ListedDispute[]> {
  const { after = FIRST_DISPUTE, limit } = asked
  const open = await listOpenDisputes(db, asked)
  if (open.length === limit) return open
  const decided = after.state === 'decided' ? after : NEWEST_DECIDED
  return [...open, ...(await listDecided(db, { ...asked, after: decided, limit: limit - open.length }))]
}

export async function listOpenDisputes(
  db: Db,
  { after = FIRST_DISPUTE, limit }: DisputesAsked,
): Promise<ListedDispute[]> {
  if (after.state === 'decided') return []
  return db.many<ListedDispute>(sql`
    select d.id as row, d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn",
      d.closed_at as "closedAt", d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.state = 'opened'
      and (coalesce(d.reply_by, 'infinity'::date), d.id) > (${after.day}::date, ${after.row}::bigint)
    order by coalesce(d.reply_by, 'infinity'::date), d.id limit ${limit}`)
}

function listDecided(
  db: Db,
  { after, limit }: DisputesAsked & { after: DisputePlace },
): Promise<ListedDispute[]> {
  return db.many<ListedDispute>(sql`
    select d.id as row, d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn",
      d.closed_at as "closedAt", d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.state <> 'opened'
      and (d.opened_on, d.id) < (${after.day}::date, ${after.row}::bigint)
    order by d.opened_on desc, d.id desc limit ${limit}`)
}

export function placeOf({ state, replyBy, openedOn, row }: ListedDispute): DisputePlace {
  return state === 'opened'
    ? { state: 'open', day: replyBy ?? NO_DAY, row }
    : { state: 'decided', day: openedOn, row }
}
