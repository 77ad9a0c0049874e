import * as messages from '#contract/billing/messages.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { normalizeRange } from '#server/billing/blocks/address-range.ts'
import { addBlock, findBlock } from '#server/billing/blocks/blocks.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { SECOND } from '#server/ports/clock.ts'
import { mailCustomer, signUpExpiredMail, signUpRefusedMail } from './held-mails.ts'
import { deleteHeldCard } from './hold-order.ts'
import type { Order, OrderState } from './order.ts'
import { finishReleased, settleJob } from './settle-order.ts'
import type { SignUp } from './sign-up.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>
type HeldOrder = Pick<Order<SignUp>, 'id' | 'key' | 'amountCents' | 'subject'>
type Decision = 'released' | 'refused' | 'expired'
type Decided = HeldOrder & { numberId: string | null; ip: string; device: string }

const PART = 100

/**
 * Charges a held sign-up as it was shown, unless its card, device or IP has been blocked since. Returns
 * the order with its new state.
 */
export async function releaseHeld(
  deps: DecideDeps,
  { orderId, actor, reason }: { orderId: number; actor: string; reason: string },
): Promise<{ key: string; amountCents: number; state: OrderState; pin: string | null } | Refused> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const released = await db.transaction(async (tx) => {
    const blocked = await refusalOfBlock(tx, orderId, now)
    if (blocked) return blocked
    const held = await decide(tx, orderId, { decision: 'released', actor, reason }, now)
    if (isRefused(held)) return held
    await tx.run(sql`update orders set state = 'intent' where id = ${orderId} and state = 'held'`)
    await jobs.send(tx, settleJob, { key: held.key }, config.settleSeconds * SECOND)
    const details = { order: orderId, reason }
    await recordAudit(tx, { actor, action: 'sign-up-released', details }, now)
    return held
  })
  if (isRefused(released)) return released
  await finishReleased(deps, released.key)
  const after = await db.one<{ state: OrderState; pin: string | null }>(sql`
    select o.state, a.pin from orders o left join accounts a on a.id = o.account_id where o.id = ${orderId}`)
  return { key: released.key, amountCents: released.amountCents, ...after }
}

/** Closes a held sign-up without a charge, and may block its card, device and IP. */
export async function refuseHeld(
  { db, clock, jobs, config }: DecideDeps,
  refusal: { orderId: number; reason: string; actor: string; blockUntil?: Date | undefined },
): Promise<{ blocked: number } | Refused> {
  const { orderId, reason, actor, blockUntil } = refusal
  const now = clock.now()
  return db.transaction(async (tx) => {
    const held = await decide(tx, orderId, { decision: 'refused', actor, reason }, now)
    if (isRefused(held)) return held
    await close(tx, { jobs, config, now }, held, 'refused')
    // Otherwise the desk would offer to send the link to continue.
    await tx.run(sql`
      delete from unfinished_sign_ups where email_key = (select email_key from orders where id = ${held.id})`)
    await mailCustomer(tx, { jobs, config, now }, held.subject, signUpRefusedMail)
    await recordAudit(tx, { actor, action: 'sign-up-refused', details: { order: orderId, reason } }, now)
    return { blocked: blockUntil ? await blockAll(tx, held, { reason, actor, until: blockUntil }, now) : 0 }
  })
}

/** Closes what nobody has decided in time. A failure does not stop the others. */
export async function expireHeld(
  { db, clock, jobs, config }: DecideDeps,
  mayGoOn = () => true,
): Promise<void> {
  const now = clock.now()
  const expire = (id: number) =>
    db.transaction(async (tx) => {
      const held = await decide(tx, id, { decision: 'expired', actor: 'timer', reason: null }, now)
      if (isRefused(held)) return
      await close(tx, { jobs, config, now }, held, 'expired')
      const mail = signUpExpiredMail(config, held.subject)
      await mailCustomer(tx, { jobs, config, now }, held.subject, mail)
    })
  await eachInTurn(listLate(db, now), expire, mayGoOn)
}

export function handleHeldSignUps(deps: DecideDeps): void {
  deps.jobs.every('held-sign-ups', 60, (mayGoOn) => expireHeld(deps, mayGoOn))
}

/** Paged by cursor, so that those that could not be closed do not block the others. */
async function* listLate(db: Db, now: Date): AsyncGenerator<number> {
  let part: { id: number; until: string }[] = []
  do {
    const last = part.at(-1) ?? { until: '-infinity', id: 0 }
    part = await db.many(sql`
      select order_id as id, until::text from held_sign_ups
      where decided_at is null and until <= ${now} and (until, order_id) > (${last.until}::timestamptz, ${last.id}::bigint)
      order by until, order_id limit ${PART}`)
    for (const { id } of part) yield id
  } while (part.length === PART)
}

async function refusalOfBlock(tx: Db, orderId: number, now: Date): Promise<Refused | undefined> {
  const waiting = await tx.maybe<Pick<Decided, 'numberId' | 'ip' | 'device'>>(sql`
    select number_id as "numberId", ip, device from held_sign_ups
    where order_id = ${orderId} and decided_at is null and until > ${now}`)
  const block = waiting && (await findBlock(tx, waiting, now))
  if (!block) return undefined
  const { id, kind, reason } = block
  return refuse('invalid-fields', {
    errors: `The ${kind} of sign-up ${orderId} is blocked (block ${id}: ${reason}). To release the sign-up, first remove the block in Settings, under Blocks.`,
  })
}

