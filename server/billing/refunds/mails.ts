import { type Day, dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { findOwner, type Owner } from '#server/accounts/accounts.ts'
import { type OwnersMail, postBillingMail } from '#server/billing/invoices/mails.ts'
import { isBilledOn } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import type { MailDeps, MailSite } from '#server/platform/mail/queue-mail.ts'
import type { CreditNote } from './credit-notes.ts'

type Issued = Pick<CreditNote, 'invoiceNumber' | 'way' | 'cents' | 'lines'> & {
  number: string
  /** The failed refund's note that it replaces. */
  replaces?: string | null
  /** Of the credit that a refund paid out. */
  debitNote?: string | null
  /** A debit note whose payout the bank did not carry out. */
  isNotPaidOut?: boolean
}
/** Whether another bill follows, which uses the credit. */
type Follows = { hasNextBill: boolean }
type Extended = { days: number; nextOn: Day; isEnding: boolean; resumesOn: Day | null }

export async function postCreditNote(
  tx: Db,
  deps: MailDeps,
  note: Issued & { accountId: number },
): Promise<void> {
  const owner = await findOwner(tx, note.accountId)
  const hasNextBill = await isBilledOn(tx, note.accountId)
  const debitNote = await debitNoteOf(tx, note)
  await postBillingMail(
    tx,
    deps,
    owner,
    creditNoteMail(owner, deps.config, { ...note, debitNote, hasNextBill }),
  )
}

/** Both are issued in the same transaction and announced in one mail. */
async function debitNoteOf(tx: Db, { number }: Issued): Promise<string | null> {
  const debit = await tx.maybe<{ number: string }>(sql`
    select d.number from credit_notes n join credit_notes d on d.paid_out_by = n.id where n.number = ${number}`)
  return debit?.number ?? null
}

function purposeOf({ way }: Pick<Issued, 'way'>): 'refunded' | 'credited' | 'credit-taken-back' {
  switch (way) {
    case 'card':
      return 'refunded'
    case 'credit':
      return 'credited'
    case 'taken-back':
      return 'credit-taken-back'
  }
}

export function creditNoteMail(owner: Owner, site: MailSite, note: Issued & Follows): OwnersMail {
  const amount = formatAmount(note.cents)
  const { number, invoiceNumber, replaces, debitNote } = note
  if (note.way === 'taken-back') return takenBackMail(owner, site, note)
  const isCard = note.way === 'card'
  const again = isCard && replaces ? ' again' : ''
  return {
    purpose: purposeOf(note),
    subject: isCard
      ? `We refunded ${amount} of receipt ${invoiceNumber}${again}`
      : `You have a credit of ${amount}${note.hasNextBill ? ' for your next bill' : ''}`,
    paragraphs: [
      ...(replaces
        ? [`The bank did not carry out our refund of credit note ${replaces}, so that note does not count.`]
        : []),
      isCard
        ? `We refunded ${amount} of receipt ${invoiceNumber} to your card for ${accountInMail(owner)}${again}. Your bank may take a few days to show it.`
        : `We gave you a credit of ${amount} for ${accountInMail(owner)}, for receipt ${invoiceNumber}. ${sayUse(note)}`,
      ...(note.lines.length > 1
        ? note.lines.map(({ label, cents }) => `${label}: ${formatAmount(cents)}`)
        : []),
      ...(debitNote
        ? [`You had this amount as credit, which is now paid out (debit note ${debitNote}).`]
        : []),
      `This is credit note ${number}.`,
    ],
    buttons: [
      {
        label: 'See the credit note',
        url: `${site.publicUrl}${fillPath(pages['credit-note'], { number })}`,
      },
    ],
  }
}

function takenBackMail(
  owner: Owner,
  site: MailSite,
  { cents, number, invoiceNumber, isNotPaidOut }: Issued,
): OwnersMail {
  const amount = formatAmount(cents)
  return {
    purpose: 'credit-taken-back',
    subject: `We took back a credit of ${amount}`,
    paragraphs: [
      `We took back ${amount} of the credit of ${accountInMail(owner)} that we had given for receipt ${invoiceNumber}. You had not used it. Your later bills no longer use it.`,
      ...(isNotPaidOut
        ? ['The bank did not refund this amount to your card. We email you how you get it.']
        : []),
      'If you have a question about this, call us.',
      `This is debit note ${number}.`,
    ],
    buttons: [
      {
        label: 'See the debit note',
        url: `${site.publicUrl}${fillPath(pages['credit-note'], { number })}`,
      },
    ],
  }
}

function sayUse({ hasNextBill }: Follows): string {
  return hasNextBill
    ? 'Your next monthly bill uses it first.'
    : 'This account has no next bill at present. If it has one later, that bill uses the credit first.'
}

export function monthExtendedMail(
  owner: Owner,
  site: MailSite,
  { days, nextOn, isEnding, resumesOn }: Extended,
): OwnersMail {
  const runsThrough = `Your service now runs through ${formatDay(dayBefore(nextOn))}`
  return {
    purpose: 'month-extended',
    subject: isEnding ? runsThrough : `Your current month now runs until ${formatDay(nextOn)}`,
    paragraphs: [
      `We extended the current month of ${accountInMail(owner)} by ${days} ${days === 1 ? 'day' : 'days'}. You pay nothing for it.`,
      isEnding
        ? `${runsThrough}. There are no further charges.`
        : `Your billing month now begins on ${formatDay(nextOn)}.`,
      ...(resumesOn ? [`Your plan stays on hold and resumes on ${formatDay(resumesOn)}.`] : []),
    ],
    buttons: [{ label: 'See your account', url: `${site.publicUrl}${pages.account}` }],
  }
}

export function billWaivedMail(
  owner: Owner,
  site: MailSite,
  { number, cents }: { number: string; cents: number },
): OwnersMail {
  return {
    purpose: 'bill-waived',
    subject: `You do not have to pay bill ${number}`,
    paragraphs: [
      `We waived bill ${number} of ${formatAmount(cents)} for ${accountInMail(owner)}. Nothing is charged for this month, and your account works as usual.`,
    ],
    buttons: [{ label: 'See your bills', url: `${site.publicUrl}${pages.billing}` }],
  }
}
