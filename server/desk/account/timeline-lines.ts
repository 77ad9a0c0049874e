import type { InvoiceRow } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { TimelineKind, TimelineLine } from '#contract/desk/account.ts'
import type { StateTag, Tone } from '#contract/desk/desk-moment.ts'
import { disputeTags } from '#contract/desk/disputes.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import { noteTitle } from '#contract/features/billing.ts'
import { isBeingReturned } from '#server/billing/orders/give-back.ts'
import { failureTexts, signInText } from '#server/features/account/activity/activity.ts'
import type { FailureRow, SignInRow } from '#server/features/account/activity/queries.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { billTags, chargeTags, creditNoteTags, mailTag, sayRefusal } from '../state-tags.ts'
import type * as rows from './timeline-queries.ts'

/** A line before it has its moment and its key. */
export type LineText = Omit<TimelineLine, 'key' | 'at'>
export type Who = (actor: string) => string

const nothing = { more: '', who: '', reason: '', from: '', tag: null, link: null, isStruck: false }

function lineText(kind: TimelineKind, text: string, more: Partial<LineText> = {}): LineText {
  return { ...nothing, kind, text, ...more }
}

function tagged(text: string, tone: Tone | null = null): StateTag {
  return { text, tone }
}

function joined(...parts: (string | null | false)[]): string {
  return parts.filter((part) => part !== '' && part !== null && part !== false).join(' · ')
}

/** Only the bank declines; our own reasons say why a charge was refunded. */
function sayReason({ outcome, reason, isHard, codes }: rows.ChargeRow): string {
  if (reason === null) return ''
  return outcome === 'declined' ? `Bank: ${sayRefusal({ reason, isHard, codes })}` : reason
}

/** `next`: what follows the last refusal of a month that is still unpaid. */
export function sayCharge(row: rows.ChargeRow, who: Who, next: readonly string[] = []): LineText {
  return lineText('money', `Charge of ${formatAmount(row.cents)}`, {
    more: joined(sayReason(row), row.card, row.reference && `${row.gateway} ${row.reference}`, ...next),
    who: row.askedBy ? who(row.askedBy) : '',
    tag: chargeTags[isBeingReturned(row) ? 'returning' : row.outcome],
  })
}

export function sayBill(bill: InvoiceRow, href: string): LineText {
  return lineText('money', `Bill ${bill.number} of ${formatAmount(bill.totalCents)}: ${bill.what}`, {
    more: bill.note.trim(),
    tag: billTags[bill.state],
    link: { text: 'See the bill', href },
  })
}

const waySays = {
  card: 'refunded to the card',
  credit: 'credited toward the next bill',
  'taken-back': 'taken back from the unused credit',
} as const

export function sayCreditNote(row: rows.CreditNoteRow, href: string | null, who: Who): LineText {
  return lineText('money', `${formatAmount(row.cents)} of bill ${row.bill} ${waySays[row.way]}`, {
    more: row.number ? noteTitle({ number: row.number, way: row.way }) : '',
    who: who(row.askedBy),
    reason: row.words,
    tag: creditNoteTags[row.state],
    link: href ? { text: 'See the credit note', href } : null,
  })
}

export function sayDispute(row: rows.DisputeRow, href: string): LineText {
  return lineText('money', `Dispute of ${formatAmount(row.cents)} at the bank`, {
    more: joined(
      row.reason,
      row.state === 'opened' && row.replyBy !== null && `Evidence is due by ${formatDay(row.replyBy)}`,
      row.lostCents > 0 && `${formatAmount(row.lostCents)} lost`,
      row.reference,
    ),
    who: 'The bank',
    tag: disputeTags[row.state],
    link: { text: 'See the dispute', href },
  })
}

export function sayMail(row: rows.MailRow, href: string): LineText {
  return lineText('mail', row.subject, {
    more: joined(`To ${row.recipient}`, row.problem),
    tag: mailTag(row),
    link: { text: 'See the email', href },
  })
}

export function sayConsent(row: rows.ConsentRow): LineText {
  return lineText('consent', row.version ? `Accepted the terms of ${row.version}` : 'Accepted the terms', {
    more: joined(consentFor.get(row.kind) ?? '', row.cents > 0 && formatAmount(row.cents)),
    from: row.address ? shortenIp(row.address) : '',
  })
}

const consentFor = new Map<string, string>([
  ['sign-up', 'Sign-up'],
  ['plan-change', 'Plan change'],
  ['reactivation', 'Reactivation'],
])

export function sayNote({ words, writtenBy, struckBy }: rows.NoteRow, who: Who): LineText {
  return lineText('note', words, {
    who: who(writtenBy),
    more: struckBy ? `Struck out by ${who(struckBy)}` : '',
    tag: tagged('Note'),
    isStruck: struckBy !== null,
  })
}

export function saySignIn({ agentId, address, userAgent, isNewDevice }: SignInRow, who: Who): LineText {
  return lineText('sign-in', signInText(isNewDevice), {
    who: who(`agent:${agentId}`),
    from: joined(deviceOf(userAgent), shortenIp(address)),
  })
}

export function sayPastSignIn({ agentId, ip, device }: rows.PastSignInRow, who: Who): LineText {
  return lineText('sign-in', signInText(false), { who: who(`agent:${agentId}`), from: joined(device, ip) })
}

export function sayFailure({ agentId, ip, device, tries, what }: FailureRow, who: Who): LineText {
  return lineText('sign-in', failureTexts[what], {
    more: tries > 1 ? `${tries} times within an hour` : '',
    who: `Someone, as ${who(`agent:${agentId}`)}`,
    from: joined(device, ip),
    tag: tagged('Failed', 'warn'),
  })
}
