import type { ApprovalState, CountedMoney, MoneyPreview } from '#contract/billing/approvals.ts'
import type { NoteState } from '#server/billing/refunds/credit-notes.ts'
import { afterCursor, type Cursor, OLDEST } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { MoneyAction } from './money-action.ts'

/** How long a request waits for a second operator, and how far back the limit counts. */
const APPROVAL_LASTS_MS = DAY

export type NamedOperator = { id: number; name: string; email: string }

/** Two operators may have the same name. */
export function whichOperator({ name, email }: Pick<NamedOperator, 'name' | 'email'>): string {
  return `${name} (${email})`
}

export type Approval = {
  id: number
  /** Without an id: a sign-up that is not paid yet, by its email. */
  account: { id: number | null; number: string; company: string }
  action: MoneyAction
  preview: MoneyPreview
  valueCents: number
  words: string
  needsSecond: boolean
  state: ApprovalState
  askedBy: NamedOperator
  askedAt: Date
  expiresAt: Date
  decidedBy: NamedOperator | null
  decidedAt: Date | null
  decidedWords: string
  /** The number of the credit note, once it is issued. */
  noteNumber: string | null
}

export type NewApproval = Pick<Approval, 'action' | 'preview' | 'valueCents' | 'words' | 'needsSecond'> & {
  key: string
  accountId: number | null
  askedBy: number
}

/** A request that needs nobody else is agreed from the start. */
export async function insertApproval(tx: Db, one: NewApproval, now: Date): Promise<number> {
  const { needsSecond, askedBy } = one
  const { id } = await tx.one<{ id: number }>(sql`
    insert into approvals (key, account_id, action, preview, value_cents, words, needs_second, state, asked_by,
      asked_at, expires_at, decided_by, decided_at)
    values (${one.key}, ${one.accountId}, ${JSON.stringify(one.action)}, ${JSON.stringify(one.preview)},
      ${one.valueCents}, ${one.words}, ${needsSecond}, ${needsSecond ? 'asked' : 'agreed'}, ${askedBy}, ${now},
      ${later(now, APPROVAL_LASTS_MS)}, ${needsSecond ? null : askedBy}, ${needsSecond ? null : now})
    returning id`)
  return id
}

/** The key of the resulting credit note or change of a month. */
export function keyOfAction(approvalId: number): string {
  return `desk-${approvalId}`
}

/**
 * What one operator gave within 24 hours, on one account and on all. Refusals by the bank do not count, nor
 * failed refunds unless given again.
 */
export function givenWithinDay(
  tx: Db,
  operatorId: number,
  accountId: number | null,
  now: Date,
): Promise<Pick<CountedMoney, 'givenCents' | 'givenDayCents'>> {
  return tx.one(sql`
    select coalesce(sum(a.value_cents) filter (where a.account_id = ${accountId}::bigint), 0)::integer as "givenCents",
      coalesce(sum(a.value_cents), 0)::integer as "givenDayCents"
    from approvals a left join credit_notes n on n.key = 'desk-' || a.id
    where a.asked_by = ${operatorId} and a.state = 'agreed' and a.decided_at > ${later(now, -DAY)}
      and n.state is distinct from 'refused' and not exists (
        select from failed_refunds f where f.credit_note_id = n.id and f.state in ('waiting', 'dismissed'))`)
}

/** An open request for the same action, whatever its reason. */
export function findWaitingSame(
  tx: Db,
  accountId: number | null,
  action: MoneyAction,
  now: Date,
): Promise<Pick<NamedOperator, 'name' | 'email'> | undefined> {
  return tx.maybe(sql`
    select o.name, o.email from approvals a join operators o on o.id = a.asked_by
    where a.account_id is not distinct from ${accountId}::bigint and a.state = 'asked' and a.expires_at > ${now}
      and a.action - 'reason' = ${JSON.stringify(action)}::jsonb - 'reason'
    limit 1`)
}

type Row = Omit<Approval, 'state'> & {
  state: 'asked' | 'agreed' | 'declined' | 'withdrawn'
  noteState: NoteState | 'withdrawn' | null
}

