import { formatAmount } from '#contract/catalogue/money.ts'
import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { StoredCard } from '#server/billing/cards/cards.ts'
import { classOf, isLiftedByBank, isOfNumber } from '#server/billing/renewals/reasons.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { Refused } from '#server/platform/refusal.ts'
import type { Refusal } from '#server/ports/payments.ts'

export type OrderKind = 'sign-up' | 'plan-change' | 'reactivation'
/** `held`: the sign-up is under review before it is charged. */
export type OrderState = 'intent' | 'unknown' | 'held' | 'paid' | 'declined' | 'refused' | 'voided'
export type OrderErrors = GroupedErrors | FieldErrors | string

export type Order<Subject = unknown> = {
  id: number
  key: string
  kind: OrderKind
  state: OrderState
  /** A sign-up has an account only once it is paid. */
  accountId: number | null
  pin: string | null
  bodyDigest: Buffer
  /** The card's part. */
  amountCents: number
  /** The credit's part, reserved until the outcome is known. A sign-up has none. */
  creditCents: number
  /** What is bought, depending on the kind. A closed sign-up no longer contains the customer. */
  subject: Subject
  refusal: OrderErrors | null
  /** When an operator released a held sign-up. */
  releasedAt: Date | null
}

export type NewOrder<Kind extends OrderKind = OrderKind, Subject = AnySubject> = {
  key: string
  kind: Kind
  buyer: Buyer
  /** The request without card and key. The same key with a different request is refused. */
  request: unknown
  amountCents: number
  creditCents?: number
  subject: Subject
  ip: string
}
type AnySubject = { lines: readonly object[]; customer?: object }

/** An existing account, or a person who is signing up for one. */
export type Buyer = { accountId: number } | { email: string; visitorHash: Buffer }

/**
 * What each kind of order does when its state changes. Every function runs in the transaction that writes the
 * new state.
 */
export type Fulfillment<Subject> = {
  /** Reserves what the order needs to be fulfilled, when it is placed: a refusal comes before any charge. */
  reserve(tx: Db, order: Order<Subject>): Promise<Refused | undefined>
  /**
   * Why the order can no longer be fulfilled, as a message for the customer. The money is then refunded. Rows
   * that it checks stay locked until the transaction ends.
   */
  findObstacle(tx: Db, order: Order<Subject>): Promise<string | undefined>
  /** Delivers the purchase, with its invoice and mail. Null: credit paid for all of it. */
  paid(tx: Db, mailDeps: MailDeps, order: Order<Subject>, charge: NotedCharge | null): Promise<void>
  /** The bank has not answered: shows a returning customer that a payment is pending. */
  waits(tx: Db, order: Order<Subject>, now: Date): Promise<void>
  /** The order was not fulfilled in the end. */
  givenUp(tx: Db, order: Order<Subject>, now: Date): Promise<void>
  /** The bank's refusal, attached to the form field it belongs to. */
  declined(message: string): OrderErrors
}

/** The account of an order that was placed by one. */
export function accountOf({ id, accountId }: Order): number {
  if (accountId === null) throw new Error(`The order ${id} has no account`)
  return accountId
}

