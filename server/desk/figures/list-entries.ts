import type { FigureName, RecoveryFigure } from '#contract/billing/figure-names.ts'
import { type ReportingMonth, startOfMonth } from '#contract/calendar/reporting-months.ts'
import type { FigureEntry } from '#contract/desk/figures.ts'
import { afterCursor, microsOf, OLDEST, readCursor, readId, writeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { sayFirstRefusal } from '../state-tags.ts'

export type EntriesRequest = { figure: FigureName; month: ReportingMonth; part: string }
/** The moments up to which the month's sums count. */
export type Summed = { asOf: Date; recoveryAsOf: Date }

/** The rows behind a number, page by page: the same rows, up to the same moment. */
export function listEntries(
  db: Db,
  request: EntriesRequest,
  summed: Summed,
  part: Part,
): Promise<FoundEntry[]> {
  const { figure, month } = request
  const { asOf, recoveryAsOf } = summed
  const movements = (filter: MovementFilter) => listMovements(db, { month, ...filter }, asOf, part)
  switch (figure) {
    case 'opening':
      return listOpening(db, month, part)
    case 'closing':
      return listBalance(db, month, asOf, part)
    case 'new':
    case 'returned':
    case 'more':
    case 'less':
    case 'lost':
    case 'refunded':
    case 'credited':
    case 'disputed':
      return movements({ kind: figure })
    case 'canceled':
    case 'expired':
    case 'closed':
      return movements({ kind: 'lost', cause: figure })
    case 'made-free':
      return movements({ kind: 'lost', cause: 'free' })
    case 'put-on-hold':
      return movements({ kind: 'lost', cause: 'hold' })
    case 'reason':
      return movements({ kind: 'lost', cause: 'canceled', reason: request.part })
    case 'charged':
      return listCharged(db, month, asOf, part)
    case 'refused':
      return listRefused(db, { month, outcome: null, reason: request.part }, recoveryAsOf, part)
    case 'retry-1':
    case 'retry-2':
    case 'retry-3':
    case 'retry-4':
    case 'backup':
    case 'updated':
    case 'by-customer':
    case 'waived':
    case 'never':
    case 'undecided':
      return listRefused(db, { month, outcome: figure, reason: request.part }, recoveryAsOf, part)
    case 'email':
    case 'details':
    case 'payment':
    case 'paid':
      return listSteps(db, { month, step: figure, wizard: null }, asOf, part)
    case 'details-new':
    case 'payment-new':
    case 'paid-new':
      return listSteps(db, { month, step: stepIn(figure), wizard: 'new' }, asOf, part)
    case 'details-legacy':
    case 'payment-legacy':
    case 'paid-legacy':
      return listSteps(db, { month, step: stepIn(figure), wizard: 'legacy' }, asOf, part)
    case 'unused-seats':
      return listSeats(db, part)
  }
}

/** A page of a list: rows after the cursor, in a fixed order. */
type Part = { after: string | undefined; atMost: number }
export type FoundEntry = FigureEntry & { cursor: string }

type Row = {
  cursor: number | string
  accountId: number | null
  pin: string | null
  company: string | null
  at: Date | null
  cents: number
}

function entryOf(row: Row, words: string, more: { email?: string; count?: number } = {}): FoundEntry {
  const { accountId, pin, company } = row
  return {
    cursor: String(row.cursor),
    account: accountId && pin ? { id: accountId, pin, company: company ?? '' } : null,
    email: more.email ?? '',
    at: row.at?.toISOString() ?? null,
    cents: row.cents,
    count: more.count ?? 1,
    words,
  }
}

type MovementFilter = { kind: string; cause?: string; reason?: string }

type Moved = Row & {
  kind: string
  cause: string
  reason: string
  after: number | null
  note: string | null
  /** Of credit that was taken back. */
  isDebit: boolean | null
  bill: string | null
  dispute: string | null
}

async function listMovements(
  db: Db,
  { month, kind, cause, reason }: MovementFilter & { month: ReportingMonth },
  until: Date,
  { after, atMost }: Part,
): Promise<FoundEntry[]> {
  const rows = await db.many<Moved>(sql`
    select m.id as cursor, m.account_id as "accountId", a.pin, a.company, m.at, m.cents, m.kind, m.cause, m.reason,
      m.after_cents as after, n.number as note, n.way = 'taken-back' as "isDebit", i.number as bill, d.reference as dispute
    from revenue_movements m join accounts a on a.id = m.account_id
    left join credit_notes n on n.id = m.credit_note_id
    left join invoices i on i.id = n.invoice_id
    left join disputes d on d.id = m.dispute_id
    where m.month = ${month} and m.kind = ${kind} and m.id > ${readId(after) ?? 0} and m.at < ${until}
      and (${cause ?? null}::text is null or m.cause = ${cause ?? null})
      and (${reason ?? null}::text is null or m.reason = ${reason ?? null})
    order by m.id limit ${atMost}`)
  return rows.map((row) => entryOf(row, wordsOf(row)))
}

function wordsOf({ kind, cause, reason, note, isDebit, bill, dispute }: Moved): string {
  if (note) return `${isDebit ? 'Debit' : 'Credit'} note ${note} for bill ${bill}`
  if (dispute) return `Dispute ${dispute}`
  if (cause === 'hold') return kind === 'more' || kind === 'returned' ? 'No longer on hold' : 'Put on hold'
  return causes[cause] ?? (cause === 'canceled' ? `Canceled: ${reason || 'no reason given'}` : '')
}

const causes: Record<string, string> = {
  plan: '',
  free: 'Access without charge',
  expired: 'Expired after refused renewals',
  closed: 'Closed for a dispute or fraud',
}

/** What each account paid per month when a month began. */
async function listOpening(db: Db, month: ReportingMonth, { after, atMost }: Part): Promise<FoundEntry[]> {
  const rows = await db.many<Row>(sql`
    select r.account_id as cursor, r.account_id as "accountId", a.pin, a.company, m.at, m.after_cents as cents
    from account_revenue r join accounts a on a.id = r.account_id
    cross join lateral (
      select m.at, m.after_cents from revenue_movements m
      where m.account_id = r.account_id and m.after_cents is not null and m.month < ${month}
      order by m.id desc limit 1
    ) m
    where r.account_id > ${readId(after) ?? 0} and m.after_cents > 0
    order by r.account_id limit ${atMost}`)
  return rows.map((row) => entryOf(row, ''))
}

/** What each account paid per month at a moment of a month: its last movement before. */
async function listBalance(
  db: Db,
  month: ReportingMonth,
  until: Date,
  { after, atMost }: Part,
): Promise<FoundEntry[]> {
  const rows = await db.many<Row>(sql`
    select r.account_id as cursor, r.account_id as "accountId", a.pin, a.company, m.at, m.after_cents as cents
    from account_revenue r join accounts a on a.id = r.account_id
    cross join lateral (
      select m.at, m.after_cents from revenue_movements m
      where m.account_id = r.account_id and m.after_cents is not null and m.month <= ${month} and m.at < ${until}
      order by m.id desc limit 1
    ) m
    where r.account_id > ${readId(after) ?? 0} and m.after_cents > 0
    order by r.account_id limit ${atMost}`)
  return rows.map((row) => entryOf(row, ''))
}

/** Charges that the gateway confirmed in a month. They are found by that moment, so it is part of the cursor. */
async function listCharged(
  db: Db,
  month: ReportingMonth,
  until: Date,
  { after, atMost }: Part,
): Promise<FoundEntry[]> {
  const begin = { ...OLDEST, micros: microsOf(startOfMonth(month)) }
  const request = readCursor(after) ?? begin
  const { at, id } = afterCursor(request.micros < begin.micros ? begin : request)
  const rows = await db.many<Row & { id: number; at: Date; micros: number; bill: string | null }>(sql`
    select c.id, (extract(epoch from c.settled_at) * 1000000)::bigint as micros, c.account_id as "accountId", a.pin, a.company, c.settled_at as at, c.amount_cents as cents,
      (select i.number from invoices i where i.charge_id = c.id limit 1) as bill
    from charges c left join accounts a on a.id = c.account_id
    where c.outcome = 'paid' and (c.settled_at, c.id) > (${at}::timestamptz, ${id}::bigint) and c.settled_at < ${until}
    order by c.settled_at, c.id limit ${atMost}`)
  return rows.map((row) =>
    entryOf(
      { ...row, cursor: writeCursor({ micros: row.micros, source: 0, id: row.id }) },
      row.bill ? `Bill ${row.bill}` : '',
    ),
  )
}

type Outcome = Exclude<RecoveryFigure, 'refused'>

type Refusals = { month: ReportingMonth; outcome: Outcome | null; reason: string }

/** Renewals refused in a month, by their outcome before a moment; null: all. An empty reason: for any. */
async function listRefused(
  db: Db,
  { month, outcome, reason }: Refusals,
  until: Date,
  { after, atMost }: Part,
): Promise<FoundEntry[]> {
  const rows = await db.many<Row & { bill: string | null; outcome: Outcome; reason: string }>(sql`
    select r.period_id as cursor, r.account_id as "accountId", a.pin, a.company, r.failed_at as at, r.cents, r.outcome, r.reason,
      (select i.number from invoices i where i.period_id = r.period_id and i.order_id is null) as bill
    from (
      select period_id, account_id, failed_at, cents, reason,
        case when decided_at < ${until} then outcome else 'undecided' end as outcome
      from refused_renewals
      where month = ${month} and period_id > ${readId(after) ?? 0} and failed_at < ${until}
        and ${reason} in ('', reason)
    ) r join accounts a on a.id = r.account_id
    where ${outcome}::text is null or r.outcome = ${outcome}
    order by r.period_id limit ${atMost}`)
  return rows.map((row) =>
    entryOf(
      row,
      [row.bill && `Bill ${row.bill}`, sayFirstRefusal(row.reason), outcomes[row.outcome]]
        .filter(Boolean)
        .join(' · '),
    ),
  )
}

const outcomes: Record<Outcome, string> = {
  'retry-1': 'paid at the first retry',
  'retry-2': 'paid at the second retry',
  'retry-3': 'paid at the third retry',
  'retry-4': 'paid at the fourth retry or later',
  backup: 'paid with the backup card',
  updated: 'paid after an update of the card',
  'by-customer': 'paid by the customer',
  waived: 'waived',
  never: 'never paid',
  undecided: 'not decided yet',
}

type Step = { month: ReportingMonth; step: string; wizard: 'new' | 'legacy' | null }

/** Who took a sign-up step in a month, and the account that it later led to, if any. */
async function listSteps(
  db: Db,
  { month, step, wizard }: Step,
  until: Date,
  { after, atMost }: Part,
): Promise<FoundEntry[]> {
  const rows = await db.many<Row & { email: string | null }>(sql`
    select s.id as cursor, a.id as "accountId", a.pin, a.company, s.at, 0 as cents,
      coalesce((select u.email from unfinished_sign_ups u where u.id = s.unfinished_id),
        (select o.email_key from orders o where o.id = s.order_id)) as email
    from sign_up_steps s left join accounts a on a.id = coalesce(s.account_id, (
      select p.account_id from sign_up_steps p
      where p.visitor_hash = s.visitor_hash and p.step = 'paid' and p.at >= s.at order by p.at limit 1))
    where s.month = ${month} and s.step = ${step} and s.id > ${readId(after) ?? 0} and s.at < ${until}
      and (${wizard}::text is null or s.wizard = ${wizard})
    order by s.id limit ${atMost}`)
  return rows.map((row) => entryOf(row, row.accountId ? '' : 'No account yet', { email: row.email ?? '' }))
}

function stepIn(figure: string): string {
  return figure.split('-')[0] ?? ''
}

/** Accounts with unassigned seats, as counted in the last complete round. */
async function listSeats(db: Db, { after, atMost }: Part): Promise<FoundEntry[]> {
  const rows = await db.many<Row & { seats: number; unused: number }>(sql`
    select u.account_id as cursor, u.account_id as "accountId", a.pin, a.company, null::timestamptz as at, u.cents, u.seats,
      u.unused
    from unused_seats u join accounts a on a.id = u.account_id
    where u.round = (select seats_round from figure_state) and u.account_id > ${readId(after) ?? 0}
    order by u.account_id limit ${atMost}`)
  return rows.map((row) => entryOf(row, `${row.unused} of ${row.seats} seats`, { count: row.unused }))
}

/** Undefined: the month is not summed. */
export function findSummed(db: Db, month: ReportingMonth): Promise<Summed | undefined> {
  return db.maybe<Summed>(sql`
    select as_of as "asOf", recovery_as_of as "recoveryAsOf" from figure_months where month = ${month}`)
}
