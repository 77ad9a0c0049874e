import { findOwner } from '#server/accounts/owner.ts'
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
