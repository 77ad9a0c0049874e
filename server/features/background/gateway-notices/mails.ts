import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { postBillingMail } from '#server/billing/invoices/billing-mail.ts'
import { help } from '#server/billing/invoices/mails.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postDisputed(tx: Db, deps: MailDeps, accountId: number): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await queueMailTo(tx, deps, 'disputed', owner, {
    subject: 'Your account was closed because of a disputed charge',
    paragraphs: [
      `Your bank told us that a charge for ${owner.company}, account number ${owner.pin}, is disputed. We closed the account, and there are no further charges.`,
      `If this is a mistake, please call ${deps.config.provider.tollFreeNumber}.`,
    ],
    closing: help(deps),
  })
}

export async function postRefunded(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  { number, cents }: { number: string; cents: number },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await postBillingMail(tx, deps, 'refunded', owner, {
    subject: `We refunded ${formatAmount(cents)} of receipt ${number}`,
    paragraphs: [
      `We refunded ${formatAmount(cents)} to your card for ${owner.company}, account number ${owner.pin}. Receipt ${number} shows the refund. Your bank may take a few days to show it.`,
    ],
    buttons: [
      { label: 'See the receipt', url: `${deps.config.publicUrl}${fillPath(pages.bill, { number })}` },
    ],
    closing: help(deps),
  })
}