/** Newest first. */
async function readApprovals(db: Db, ids: readonly number[], now: Date): Promise<Approval[]> {
  const rows = await db.many<Row>(sql`
    select a.id, a.action, a.preview, a.value_cents as "valueCents", a.words,
      a.needs_second as "needsSecond", a.state, a.asked_at as "askedAt", a.expires_at as "expiresAt",
      a.decided_at as "decidedAt", a.decided_words as "decidedWords",
      case when n.withdrawn_at is null then n.state else 'withdrawn' end as "noteState", n.number as "noteNumber",
      jsonb_build_object('id', c.id, 'number', coalesce(c.pin, ''), 'company', coalesce(c.company, (
        select o.email_key from charges h join orders o on o.id = h.order_id where h.id = (a.action->>'charge')::bigint), '')) as account,
      jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email) as "askedBy",
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name, 'email', d.email) end as "decidedBy"
    from approvals a left join accounts c on c.id = a.account_id join operators o on o.id = a.asked_by
    left join operators d on d.id = a.decided_by left join credit_notes n on n.key = 'desk-' || a.id
    where a.id = any(${ids}::bigint[]) order by a.id desc`)
  return rows.map(({ noteState, ...row }) => ({ ...row, state: stateOf(row, noteState, now) }))
}

function stateOf(row: Pick<Row, 'state' | 'expiresAt'>, note: Row['noteState'], now: Date): ApprovalState {
  if (row.state === 'asked') return row.expiresAt <= now ? 'expired' : 'asked'
  if (row.state !== 'agreed' || note === 'open') return row.state
  if (note === 'withdrawn') return 'withdrawn'
  return note === 'refused' || note === 'failed' ? 'failed' : 'done'
}

export async function readApproval(db: Db, id: number, now: Date): Promise<Approval | undefined> {
  return (await readApprovals(db, [id], now))[0]
}

export function findApprovalId(db: Db, key: string): Promise<{ id: number } | undefined> {
  return db.maybe<{ id: number }>(sql`select id from approvals where key = ${key}`)
}

const WAITING_OF_ACCOUNT_AT_MOST = 100

const CLOSED_AT_MOST = 50

export type WaitingApproval = Approval & { cursor: Cursor }

/** Open requests, the next to expire first. */
export async function listWaiting(
  db: Db,
  now: Date,
  { cursor = OLDEST, atMost }: { cursor?: Cursor | undefined; atMost: number },
): Promise<WaitingApproval[]> {
  const after = afterCursor(cursor)
  const waiting = await db.many<Cursor>(sql`
    select id, 0 as source, (extract(epoch from expires_at) * 1000000)::bigint as micros from approvals
    where state = 'asked' and expires_at > ${now}
      and (expires_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
    order by expires_at, id limit ${atMost}`)
  const listed = await readApprovals(
    db,
    waiting.map(({ id }) => id),
    now,
  )
  const byId = new Map(listed.map((approval) => [approval.id, approval]))
  return waiting.flatMap((cursor) => {
    const approval = byId.get(cursor.id)
    return approval ? [{ ...approval, cursor }] : []
  })
}

/** An account's open requests, newest first. */
export async function listWaitingOf(db: Db, accountId: number, now: Date): Promise<Approval[]> {
  const ids = await db.many<{ id: number }>(sql`
    select id from approvals where account_id = ${accountId} and state = 'asked' and expires_at > ${now}
    order by id desc limit ${WAITING_OF_ACCOUNT_AT_MOST}`)
  return readApprovals(
    db,
    ids.map(({ id }) => id),
    now,
  )
}

export type ClosedApprovals = { closed: Approval[]; before: number | null }

/** Closed requests before an id, newest first. */
export async function listClosed(db: Db, before: number, now: Date): Promise<ClosedApprovals> {
  const ids = await db.many<{ id: number }>(sql`
    select id from approvals
    where needs_second and id < ${before} and (state <> 'asked' or expires_at <= ${now})
    order by id desc limit ${CLOSED_AT_MOST}`)
  const closed = await readApprovals(
    db,
    ids.map(({ id }) => id),
    now,
  )
  const last = ids.length === CLOSED_AT_MOST ? ids.at(-1) : undefined
  return { closed, before: last?.id ?? null }
}
