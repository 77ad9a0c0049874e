import type { Status } from '#contract/accounts/statuses.ts'
import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { type Cursor, microsOf, momentOf, NEWEST, OLDEST } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DisputeNotice, DisputeState } from '#server/ports/payments.ts'

export type Dispute = {
  id: number
  gateway: string
  reference: string
  chargeId: number
  accountId: number
  state: DisputeState
  amountCents: Cents
  lostCents: Cents
  reason: string
  openedOn: Day
  replyBy: Day | null
  createdAt: Date
  closedAt: Date | null
  closedBy: string | null
  decidedAt: Date | null
}

/** An account's state when a dispute closed it. */
export type Former = { status: Status; since: Date; subscriptionId: number | null }

export type DisputedCharge = {
  id: number
  accountId: number
  gateway: string
  reference: string
  amountCents: Cents
}

export async function findDispute(db: Db, reference: string): Promise<Dispute | undefined> {
  const found = await db.maybe<{ id: number }>(sql`
    select id from disputes where reference = ${reference} order by id limit 1`)
  return found && readDispute(db, found.id)
}

function readDispute(db: Db, id: number): Promise<Dispute> {
  return db.one<Dispute>(sql`
    select id, gateway, reference, charge_id as "chargeId", account_id as "accountId", state,
      amount_cents as "amountCents", lost_cents as "lostCents", reason, opened_on as "openedOn", reply_by as "replyBy",
      created_at as "createdAt", closed_at as "closedAt", closed_by as "closedBy", decided_at as "decidedAt"
    from disputes where id = ${id}`)
}

/** Locks its charge first, as gateway notices do: whichever comes second waits. */
export async function lockDispute(tx: Db, { id, chargeId }: Dispute): Promise<Dispute> {
  await tx.one(sql`select id from charges where id = ${chargeId} for update`)
  await tx.one(sql`select id from disputes where id = ${id} for update`)
  return readDispute(tx, id)
}

/** By the gateway's id. A dispute first reported without one is found by its charge, and keeps the id from then on. */
export async function lockReportedDispute(
  tx: Db,
  charge: DisputedCharge,
  { dispute, amount, reason, openedOn, replyBy }: DisputeNotice,
): Promise<Dispute | undefined> {
  const reference = dispute ?? charge.reference
  const known = await tx.maybe<{ id: number }>(sql`
    select id from disputes
    where charge_id = ${charge.id} and gateway = ${charge.gateway} and reference in (${reference}, ${charge.reference})
    order by reference = ${reference} desc limit 1 for update`)
  if (!known) return undefined
  await tx.run(sql`
    update disputes set reference = ${reference}, reason = coalesce(${reason ?? null}, reason),
      opened_on = coalesce(${openedOn ?? null}::date, opened_on), reply_by = coalesce(${replyBy ?? null}::date, reply_by),
      amount_cents = case when state = 'opened' then coalesce(nullif(${amount}::integer, 0), amount_cents) else amount_cents end
    where id = ${known.id}`)
  return readDispute(tx, known.id)
}

