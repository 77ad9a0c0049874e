import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Hit } from './found.ts'
import type { Wanted } from './read-wanted.ts'

/** By the number of a bill or credit note, or by a reference, key or id that stands in one of our mails or lists. */
export async function findByReference(db: Db, wanted: Wanted): Promise<Hit[]> {
  const { bills, creditNotes, references } = wanted
  const id = /^\d{1,15}$/.test(wanted.digits) ? wanted.digits : null
  if (bills.length + creditNotes.length + references.length === 0 && id === null) return []
  return [...(await ofMoney(db, wanted, id)), ...(await ofMails(db, wanted, id))]
}

/**
 * The index of charges begins with the gateway, of which there are few: they are read from it one by one, which spares a
 * second index of a table that grows by a row a month for each account.
 */
function ofMoney(
  db: Db,
  { bills, creditNotes, references, label, digits }: Wanted,
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

function ofMails(db: Db, { references, email, label }: Wanted, id: string | null): Promise<Hit[]> {
  const messageIds = email === undefined ? references : [...references, email]
  return db.many<Hit>(sql`
    select 'mail' as kind, 'Mail' as what, id::text as text, account_id as "accountId", ${label === 'mail'}::boolean as "isExact",
      id::text as reference, coalesce(bounce, state) as state, null::integer as "amountCents", created_at as at
    from mails where id = ${id}::bigint
    union all
    select 'mail', 'Message-ID', message_id, account_id, true, id::text, coalesce(bounce, state), null::integer, created_at
    from mails where message_id = any(${messageIds}::text[])`)
}