/** Only one decision is made: of several at once, the database admits the first. */
async function decide(
  tx: Db,
  orderId: number,
  { decision, actor, reason }: { decision: Decision; actor: string; reason: string | null },
  now: Date,
): Promise<Decided | Refused> {
  const isExpiry = decision === 'expired'
  const decided = await tx.maybe<Decided>(sql`
    with decided as (
      update held_sign_ups set decision = ${decision}, decided_at = ${now}, decided_by = ${actor}, reason = ${reason}
      where order_id = ${orderId} and decided_at is null and (until <= ${now}) = ${isExpiry}
      returning order_id, number_id, ip, device
    )
    select o.id, o.key, o.amount_cents as "amountCents",
      jsonb_build_object('customer', o.customer, 'lines', o.lines) as subject,
      d.number_id as "numberId", d.ip, d.device
    from decided d join orders o on o.id = d.order_id`)
  return decided ?? refuse('invalid-fields', { errors: await whyNot(tx, orderId, now) })
}

async function whyNot(tx: Db, orderId: number, now: Date): Promise<string> {
  const held = await tx.maybe<{ decision: Decision | null; by: string | null; until: Date }>(sql`
    select decision, decided_by as by, until from held_sign_ups where order_id = ${orderId}`)
  if (!held) return `There is no held sign-up ${orderId}.`
  if (held.decision === null && held.until <= now)
    return `The day of sign-up ${orderId} is over. It is being closed.`
  return held.decision === 'expired'
    ? `Sign-up ${orderId} was closed, because nobody decided within a day.`
    : `Sign-up ${orderId} was already ${held.decision} by ${held.by}.`
}

async function close(
  tx: Db,
  { jobs, now }: MailDeps,
  { id }: HeldOrder,
  decision: 'refused' | 'expired',
): Promise<void> {
  const refusal = decision === 'refused' ? messages.signUpRefused : messages.signUpExpired
  await tx.run(sql`
    update orders set state = ${decision === 'refused' ? 'refused' : 'voided'}, settled_at = ${now},
      refusal = ${JSON.stringify(refusal)}, customer = null
    where id = ${id} and state = 'held'`)
  await deleteHeldCard(tx, jobs, id)
}

async function blockAll(
  tx: Db,
  { numberId, device, ip }: Decided,
  block: { reason: string; actor: string; until: Date },
  now: Date,
): Promise<number> {
  const values = { card: numberId, device, address: normalizeRange(ip) }
  let blocked = 0
  for (const kind of ['card', 'device', 'address'] as const) {
    const value = values[kind]
    if (!value) continue
    await addBlock(tx, { kind, value, ...block }, now)
    blocked += 1
  }
  return blocked
}

export type HeldSignUp = {
  order: number
  ageMinutes: number
  until: Date
  why: string
  email: string
  company: string | null
  amountCents: Cents
  address: string
  device: string
  card: string
  /** From the typed billing address. The card may have been issued elsewhere. */
  billingCountry: string
  customerState: string | null
}

/** The sign-ups waiting for a decision, most urgent first. */
export function listHeld(db: Db, now: Date, limit: number): Promise<HeldSignUp[]> {
  return db.many<HeldSignUp>(sql`
    select h.order_id as order, (extract(epoch from ${now}::timestamptz - h.held_at) / 60)::integer as "ageMinutes",
      h.until, h.why, o.email_key as email, o.customer->>'company' as company, o.amount_cents as "amountCents",
      h.ip as address, h.device, concat(h.brand, ' ', h.last_four) as card, h.card_country as "billingCountry",
      o.customer->>'state' as "customerState"
    from held_sign_ups h join orders o on o.id = h.order_id
    where h.decided_at is null order by h.until limit ${limit}`)
}

/** The outcome of a held sign-up that an operator has released. */
export function describeReleased(
  orderId: number,
  { state, pin, amountCents }: { state: OrderState; pin: string | null; amountCents: number },
): string {
  const amount = formatAmount(amountCents)
  switch (state) {
    case 'paid':
      return `Sign-up ${orderId} is paid: ${amount}, account ${pin}.`
    case 'declined':
      return `The bank declined ${amount} for sign-up ${orderId}. The person was told by mail.`
    case 'voided':
    case 'refused':
      return `Nothing was charged for sign-up ${orderId}. The person was told by mail.`
    case 'intent':
    case 'unknown':
    case 'held':
      return `The bank has not answered about ${amount} for sign-up ${orderId} yet. It is asked again by itself.`
  }
}

/** The outcome of a held sign-up that an operator has refused. */
export function describeRefused(orderId: number, { blocked }: { blocked: number }): string {
  const also = blocked > 0 ? ` Blocked: ${blocked} of its card, device and address.` : ''
  return `Sign-up ${orderId} is refused. Nothing was charged.${also}`
}