export async function insertDispute(
  tx: Db,
  charge: DisputedCharge,
  { dispute, amount, reason, openedOn, replyBy }: DisputeNotice,
  now: Date,
): Promise<Dispute> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into disputes (gateway, reference, charge_id, account_id, state, amount_cents, reason, opened_on, reply_by,
      created_at)
    values (${charge.gateway}, ${dispute ?? charge.reference}, ${charge.id}, ${charge.accountId}, 'opened',
      ${amount || charge.amountCents}, ${reason ?? ''}, ${openedOn ?? now.toISOString().slice(0, 10)},
      ${replyBy ?? null}, ${now})
    returning id`)
  return readDispute(tx, id)
}

export type Decision = {
  state: 'won' | 'lost'
  /** The amount returned by a won dispute. Undefined: all of it. */
  wonCents?: Cents | undefined
  /** `gateway`, or the operator if the gateway sent no decision. */
  actor: string
  /** The operator's comment. */
  words?: string
  /** By the gateway's own clock. */
  decidedAt: Date | null
}

/** What a decision changes: how much of the charge it loses, and how much of a won dispute stayed with us. */
export type Decided = { lostCents: Cents; keptCents: Cents }

/**
 * Books the bank's decision. Several disputes of one charge lose its money at most once: the first one
 * decided has the loss, and the others what it left of the charge.
 */
export async function noteDecision(
  tx: Db,
  { id, chargeId, amountCents }: Dispute,
  { state, wonCents, actor, decidedAt }: Decision,
  now: Date,
): Promise<Decided> {
  const isPartlyWon = state === 'won' && wonCents !== undefined && wonCents > 0 && wonCents < amountCents
  const taken = state === 'lost' ? amountCents : isPartlyWon ? amountCents - wonCents : 0
  await tx.run(sql`
    update disputes set state = ${state}, taken_cents = ${taken}, closed_at = ${now}, closed_by = ${actor},
      decided_at = coalesce(${decidedAt}, decided_at)
    where id = ${id}`)
  await tx.run(sql`select share_losses(${chargeId}::bigint)`)
  const { lostCents, leftCents } = await tx.one<{ lostCents: Cents; leftCents: Cents }>(sql`
    select d.lost_cents as "lostCents", c.amount_cents - lost_of_charge(c.id) as "leftCents"
    from disputes d join charges c on c.id = d.charge_id where d.id = ${id}`)
  return { lostCents, keptCents: Math.min(amountCents - lostCents, leftCents) }
}

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

export type DisputesAsked = { cursor?: Cursor | undefined; limit: number }

/** The open ones come first in the list, then the decided ones. */
const [OPEN, DECIDED] = [0, 1]

/** The order of every list of disputes: those to answer first on top, then the decided ones, newest first. */
export async function listDisputes(db: Db, request: DisputesAsked): Promise<ListedDispute[]> {
  const { cursor = OLDEST, limit } = request
  const open = await listOpenDisputes(db, request)
  if (open.length === limit) return open
  const decided = cursor.source === OPEN ? NEWEST : cursor
  return [...open, ...(await listDecided(db, decided, limit - open.length))]
}

export async function listOpenDisputes(
  db: Db,
  { cursor = OLDEST, limit }: DisputesAsked,
): Promise<ListedDispute[]> {
  if (cursor.source !== OPEN) return []
  return db.many<ListedDispute>(sql`
    select d.id as row, d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn",
      d.closed_at as "closedAt", d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.state = 'opened'
      and (coalesce(d.reply_by, 'infinity'::date), d.id) > (${dayOf(cursor)}::date, ${cursor.id}::bigint)
    order by coalesce(d.reply_by, 'infinity'::date), d.id limit ${limit}`)
}

function listDecided(db: Db, cursor: Cursor, limit: number): Promise<ListedDispute[]> {
  return db.many<ListedDispute>(sql`
    select d.id as row, d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn",
      d.closed_at as "closedAt", d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
    from disputes d join accounts a on a.id = d.account_id
    where d.state <> 'opened'
      and (d.opened_on, d.id) < (${dayOf(cursor)}::date, ${cursor.id}::bigint)
    order by d.opened_on desc, d.id desc limit ${limit}`)
}

/** The beginning of the day by which it is sorted. Open disputes without a day of reply come last. */
export function cursorOf({ state, replyBy, openedOn, row }: ListedDispute): Cursor {
  const day = state === 'opened' ? replyBy : openedOn
  const micros = day === null ? NEWEST.micros : microsOf(new Date(day))
  return { micros, source: state === 'opened' ? OPEN : DECIDED, id: row }
}

function dayOf({ micros }: Cursor): Day {
  return micros === NEWEST.micros ? 'infinity' : momentOf({ micros }).slice(0, 10)
}

type ShownCharge = {
  reference: string
  amountCents: Cents
  refundedCents: Cents
  card: string
  createdAt: Date
  bill: string | null
}
type DisputedAccount = {
  pin: string
  company: string
  status: Status
  fraudMarkedAt: Date | null
  markedByThis: boolean | null
  before: Status | null
}
type RefundOfCharge = {
  number: string | null
  state: string
  way: string
  amountCents: Cents
  createdAt: Date
}

/** The disputed charge, its account now and before, and what was already refunded. */
export async function showDispute(db: Db, { id, chargeId }: Pick<Dispute, 'id' | 'chargeId'>) {
  const charge = await db.many<ShownCharge>(sql`
    select c.gateway_reference as reference, c.amount_cents as "amountCents", c.refunded_cents as "refundedCents",
      c.brand || ' ending ' || c.last_four as card, c.created_at as "createdAt", i.number as bill
    from charges c left join invoices i on i.charge_id = c.id where c.id = ${chargeId}`)
  const account = await db.one<DisputedAccount>(sql`
    select a.pin, a.company, a.status, a.fraud_marked_at as "fraudMarkedAt", a.fraud_dispute_id = d.id as "markedByThis",
      d.former_status as before
    from disputes d join accounts a on a.id = d.account_id where d.id = ${id}`)
  const refunds = await db.many<RefundOfCharge>(sql`
    select n.number, n.state, n.way, n.total_cents as "amountCents", n.created_at as "createdAt"
    from invoices i join credit_notes n on n.invoice_id = i.id where i.charge_id = ${chargeId} order by n.id`)
  return { charge, account, refunds }
}
