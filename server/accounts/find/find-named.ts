import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ParsedQuery } from './parse-query.ts'

/** What can be found, in display order. */
export const hitKinds = [
  'account',
  'person',
  'sign-up',
  'bill',
  'credit-note',
  'charge',
  'refund',
  'dispute',
  'cancellation',
  'card',
  'mail',
] as const
export type HitKind = (typeof hitKinds)[number]

export type Hit = {
  kind: HitKind
  /** What the text was compared with: "Email". */
  what: string
  /** The stored value. */
  text: string
  /** A sign-up has no account yet; a mail may have none. */
  accountId: number | null
  /** An exact match: the whole number, email or reference. */
  isExact: boolean
  /** Its own id, if it is not an account number: of a dispute, an order, a mail. */
  reference: string
  state: string | null
  amountCents: number | null
  at: Date | null
}

export type FoundAccount = {
  id: number
  pin: string
  company: string
  status: Status
  owner: string
  email: string
  isFraud: boolean
  createdAt: Date
}

export function accountsOf(db: Db, ids: readonly number[]): Promise<FoundAccount[]> {
  return db.many<FoundAccount>(sql`
    select a.id, a.pin, a.company, a.status, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner,
      coalesce(o.email, '') as email, a.fraud_marked_at is not null as "isFraud", a.created_at as "createdAt"
    from accounts a left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    where a.id = any(${ids}::bigint[]) order by a.id`)
}

export type FoundPerson = { id: number; name: string; email: string }

export function peopleOf(db: Db, ids: readonly number[]): Promise<FoundPerson[]> {
  return db.many<FoundPerson>(sql`
    select id, trim(first_name || ' ' || last_name) as name, email from agents where id = any(${ids}::bigint[])`)
}

const NUMBER_DIGITS = 6
/** Fewer digits are the prefix of too many numbers. */
const FEWEST_DIGITS = 3
/** A phone number without its area code. */
const FEWEST_PHONE_DIGITS = 7
const PHONE_DIGITS = 10

/** By account number or its prefix, and by the end of a phone number. */
export async function findByNumber(db: Db, wanted: ParsedQuery, atMost: number): Promise<Hit[]> {
  const { digits, label } = wanted
  const mayBeAccount = label === undefined || label === 'account'
  const number = mayBeAccount && digits.length === NUMBER_DIGITS ? digits : null
  const begin =
    mayBeAccount && digits.length >= FEWEST_DIGITS && digits.length < NUMBER_DIGITS ? digits : null
  const phone = label === undefined || label === 'phone' ? endOfPhone(digits) : null
  if (number === null && begin === null && phone === null) return []
  return db.many<Hit>(sql`
    (select 'account' as kind, 'Account number' as what, pin as text, id as "accountId", true as "isExact",
      '' as reference, null as state, null::integer as "amountCents", null::timestamptz as at
    from accounts where pin = ${number})
    union all
    (select 'account', 'Account number', pin, id, false, '', null, null::integer, null::timestamptz
    from accounts where pin >= ${begin?.padEnd(NUMBER_DIGITS, '0')} and pin <= ${begin?.padEnd(NUMBER_DIGITS, '9')}
    order by pin limit ${atMost})
    union all
    (select 'account', 'Mobile phone', mobile_phone, id, mobile_phone = ${digits}, '', null, null::integer, null::timestamptz
    from accounts
    where mobile_phone <> '' and reverse(mobile_phone) ~>=~ ${phone}::text and reverse(mobile_phone) ~<~ (${phone}::text || ':')
    order by reverse(mobile_phone) using ~<~ limit ${atMost})
    union all
    (select 'account', 'Office phone', office_phone, id, office_phone = ${digits}, '', null, null::integer, null::timestamptz
    from accounts
    where office_phone <> '' and reverse(office_phone) ~>=~ ${phone}::text and reverse(office_phone) ~<~ (${phone}::text || ':')
    order by reverse(office_phone) using ~<~ limit ${atMost})`)
}

/** Reversed, like the index. Phone numbers are stored as ten digits without the country code. */
function endOfPhone(digits: string): string | null {
  if (digits.length < FEWEST_PHONE_DIGITS) return null
  return [...digits.slice(-PHONE_DIGITS)].reverse().join('')
}

/** How many mails to an unknown email are shown. */
const MAILS_AT_MOST = 5

/** By a whole email: of people, billing contacts and sign-ups, and former ones. */
export async function findByEmail(db: Db, email: string | undefined, atMost: number): Promise<Hit[]> {
  if (email === undefined) return []
  const hits = await db.many<Hit>(sql`
    (select 'person' as kind, 'Email' as what, email as text, account_id as "accountId", true as "isExact",
      id::text as reference, role as state, null::integer as "amountCents", null::timestamptz as at
    from agents where email_key = ${email} and removed_at is null order by id limit ${atMost})
    union all
    (select 'account', 'Billing contact', billing_contact, id, false, '', null, null::integer, null::timestamptz
    from accounts where lower(billing_contact) = ${email} and billing_contact <> '' order by id limit ${atMost})
    union all
    (select 'person', 'Former email', f.email, g.account_id, false, g.id::text, g.role, null::integer, f.changed_at
    from former_emails f join agents g on g.id = f.agent_id
    where lower(f.email) = ${email} and g.removed_at is null order by f.id desc limit ${atMost})
    union all
    (select 'sign-up', 'Email', email, null::bigint, false, '', 'left', null::integer, changed_at
    from unfinished_sign_ups where email_key = ${email})
    union all
    (select 'sign-up', 'Email', email_key, null::bigint, false, id::text, state, amount_cents, created_at
    from orders where email_key = ${email} and kind = 'sign-up' and state in ('intent', 'unknown', 'held'))`)
  return hits.length > 0 ? hits : mailsTo(db, email)
}

