import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { KeptCard } from '#server/billing/cards/cards.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'

export type OrderKind = 'sign-up' | 'plan-change' | 'reactivation'
export type OrderState = 'intent' | 'unknown' | 'paid' | 'declined' | 'refused' | 'voided'
export type OrderErrors = GroupedErrors | FieldErrors | string

export type Order<Subject = unknown> = {
  id: number
  key: string
  kind: OrderKind
  state: OrderState
  /** A sign-up has an account once it is paid. */
  accountId: number | null
  pin: string | null
  bodyDigest: Buffer
  /** False of orders that a release before has placed: those were compared by their amount. */
  isComparedByRequest: boolean
  amountCents: number
  /** What is bought: each kind knows its own. Of a sign-up that is closed the customer is not kept. */
  subject: Subject
  refusal: OrderErrors | null
}

export type NewOrder<Kind extends OrderKind = OrderKind, Subject = AnySubject> = {
  key: string
  kind: Kind
  buyer: Buyer
  /** What the person asked for, without card and key: the same key with another request is refused. */
  request: unknown
  amountCents: number
  subject: Subject
  ip: string
}
type AnySubject = { lines: readonly object[]; customer?: object }

/** An account, or somebody who is to have one. */
export type Buyer = { accountId: number } | { email: string; visitorHash: Buffer }

/** What the life of an order means for one kind of it. Each is part of the transaction that writes the order's state. */
export type Fulfillment<Subject> = {
  /**
   * Why what was bought cannot be given any more, in words for the person: then the money goes back. What it looks at
   * is held until the transaction ends.
   */
  findObstacle(tx: Db, order: Order<Subject>): Promise<string | undefined>
  /** Gives what was bought, with its bill and its mail. */
  paid(tx: Db, mailDeps: MailDeps, order: Order<Subject>, charge: NotedCharge): Promise<void>
  /** The bank has not answered: whoever comes back sees that something is on its way. */
  waits(tx: Db, order: Order<Subject>, now: Date): Promise<void>
  /** Nothing was bought after all. */
  givenUp(tx: Db, order: Order<Subject>, now: Date): Promise<void>
  /** A bank's refusal, at the field of the form that the person sees. */
  declined(message: string): OrderErrors
}

/** Of an order that an account has placed. */
export function accountOf({ id, accountId }: Order): number {
  if (accountId === null) throw new Error(`The order ${id} has no account`)
  return accountId
}

/** Written before the gateway is asked. The constraints refuse a second one for the same key, email or account. */
export async function insertOrder<Subject extends AnySubject>(
  tx: Db,
  order: NewOrder<OrderKind, Subject> & { bodyDigest: Buffer; termsVersion: string },
  now: Date,
): Promise<Order<Subject>> {
  const { key, kind, buyer, subject, request, amountCents, bodyDigest } = order
  const accountId = 'accountId' in buyer ? buyer.accountId : null
  const visitor = 'email' in buyer ? buyer : null
  const change = visitor ? null : JSON.stringify({ ...subject, request })
  const { id } = await tx.one<{ id: number }>(sql`
    insert into orders (key, kind, account_id, email_key, visitor_hash, body_digest, lines, amount_cents, customer, change,
      terms_version, terms_accepted_at, terms_address, state, created_at)
    values (${key}, ${kind}, ${accountId}, coalesce(${visitor?.email.toLowerCase() ?? null},
        (select email_key from agents where account_id = ${accountId} and role = 'owner' and removed_at is null)),
      ${visitor?.visitorHash ?? null}, ${bodyDigest}, ${JSON.stringify(subject.lines)}, ${amountCents},
      ${visitor ? JSON.stringify(subject.customer) : null}, ${change}, ${order.termsVersion}, ${now}, ${order.ip},
      'intent', ${now})
    returning id`)
  const placed = { id, key, kind, accountId, amountCents, subject, bodyDigest }
  return { ...placed, state: 'intent', pin: null, isComparedByRequest: true, refusal: null }
}

/** Of any kind: a key that was used for a plan change is taken for a sign-up, too. */
export function findOrder(db: Db, key: string): Promise<Order | undefined> {
  return db.maybe<Order>(sql`
    select o.id, o.key, o.kind, o.state, o.account_id as "accountId", a.pin, o.body_digest as "bodyDigest",
      o.kind = 'sign-up' or o.change ? 'request' as "isComparedByRequest", o.amount_cents as "amountCents",
      coalesce(o.change, jsonb_build_object('customer', o.customer, 'lines', o.lines)) as subject,
      o.refusal::jsonb as refusal
    from orders o left join accounts a on a.id = o.account_id
    where o.key = ${key}`)
}

/** Whoever closes an order first does what follows from it. False: somebody else has closed it. */
export async function closeOrder(
  tx: Db,
  orderId: number,
  state: Exclude<OrderState, 'intent' | 'unknown'>,
  now: Date,
  refusal?: OrderErrors,
): Promise<boolean> {
  const closed = await tx.run(sql`
    update orders set state = ${state}, settled_at = ${now}, refusal = ${refusal === undefined ? null : JSON.stringify(refusal)},
      customer = null
    where id = ${orderId} and state in ('intent', 'unknown')`)
  return closed === 1
}

export async function markUnknown(tx: Db, orderId: number): Promise<boolean> {
  const marked = await tx.run(
    sql`update orders set state = 'unknown' where id = ${orderId} and state = 'intent'`,
  )
  return marked === 1
}

/** Once it is settled it replaces what is planned: meanwhile nothing else may be. */
export async function hasOpenOrder(tx: Db, accountId: number): Promise<boolean> {
  const open = await tx.maybe(sql`
    select 1 from orders where account_id = ${accountId} and kind in ('plan-change', 'reactivation')
      and state in ('intent', 'unknown')`)
  return open !== undefined
}

/** What was asked of the gateway, with what is kept of the card. */
export type NotedCharge = KeptCard & { id: number }

/**
 * Noted before the charge is sent: after a kill this row says that there may be one. False when the order was
 * closed meanwhile; then nothing may be sent any more.
 */
export async function noteCharge(
  db: Db,
  { id, key, amountCents }: Pick<Order, 'id' | 'key' | 'amountCents'>,
  card: KeptCard,
  now: Date,
): Promise<boolean> {
  const noted = await db.run(sql`
    with open_order as (select id, account_id from orders where id = ${id} and state = 'intent' for update)
    insert into charges (key, order_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
      expires_year, holder, outcome, created_at)
    select ${key}, id, account_id, ${card.gateway}, ${card.token}, ${amountCents}::integer, ${card.brand},
      ${card.lastFour}, ${card.expiresMonth}::smallint, ${card.expiresYear}::smallint, ${card.holder}, 'sent',
      ${now}::timestamptz
    from open_order`)
  return noted === 1
}

export function settleCharge(
  tx: Db,
  key: string,
  outcome: {
    outcome: 'paid' | 'declined' | 'unknown' | 'voided' | 'absent'
    reference?: string
    reason?: string
  },
  now: Date,
): Promise<NotedCharge | undefined> {
  return tx.maybe<NotedCharge>(sql`
    update charges set outcome = ${outcome.outcome}, gateway_reference = coalesce(${outcome.reference ?? null}, gateway_reference),
      reason = ${outcome.reason ?? null}, settled_at = ${outcome.outcome === 'unknown' ? null : now}
    where key = ${key}
    returning id, gateway, gateway_token as token, brand, last_four as "lastFour", expires_month as "expiresMonth",
      expires_year as "expiresYear", holder`)
}
