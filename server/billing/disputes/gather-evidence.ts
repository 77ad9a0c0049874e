import { nameActor } from '#contract/accounts/name-actor.ts'
import type { InvoiceRow, InvoiceSheet } from '#contract/billing/values.ts'
import { type ActivityName, activities, activityNames } from '#contract/features/activity.ts'
import { findInvoice, listInvoices } from '#server/billing/invoices/show-invoices.ts'
import type { OrderKind } from '#server/billing/orders/order.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Dispute } from './dispute.ts'
import { gatherSignIns, type People, type SignIns } from './gather-sign-ins.ts'

/** The newest of each kind. A bank reads no thousand lines. */
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

/** All that shows that a charge was agreed to and used, each list oldest first. */
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

/** The order that is disputed, those that began the plan, and the newest of the others. */
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

/** Those who left included: they may have used what was paid for. */
async function listPeople(db: Db, accountId: number): Promise<People> {
  const people = await db.many<{ id: number; name: string }>(sql`
    select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from agents
    where account_id = ${accountId}`)
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** A bounce is no change: the emails are listed with what became of them. */
const told = [
  ...activityNames('billing').filter((name) => name !== 'billing-contact-bounced'),
  'bill-refunded',
  'bill-credited',
  'credit-taken-back',
  'month-extended',
  'bill-waived',
]

/** Plan changes, cancellations and payments as the account's log says them. */
async function listChanges(db: Db, accountId: number, people: People): Promise<Change[]> {
  const rows = await db.many<{
    at: Date
    actor: string
    action: ActivityName
    ip: string
    device: string
  }>(sql`
    select at, actor, action, ip, device from audit
    where account_id = ${accountId} and action = any(${told}) order by at desc, id desc limit ${AT_MOST}`)
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