function mailsTo(db: Db, email: string): Promise<Hit[]> {
  return db.many<Hit>(sql`
    select 'mail' as kind, 'Recipient' as what, recipient as text, account_id as "accountId", false as "isExact",
      id::text as reference, coalesce(bounce, state) as state, null::integer as "amountCents", created_at as at
    from mails where lower(recipient) = ${email} order by id desc limit ${MAILS_AT_MOST}`)
}

/** By the number of a bill or credit note, or by a reference, key or id shown in one of our mails or lists. */
export async function findByReference(db: Db, wanted: ParsedQuery): Promise<Hit[]> {
  const { bills, creditNotes, references } = wanted
  const id = /^\d{1,15}$/.test(wanted.digits) ? wanted.digits : null
  if (bills.length + creditNotes.length + references.length === 0 && id === null) return []
  return [...(await ofMoney(db, wanted, id)), ...(await ofMails(db, wanted, id))]
}

/**
 * The index on charges starts with the gateway. There are few gateways, so they are queried one by one, which
 * saves a second index on a table that grows by a row per month and account.
 */
function ofMoney(
  db: Db,
  { bills, creditNotes, references, label, digits }: ParsedQuery,
  id: string | null,
): Promise<Hit[]> {
  const isCharge = label === 'charge'
  const isOrder = label === 'sign-up'
  return db.many<Hit>(sql`
    with recursive gateways as (
      (select gateway from charges order by gateway limit 1)
      union all
      select (select c.gateway from charges c where c.gateway > g.gateway order by c.gateway limit 1)
      from gateways g where g.gateway is not null
    )
    select 'bill' as kind, 'Bill' as what, number as text, account_id as "accountId",
      number <> 'R-' || ${digits}::text as "isExact", number as reference,
      state_of_invoice(i) as state, total_cents as "amountCents", issued_at as at
    from invoices i where number = any(${bills}::text[])
    union all
    select 'credit-note', case way when 'taken-back' then 'Debit note' else 'Credit note' end, number, account_id, true, number, state, total_cents, settled_at
    from credit_notes where number = any(${creditNotes}::text[])
    union all
    select 'charge', 'Charge reference', c.gateway_reference, c.account_id, true, c.id::text, c.outcome, c.amount_cents,
      c.created_at
    from gateways g join charges c on c.gateway = g.gateway and c.gateway_reference = any(${references}::text[])
    union all
    select 'charge', 'Charge key', key, account_id, true, id::text, outcome, amount_cents, created_at
    from charges where key = any(${references}::text[])
    union all
    select 'charge', 'Charge', id::text, account_id, ${isCharge}::boolean, id::text, outcome, amount_cents, created_at
    from charges where id = ${id}::bigint
    union all
    select 'refund', 'Refund reference', r.gateway_reference, c.account_id, true, r.id::text, r.outcome, r.amount_cents,
      r.created_at
    from refunds r join charges c on c.id = r.charge_id where r.gateway_reference = any(${references}::text[])
    union all
    select 'dispute', 'Dispute', reference, account_id, true, reference, state, amount_cents, opened_on::timestamp at time zone 'utc'
    from disputes where reference = any(${references}::text[])
    union all
    select 'cancellation', 'Cancellation', cancel_reference, account_id, true, cancel_reference,
      case when ended_at is null then 'runs to its last day' else 'ended' end, null::integer, cancel_requested_at
    from subscriptions where cancel_reference = any(${references}::text[])
    union all
    select 'cancellation', 'Cancellation', u.reference, s.account_id, true, u.reference, 'withdrawn', null::integer,
      u.requested_at
    from undone_cancellations u join subscriptions s on s.id = u.subscription_id
    where u.reference = any(${references}::text[])
    union all
    select 'sign-up', 'Order', id::text, account_id, ${isOrder}::boolean, id::text, state, amount_cents, created_at
    from orders where id = ${isOrder ? id : null}::bigint`)
}

function ofMails(db: Db, { references, email, label }: ParsedQuery, id: string | null): Promise<Hit[]> {
  const messageIds = email === undefined ? references : [...references, email]
  return db.many<Hit>(sql`
    select 'mail' as kind, 'Mail' as what, id::text as text, account_id as "accountId", ${label === 'mail'}::boolean as "isExact",
      id::text as reference, coalesce(bounce, state) as state, null::integer as "amountCents", created_at as at
    from mails where id = ${id}::bigint
    union all
    select 'mail', 'Message-ID', message_id, account_id, true, id::text, coalesce(bounce, state), null::integer, created_at
    from mails where message_id = any(${messageIds}::text[])`)
}
