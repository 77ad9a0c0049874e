import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { postBillingMail } from '#server/billing/invoices/billing-mail.ts'
import { help } from '#server/billing/invoices/mails.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import type { CreditNote } from './credit-notes.ts'

type Issued = Pick<CreditNote, 'accountId' | 'invoiceNumber' | 'way' | 'cents' | 'lines'> & { number: string }

export async function postCreditNote(tx: Db, deps: MailDeps, note: Issued): Promise<void> {
  const owner = await findOwner(tx, note.accountId)
  const amount = formatAmount(note.cents)
  const { number, invoiceNumber } = note
  const what = `for ${owner.company}, account number ${owner.pin}`
  const isCard = note.way === 'card'
  await postBillingMail(tx, deps, isCard ? 'refunded' : 'credited', owner, {
    subject: isCard
      ? `We refunded ${amount} of receipt ${invoiceNumber}`
      : `You have a credit of ${amount} for your next bill`,
    paragraphs: [
      isCard
        ? `We refunded ${amount} of receipt ${invoiceNumber} to your card ${what}. Your bank may take a few days to show it.`
        : `We gave you a credit of ${amount} ${what}, for receipt ${invoiceNumber}. Your next monthly bill uses it first.`,
      ...(note.lines.length > 1
        ? note.lines.map(({ label, cents }) => `${label}: ${formatAmount(cents)}`)
        : []),
      `This is credit note ${number}.`,
    ],
    buttons: [
      {
        label: 'See the credit note',
        url: `${deps.config.publicUrl}${fillPath(pages['credit-note'], { number })}`,
      },
    ],
    closing: help(deps),
  })
}
