import { permissions } from '#contract/accounts/roles.ts'
import { PAY_LINK_DAYS } from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { findOpenBalance, type OpenBalance } from '#server/billing/orders/open-balance.ts'
import type { By } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail, type NamedAccount } from '#server/platform/mail/names.ts'
import { help } from '#server/platform/mail/questions.ts'
import { type Mail, type MailSite, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { makePayLink, payButton } from './mails.ts'

export type PayLinkPlan = { open: OpenBalance; recipients: { email: string; firstName: string }[] }

/** What a pay link would be for, and who would get it. Undefined if nothing can be paid. */
export async function planPayLink(db: Db, accountId: number): Promise<PayLinkPlan | undefined> {
  const open = await findOpenBalance(db, accountId)
  return open && !open.isCharging ? { open, recipients: await listPayers(db, accountId) } : undefined
}

/** Everyone who may pay, and the billing contact, each once. */
function listPayers(db: Db, accountId: number): Promise<PayLinkPlan['recipients']> {
  return db.many(sql`
    select email, first_name as "firstName" from agents
    where account_id = ${accountId} and role = any(${permissions.billing}) and joined_at is not null and removed_at is null
    union all
    select billing_contact, '' from accounts a
    where a.id = ${accountId} and a.billing_contact <> '' and not exists (
      select from agents g
      where g.account_id = a.id and g.email_key = lower(a.billing_contact) and g.role = any(${permissions.billing})
        and g.joined_at is not null and g.removed_at is null)`)
}

/** Mails the link to the pay page of the open bill. Returns who gets it; undefined if nothing can be paid. */
export async function sendPayLink(
  tx: Tx,
  accountId: number,
  { actor, reason }: By,
): Promise<PayLinkPlan | undefined> {
  const planned = await planPayLink(tx, accountId)
  if (!planned) return undefined
  const { open, recipients } = planned
  const owner = await findOwner(tx, accountId)
  for (const { email, firstName } of recipients) {
    const linkToken = await makePayLink(tx, accountId, tx.now)
    const mail = payLinkMail(owner, tx.config, { ...open, linkToken })
    await queueMail(tx, { email, firstName, accountId }, mail)
  }
  const details = { bill: open.number, cents: open.cents, reason }
  await tx.audit({ actor, action: 'pay-link-sent', accountId, details })
  return planned
}

export function payLinkMail(
  account: NamedAccount,
  site: MailSite,
  { number, cents, linkToken }: Pick<OpenBalance, 'number' | 'cents'> & { linkToken: string },
): Mail {
  const bill = `bill ${number} of ${formatAmount(cents)}`
  return {
    purpose: 'pay-link',
    subject: `Pay ${bill}`,
    paragraphs: [
      `Here is the link to pay ${bill} for ${accountInMail(account)}. Our support team sent it to you.`,
      `You do not need to sign in. The link works for ${PAY_LINK_DAYS} days.`,
    ],
    buttons: [payButton(site, linkToken)],
    closing: help(site),
  }
}
