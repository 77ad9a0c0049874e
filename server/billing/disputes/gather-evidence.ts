import { nameActor } from '#contract/accounts/name-actor.ts'
import type { InvoiceRow, InvoiceSheet } from '#contract/billing/values.ts'
import { type Day, daysAfter, momentOf } from '#contract/calendar/billing-dates.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import { type ActivityName, activities, activityNames } from '#contract/features/activity.ts'
import { findInvoice, listInvoices } from '#server/billing/invoices/show-invoices.ts'
import type { OrderKind } from '#server/billing/orders/order.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { shortenIp } from '#server/platform/ip.ts'
import type { Dispute } from './dispute.ts'

/** The newest of each kind. A bank does not read a thousand lines. */
const AT_MOST = 200

export type DisputedPayment = {
  at: Date
  cents: number
  reference: string
  brand: string
  lastFour: string
  holder: string
  bill: string | null
}
export type Customer = {
  company: string
  pin: string
  zone: string
  since: Date
  owner: string
  email: string
  phone: string
}
export type Consent = { at: Date; kind: OrderKind; version: string; ip: string; cents: number }
export type Change = { at: Date; who: string; what: string; ip: string; device: string }
export type SentMail = {
  at: Date
  subject: string
  recipient: string
  state: 'waiting' | 'sent' | 'kept' | 'failed' | 'withheld'
  bouncedAt: Date | null
}

export type Evidence = {
  dispute: Dispute
  payment: DisputedPayment
  customer: Customer
  bill: InvoiceSheet | undefined
  consents: Consent[]
  bills: InvoiceRow[]
  signIns: SignIns
  changes: Change[]
  mails: SentMail[]
}

/** Everything that shows consent to a charge and use of the service, each list oldest first. */
export async function gatherEvidence(db: Db, dispute: Dispute): Promise<Evidence> {
  const { accountId } = dispute
  const payment = await findPayment(db, dispute.chargeId)
  const people = await listPeople(db, accountId)
  const customer = await findCustomer(db, accountId)
  const bill = payment.bill ? await findInvoice(db, accountId, payment.bill) : undefined
  const { serviceFrom: from, serviceThrough: through } = bill ?? {}
  const service = from && through ? { zone: customer.zone, from, through } : undefined
  return {
    dispute,
    payment,
    customer,
    bill,
    consents: await listConsents(db, dispute),
    bills: (await listInvoices(db, accountId, { atMost: AT_MOST })).reverse(),
    signIns: await gatherSignIns(db, accountId, people, service),
    changes: await listChanges(db, accountId, people),
    mails: await listMails(db, accountId),
  }
}

function findPayment(db: Db, chargeId: number): Promise<DisputedPayment> {
  return db.one<DisputedPayment>(sql`
    select coalesce(c.settled_at, c.created_at) as at, c.amount_cents as cents, c.gateway_reference as reference,
      c.brand, c.last_four as "lastFour", c.holder,
      (select i.number from invoices i where i.charge_id = c.id limit 1) as bill
    from charges c where c.id = ${chargeId}`)
}

function findCustomer(db: Db, accountId: number): Promise<Customer> {
  return db.one<Customer>(sql`
    select a.company, a.pin, a.time_zone as zone, a.created_at as since, trim(g.first_name || ' ' || g.last_name) as owner,
      g.email, coalesce(nullif(a.office_phone, ''), a.mobile_phone) as phone
    from accounts a join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
    where a.id = ${accountId}`)
}

/** The disputed order, those that began the plan, and the newest of the others. */
function listConsents(db: Db, { accountId, chargeId }: Dispute): Promise<Consent[]> {
  return db.many<Consent>(sql`
    with disputed as (select order_id as id from charges where id = ${chargeId})
    select at, kind, version, ip, cents from (
      select o.id, o.terms_accepted_at as at, o.kind, o.terms_version as version, o.terms_address as ip,
        o.amount_cents as cents
      from orders o cross join disputed d
      where o.account_id = ${accountId} and (o.state = 'paid' or o.id = d.id)
      order by o.id is not distinct from d.id desc, o.kind <> 'plan-change' desc, o.id desc limit ${AT_MOST}
    ) kept order by id`)
}