/** Written before the gateway is asked. Constraints prevent a second order for the same key, email or account. */
export async function insertOrder<Subject extends AnySubject>(
  tx: Db,
  order: NewOrder<OrderKind, Subject> & { bodyDigest: Buffer; termsVersion: string },
  now: Date,
): Promise<Order<Subject>> {
  const { key, kind, buyer, subject, amountCents, creditCents = 0, bodyDigest } = order
  const accountId = 'accountId' in buyer ? buyer.accountId : null
  const visitor = 'email' in buyer ? buyer : null
  const change = visitor ? null : JSON.stringify(subject)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into orders (key, kind, account_id, email_key, visitor_hash, body_digest, lines, amount_cents, customer, change,
      terms_version, terms_accepted_at, terms_address, state, created_at)
    values (${key}, ${kind}, ${accountId}, coalesce(${visitor?.email.toLowerCase() ?? null},
        (select email_key from agents where account_id = ${accountId} and role = 'owner' and removed_at is null)),
      ${visitor?.visitorHash ?? null}, ${bodyDigest}, ${JSON.stringify(subject.lines)}, ${amountCents},
      ${visitor ? JSON.stringify(subject.customer) : null}, ${change}, ${order.termsVersion}, ${now}, ${order.ip},
      'intent', ${now})
    returning id`)
  const placed = { id, key, kind, accountId, amountCents, creditCents, subject, bodyDigest }
  return { ...placed, state: 'intent', pin: null, refusal: null, releasedAt: null }
}

/** Finds an order of any kind: a key used for a plan change cannot be used for a sign-up. */
export function findOrder(db: Db, key: string): Promise<Order | undefined> {
  return db.maybe<Order>(sql`
    select o.id, o.key, o.kind, o.state, o.account_id as "accountId", a.pin, o.body_digest as "bodyDigest",
      o.amount_cents as "amountCents",
      coalesce((select -r.cents from credits r where r.order_id = o.id and r.cents < 0), 0) as "creditCents",
      coalesce(o.change, jsonb_build_object('customer', o.customer, 'lines', o.lines)) as subject,
      o.refusal, h.decided_at as "releasedAt"
    from orders o left join accounts a on a.id = o.account_id
    left join held_sign_ups h on h.order_id = o.id and h.decision = 'released'
    where o.key = ${key}`)
}

/**
 * Until the transaction ends, no charge of the order is recorded. One that is just being recorded is waited
 * for, and visible to the statements that follow.
 */
export async function lockOrder(tx: Db, orderId: number): Promise<void> {
  await tx.run(sql`select 1 from orders where id = ${orderId} for update`)
}

/** Only the first caller to close an order gets true, and acts on it. False: it was already closed. */
export async function closeOrder(
  tx: Db,
  orderId: number,
  state: Exclude<OrderState, 'intent' | 'unknown' | 'held'>,
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

/** Settling an open order replaces the planned changes, so no other change may be planned until then. */
export async function hasOpenOrder(tx: Db, accountId: number): Promise<boolean> {
  const open = await tx.maybe(sql`
    select 1 from orders where account_id = ${accountId} and kind in ('plan-change', 'reactivation')
      and state in ('intent', 'unknown')`)
  return open !== undefined
}

/** A recorded charge, with what is stored of the card. */
export type NotedCharge = StoredCard & { id: number }

/**
 * Recorded before the charge is sent: after a kill, this row shows that there may be a charge. False if the
 * order has been closed in the meantime, or another process has recorded it. Nothing may be sent then.
 */
export async function noteCharge(
  db: Db,
  { id, key, amountCents }: Pick<Order, 'id' | 'key' | 'amountCents'>,
  card: StoredCard,
  now: Date,
): Promise<boolean> {
  const noted = await db.run(sql`
    with open_order as (select id, account_id from orders where id = ${id} and state = 'intent' for update)
    insert into charges (key, order_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
      expires_year, holder, number_id, outcome, created_at)
    select ${key}, id, account_id, ${card.gateway}, ${card.token}, ${amountCents}::integer, ${card.brand},
      ${card.lastFour}, ${card.expiresMonth}::smallint, ${card.expiresYear}::smallint, ${card.holder},
      ${card.numberId ?? null}, 'sent', ${now}::timestamptz
    from open_order
    on conflict (key) do nothing`)
  return noted === 1
}

/** A paid order. Without a charge, credit has paid for all of it. */
export type PaidOrder = {
  order: Pick<Order, 'id' | 'amountCents' | 'creditCents'>
  charge: NotedCharge | null
}

/** How it was paid, for mails: "$20.00 to your Visa card ending in 1111, after $10.00 of your credit". */
export function sayPaid({ order: { amountCents, creditCents }, charge }: PaidOrder): string {
  const credit = formatAmount(creditCents)
  if (!charge) return `Your credit paid all of it (${credit}), so nothing was charged`
  const charged = `We charged ${formatAmount(amountCents)} to your ${charge.brand} card ending in ${charge.lastFour}`
  return creditCents > 0 ? `${charged}, after ${credit} of your credit was used` : charged
}

/** When the order's charge was recorded, just before it was sent. Undefined if nothing was sent. */
export async function findSentAt(db: Db, key: string): Promise<Date | undefined> {
  const charge = await db.maybe<{ sentAt: Date }>(
    sql`select created_at as "sentAt" from charges where key = ${key}`,
  )
  return charge?.sentAt
}

/** Whether the charge was sent with the card on file, not with one that was just typed. */
export async function isChargeOfCardOnFile(tx: Db, key: string): Promise<boolean> {
  const card = await tx.maybe(sql`
    select 1 from charges c join cards k on k.account_id = c.account_id and k.gateway_token = c.gateway_token
    where c.key = ${key} and k.replaced_at is null`)
  return card !== undefined
}

/**
 * A card on file that its bank refuses for good is not charged automatically again, nor if it was replaced
 * during the charge and that is undone. If its bank has given it a new number or date during the charge, what
 * it says of the former one counts only where it is about both. A card typed again has another token, but what
 * is said of its number holds for the one on file.
 */
export async function settleDeclinedCharge(tx: Db, key: string, refusal: Refusal, now: Date): Promise<void> {
  const { reason, isHard, codes } = refusal
  await tx.run(sql`
    update charges set outcome = 'declined', reason = ${reason}, is_hard = ${isHard ?? null}, bank_codes = ${codes ?? null},
      settled_at = ${now}
    where key = ${key}`)
  if (classOf(refusal) !== 'never') return
  await tx.run(sql`
    update cards k set refused_because = ${reason}, refused_at = ${now}
    from charges c
    where c.key = ${key} and k.account_id = c.account_id
      and (k.gateway_token = c.gateway_token or ${isOfNumber(reason)} and k.number_id = c.number_id)
      and k.refused_because is null
      and (not ${isLiftedByBank(reason, 'number')} or k.brand = c.brand and k.last_four = c.last_four)
      and (not ${isLiftedByBank(reason, 'date')} or k.expires_month = c.expires_month and k.expires_year = c.expires_year)`)
}

export function settleCharge(
  tx: Db,
  key: string,
  outcome: {
    outcome: 'paid' | 'unknown' | 'voided' | 'absent'
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
      expires_year as "expiresYear", holder, number_id as "numberId"`)
}
