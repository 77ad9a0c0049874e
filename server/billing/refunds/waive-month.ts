import { findOwner } from '#server/accounts/owner.ts'
import { postBillingMail } from '#server/billing/invoices/billing-mail.ts'
import { forgiveInvoice } from '#server/billing/invoices/invoices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { billWaivedMail } from './mails.ts'
import { onceForKey } from './once-for-key.ts'

type Waived = {
  key: string
  accountId: number
  words: string
  actor: string
  /** The second operator, where one had to agree. */
  agreedBy?: string | undefined
}
export type OpenBill = {
  periodId: number
  subscriptionId: number
  state: 'due' | 'charging' | 'past_due'
  endsAt: Date
  cents: number
  number: string
  /** The credit that the bill used, and gives back. */
  creditCents: number
}

/** The open month costs nothing after all: its bill gets a credit for the total, and the account works again. In the caller's transaction. */
export async function waiveMonthIn(
  tx: Db,
  mailDeps: MailDeps,
  asked: Waived,
): Promise<{ number: string; cents: number } | Refused> {
  const { key, accountId } = asked
  return onceForKey(tx, { key, accountId, request: 'waive' }, mailDeps.now, () => waive(tx, mailDeps, asked))
}

async function waive(
  tx: Db,
  mailDeps: MailDeps,
  { accountId, words, actor, agreedBy }: Waived,
): Promise<{ number: string; cents: number } | Refused> {
  const { now } = mailDeps
  const open = await planWaiver(tx, accountId)
  if (isRefused(open)) return open
  const note = 'Waived: there is nothing to pay for this month.'
  await forgiveInvoice(tx, open.periodId, { label: 'Waived', note }, now)
  await tx.run(sql`
      update periods set state = 'free', paid_at = ${now}, next_try_at = null where id = ${open.periodId}`)
  await tx.run(sql`update subscriptions set next_at = ${open.endsAt} where id = ${open.subscriptionId}`)
  await tx.run(sql`
      update accounts set status = 'active', status_since = ${now}
      where id = ${accountId} and status in ('past_due', '24h_past_due') and fraud_marked_at is null`)
  const { number, cents } = open
  const details = { bill: number, cents, words, agreedBy }
  await recordAudit(tx, { actor, action: 'bill-waived', accountId, details }, now)
  const owner = await findOwner(tx, accountId)
  await postBillingMail(tx, mailDeps, 'bill-waived', owner, billWaivedMail(mailDeps, owner, open))
  return { number, cents }
}

/** What waiving will do, or why it cannot be done. The subscription and its month are locked. */
export async function planWaiver(tx: Db, accountId: number): Promise<OpenBill | Refused> {
  const open = await tx.maybe<OpenBill>(sql`
      select p.id as "periodId", s.id as "subscriptionId", p.state, p.ends_at as "endsAt", i.total_cents as cents, i.number,
        coalesce((select -sum(u.cents) from credits u where u.invoice_id = i.id and u.cents < 0), 0)::integer as "creditCents"
      from subscriptions s join periods p on p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due')
      join invoices i on i.period_id = p.id and i.order_id is null
      where s.account_id = ${accountId} and s.ended_at is null
      order by p.id limit 1 for update of s, p`)
  if (!open) return refuse('invalid-fields', { errors: 'This account has no open bill.' })
  if (open.state === 'charging')
    return refuse('invalid-fields', {
      errors: 'The bank is being asked for this bill right now. Try again in a minute.',
    })
  return open
}