/** Including former people: they may have used what was paid for. */
async function listPeople(db: Db, accountId: number): Promise<People> {
  const people = await db.many<{ id: number; name: string }>(sql`
    select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from agents
    where account_id = ${accountId}`)
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** A bounce is not a change: emails are listed with their outcome. */
const listedActions = [
  ...activityNames('billing').filter((name) => name !== 'billing-contact-bounced'),
  'bill-refunded',
  'bill-credited',
  'credit-taken-back',
  'month-extended',
  'bill-waived',
]

/** Plan changes, cancellations and payments from the account's log. */
async function listChanges(db: Db, accountId: number, people: People): Promise<Change[]> {
  const rows = await db.many<{
    at: Date
    actor: string
    action: ActivityName
    ip: string
    device: string
  }>(sql`
    select at, actor, action, ip, device from audit
    where account_id = ${accountId} and action = any(${listedActions}) order by at desc, id desc limit ${AT_MOST}`)
  return rows
    .map(({ actor, action, ...row }) => ({
      ...row,
      who: nameActor(
        actor,
        (agentId) => people.get(agentId) ?? '',
        () => 'Our support team',
      ),
      what: activities[action].text,
    }))
    .reverse()
}

async function listMails(db: Db, accountId: number): Promise<SentMail[]> {
  const rows = await db.many<SentMail>(sql`
    select created_at as at, subject, recipient, state, bounced_at as "bouncedAt" from mails
    where account_id = ${accountId} order by id desc limit ${AT_MOST}`)
  return rows.reverse()
}

/** A bank does not read a thousand lines. */
const LISTED_AT_MOST = 200

/** Names by agent. */
export type People = ReadonlyMap<number, string>
export type SignIn = { at: Date; name: string; ip: string; device: string }
export type SignIns = {
  /** Oldest first. Those within the service take precedence, then newer ones. */
  listed: SignIn[]
  /** How many there were within the paid service; undefined if it was not for a month. */
  withinService: { count: number; listed: number } | undefined
}
/** The days paid for. */
type Service = { zone: string; from: Day; through: Day }
/** From a moment until just before another. */
type Range = { from: Date | '-infinity'; until: Date | 'infinity' }

/** That the account was used, especially within the service of the disputed payment. */
async function gatherSignIns(
  db: Db,
  accountId: number,
  people: People,
  service: Service | undefined,
): Promise<SignIns> {
  const newest = await listNewest(db, accountId, people, { from: '-infinity', until: 'infinity' })
  if (!service) return { listed: newest.reverse(), withinService: undefined }
  const { zone, from, through } = service
  const range = { from: momentOf(zone, from), until: momentOf(zone, daysAfter(through, 1)) }
  const within = await listNewest(db, accountId, people, range)
  const others = newest.filter(({ at }) => at < range.from || at >= range.until)
  return {
    listed: [...within, ...others]
      .slice(0, LISTED_AT_MOST)
      .sort((one, other) => one.at.getTime() - other.at.getTime()),
    withinService: { count: await countWithin(db, accountId, people, range), listed: within.length },
  }
}

/** Newest first. Sessions are the record of sign-ins; the remains of older ones are kept for this. */
async function listNewest(
  db: Db,
  accountId: number,
  people: People,
  { from, until }: Range,
): Promise<SignIn[]> {
  const recent = await db.many<{ at: Date; agentId: number; address: string; userAgent: string }>(sql`
    select s.created_at as at, s.agent_id as "agentId", s.address, s.user_agent as "userAgent"
    from unnest(${[...people.keys()]}::bigint[]) as person (id) cross join lateral (
      select created_at, agent_id, address, user_agent, id from sessions
      where agent_id = person.id and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
      order by created_at desc, id desc limit ${LISTED_AT_MOST}
    ) s
    order by s.created_at desc, s.id desc limit ${LISTED_AT_MOST}`)
  const past = await db.many<{ at: Date; agentId: number; ip: string; device: string }>(sql`
    select at, agent_id as "agentId", ip, device from past_sign_ins
    where account_id = ${accountId} and at >= ${from}::timestamptz and at < ${until}::timestamptz
    order by at desc, id desc limit ${LISTED_AT_MOST}`)
  const shortened = recent.map(({ address, userAgent, ...row }) => ({
    ...row,
    ip: shortenIp(address),
    device: deviceOf(userAgent),
  }))
  return [...past, ...shortened]
    .map(({ agentId, ...row }) => ({ ...row, name: people.get(agentId) ?? '' }))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, LISTED_AT_MOST)
}

async function countWithin(
  db: Db,
  accountId: number,
  people: People,
  { from, until }: Range,
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select (
      select count(*) from sessions where agent_id = any(${[...people.keys()]}::bigint[])
        and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
    ) + (
      select count(*) from past_sign_ins where account_id = ${accountId}
        and at >= ${from}::timestamptz and at < ${until}::timestamptz
    ) as count`)
  return count
}

/** The account's log shows who downloaded evidence. */
export async function noteEvidence(
  db: Db,
  { accountId, reference }: Pick<Dispute, 'accountId' | 'reference'>,
  actor: string,
  now: Date,
): Promise<void> {
  await recordAudit(db, { actor, action: 'evidence-gathered', accountId, details: { reference } }, now)
}
