import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { accountInMail, companyInMail, nameInMail } from '#server/platform/mail/names.ts'
import { queueMail, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** Sent so that the recipient can object if the change was not theirs. */
export async function postContactChanged(
  tx: Tx,
  accountId: number,
  { former, next }: { former: string; next: string },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const account = accountInMail(owner)
  await queueMailTo(tx, tx, 'billing-contact-changed', owner, {
    subject: 'Your billing contact was changed',
    paragraphs: [
      next
        ? `${next} now gets a copy of each receipt and each failed-payment notice for ${account}.`
        : `Receipts and failed-payment notices for ${account} are no longer copied to anyone else.`,
      ...(former ? [`Before, copies went to ${former}.`] : []),
      'If you made this change, you do not need to do anything. If not, change it back and choose a new password.',
    ],
    buttons: [{ label: 'See your details', url: `${tx.config.publicUrl}${pages.details}` }],
    closing: help(tx),
  })
}

/** Goes to someone who may not know us: says what they will receive, who named them, and how to stop it. */
export async function postContactNamed(tx: Tx, accountId: number, contact: string): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const { brandName, tollFreeNumber } = tx.config.provider
  // They never asked for this mail, so names that look like links or phone numbers are left out.
  const who = nameInMail(owner.fullName, 'The owner')
  const asked = nameInMail(owner.fullName, 'the owner of the account')
  await queueMail(
    tx,
    tx,
    { purpose: 'billing-contact-named', recipient: contact, accountId },
    {
      subject: `You are now the billing contact for ${companyInMail(owner)}`,
      greeting: 'Hello,',
      paragraphs: [
        `${who} named you as the billing contact for ${accountInMail(owner)} at ${brandName}.`,
        'You will get a copy of each receipt and each failed-payment notice. That is usually one email a month. You do not need to do anything.',
      ],
      closing: [`If you do not want these copies, ask ${asked} to remove you, or call ${tollFreeNumber}.`],
    },
  )
}
