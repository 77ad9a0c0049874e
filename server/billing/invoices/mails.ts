import { dayBefore, formatDay, formatMoment } from '#contract/calendar/billing-dates.ts'
import { PAY_LINK_DAYS, REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { formUrlFor } from '#contract/features/feedback.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Owner } from '#server/accounts/accounts.ts'
import { TRIES_WITHIN_DAYS } from '#server/billing/cards/card-tries.ts'
import { endOfDunning } from '#server/billing/renewals/dunning.ts'
import { findNextTry, mailNextTry, type NextTry } from '#server/billing/renewals/say-next.ts'
import { describeNextCharge, type NextCharge } from '#server/billing/subscriptions/show-money.ts'
import { makeLink } from '#server/identity/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail, companyInMail, nameInMail } from '#server/platform/mail/names.ts'
import type { OwnPurpose } from '#server/platform/mail/purposes.ts'
import {
  type Mail,
  type MailDeps,
  type MailSite,
  queueMail,
  type Recipient,
} from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { DAY } from '#server/ports/clock.ts'

const PAY_LINK_LASTS_MS = PAY_LINK_DAYS * DAY

export type Invoice = Owner & {
  number: string
  totalCents: number
  note: string
  startsOn: string
  endsOn: string
  next: NextTry
  failedAt: Date | null
  lastDayAt: Date | null
  /** The card charged last. Null if there was none: credit paid the bill. */
  brand: string | null
  lastFour: string | null
  /** It was the backup, charged automatically. */
  isBackup: boolean
  /** The card that was refused in this month before the backup was charged. Null if it was not asked. */
  refused: { brand: string; lastFour: string } | null
}

type Named = Pick<Invoice, 'brand' | 'lastFour'>
const firstOf = ({ brand, lastFour }: Named) => `your ${brand} card ending in ${lastFour}`
const backupOf = ({ brand, lastFour }: Named) => `your backup card, the ${brand} card ending in ${lastFour}`
const cardOf = (bill: Invoice) => (bill.isBackup ? backupOf(bill) : firstOf(bill))

export async function postRenewalReceipt(tx: Db, deps: MailDeps, periodId: number): Promise<void> {
  const bill = await findInvoice(tx, periodId)
  const next = await describeNextCharge(tx, bill.accountId, deps.now)
  await postBillingMail(tx, deps, bill, renewalReceiptMail(bill, deps.config, next))
}

export function renewalReceiptMail(bill: Invoice, { publicUrl }: MailSite, next: NextCharge): OwnersMail {
  const total = formatAmount(bill.totalCents)
  const ends = `You have canceled. Your service runs through ${formatDay(dayBefore(bill.endsOn))}. There are no further charges.`
  return {
    purpose: 'renewal-receipt',
    subject: `Receipt ${bill.number}: ${total}`,
    paragraphs: [
      `${sayPaid(bill)} for ${accountInMail(bill)}: ${formatDay(bill.startsOn)} through ${formatDay(dayBefore(bill.endsOn))}.`,
      bill.note,
      ...(bill.isBackup
        ? [
            'To pay with this card from now on, press “Make it the first card” on Billing. You can change both cards there.',
          ]
        : []),
      next ? `${next.says}${next.howToAvoid}` : ends,
    ],
    buttons: [
      { label: 'See the receipt', url: `${publicUrl}${fillPath(pages.bill, { number: bill.number })}` },
      ...(bill.isBackup ? [{ label: 'Go to your cards', url: `${publicUrl}${pages.billing}#backup` }] : []),
    ],
  }
}

function sayPaid(bill: Invoice): string {
  const total = formatAmount(bill.totalCents)
  if (!bill.brand) return 'Nothing was charged: your credit pays'
  const { isBackup, refused, next } = bill
  if (isBackup && refused)
    return `Your bank declined ${firstOf(refused)}, so we charged ${total} to ${cardOf(bill)},`
  if (isBackup && next.first)
    return `We could not charge ${firstOf(next.first)}, so we charged ${total} to ${cardOf(bill)},`
  return `We charged ${total} to ${cardOf(bill)}${isBackup ? ',' : ''}`
}

export async function postPaymentFailed(tx: Db, deps: MailDeps, periodId: number): Promise<void> {
  const bill = await findInvoice(tx, periodId)
  const linkToken = await makePayLink(tx, bill.accountId, deps.now)
  await postBillingMail(tx, deps, bill, paymentFailedMail(bill, deps.config, { linkToken, now: deps.now }))
}

export function paymentFailedMail(
  bill: Invoice,
  site: MailSite,
  { linkToken, now }: { linkToken: string; now: Date },
): OwnersMail {
  const buttons = [payButton(site, linkToken)]
  return {
    purpose: 'payment-failed',
    subject: `Your payment of ${formatAmount(bill.totalCents)} did not go through`,
    paragraphs: [
      `${sayRefused(bill)}, so the monthly payment for ${accountInMail(bill)} did not go through. Nothing was charged.`,
      `Your service is paused. ${mailNextTry(bill.next, cardAsked(bill), now)} ${howToRestart(bill)}`,
      sayEnd(bill, now),
    ],
    buttons,
    contactButtons: buttons,
  }
}

function sayRefused(bill: Invoice): string {
  const { first } = bill.next
  if (bill.refused && bill.isBackup) return `Your bank declined ${firstOf(bill.refused)} and ${cardOf(bill)}`
  if (bill.brand) return `Your bank declined ${cardOf(bill)}`
  // No card was asked.
  if (!first) return 'There is no card on file'
  return !first.refusedBecause
    ? `Your bank has declined ${firstOf(first)} too many times in the last ${TRIES_WITHIN_DAYS} days`
    : 'The bank no longer accepts the card on file'
}

function cardAsked({ brand, lastFour }: Invoice): { brand: string; lastFour: string } | null {
  return brand && lastFour ? { brand, lastFour } : null
}

function howToRestart({ brand, refused, next }: Invoice): string {
  if (!next.first) return 'To restart your service right away, pay now with a card.'
  if (next.first.refusedBecause || next.because === 'limit' || !brand)
    return 'To restart your service right away, pay now with another card.'
  return `To restart your service right away, pay now with ${refused ? 'one of these cards' : 'this card'} or another one.`
}

export async function postLastDay(tx: Db, deps: MailDeps, periodId: number): Promise<void> {
  const bill = await findInvoice(tx, periodId)
  const linkToken = await makePayLink(tx, bill.accountId, deps.now)
  await postBillingMail(tx, deps, bill, lastDayMail(bill, deps.config, { linkToken, now: deps.now }))
}

export function lastDayMail(
  bill: Invoice,
  site: MailSite,
  { linkToken, now }: { linkToken: string; now: Date },
): OwnersMail {
  const buttons = [payButton(site, linkToken)]
  return {
    purpose: 'last-day',
    subject: 'Your account ends within 24 hours',
    paragraphs: [
      `${formatAmount(bill.totalCents)} for ${accountInMail(bill)} is still unpaid. ${mailNextTry(bill.next, cardAsked(bill), now)} ${sayEnd(bill, now)}`,
      'Pay now to keep your account.',
    ],
    buttons,
    contactButtons: buttons,
  }
}

/** Empty before the bank's first refusal. */
function sayEnd({ failedAt, lastDayAt, timeZone }: Invoice, now: Date): string {
  return failedAt
    ? `If we do not receive your payment, your account will end on ${formatMoment(timeZone, endOfDunning(failedAt, lastDayAt, now))}.`
    : ''
}

export function expiredMail(owner: Owner, { publicUrl }: MailSite): Mail {
  return {
    purpose: 'expired',
    subject: 'Your account has ended',
    paragraphs: [
      `The last monthly payment for ${accountInMail(owner)} was not paid, so the account has ended. There are no further charges.`,
      canReactivate,
    ],
    buttons: [{ label: 'Reactivate it', url: `${publicUrl}${pages.reactivate}` }],
  }
}

export function endedMail(owner: Owner, { publicUrl }: MailSite): Mail {
  return {
    purpose: 'ended',
    subject: 'Your subscription has ended',
    paragraphs: [
      `As you requested, the subscription of ${accountInMail(owner)} has ended. There are no further charges.`,
      canReactivate,
    ],
    buttons: [
      { label: 'Reactivate it', url: `${publicUrl}${pages.reactivate}` },
      {
        label: 'Tell us why you left',
        url: formUrlFor(`${publicUrl}${pages['cancellation-feedback']}`, owner.pin),
      },
    ],
  }
}

const canReactivate = `You can reactivate it within ${REACTIVATE_WITHIN_DAYS} days, with everything that was in it. Your bills and receipts are still in your account.`

/**
 * A payment link that works without signing in. Anyone who has the mail can pay with it, and nothing else.
 */
export function makePayLink(tx: Db, accountId: number, now: Date): Promise<string> {
  return makeLink(tx, { purpose: 'pay', accountId, lastsMs: PAY_LINK_LASTS_MS }, now)
}

export function payButton({ publicUrl }: MailSite, linkToken: string): { label: string; url: string } {
  return { label: 'Pay now', url: `${publicUrl}${fillPath(pages.pay, { linkToken })}` }
}

async function findInvoice(tx: Db, periodId: number): Promise<Invoice> {
  const bill = await tx.one<Omit<Invoice, 'next'>>(sql`
    select a.id as "accountId", g.email, g.first_name as "firstName",
      trim(g.first_name || ' ' || g.last_name) as "fullName", a.company, a.pin, a.time_zone as "timeZone",
      i.number, i.total_cents as "totalCents", i.note, p.starts_on as "startsOn", p.ends_on as "endsOn",
      p.failed_at as "failedAt",
      p.last_day_at as "lastDayAt", c.brand, c.last_four as "lastFour", coalesce(c.is_backup, false) as "isBackup",
      (select jsonb_build_object('brand', r.brand, 'lastFour', r.last_four) from charges r
        where r.period_id = p.id and r.outcome = 'declined' and r.gateway_token <> c.gateway_token and c.is_backup
        order by r.id desc limit 1) as refused
    from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
    join invoices i on i.period_id = p.id and i.order_id is null
    left join lateral (
      select brand, last_four, gateway_token, asked_by is null and exists (
        select from cards k
        where k.account_id = a.id and k.gateway_token = h.gateway_token and k.is_backup and k.replaced_at is null) as is_backup
      from charges h where h.period_id = p.id order by id desc limit 1) c on true
    where p.id = ${periodId}`)
  return { ...bill, next: await findNextTry(tx, periodId) }
}

/** A mail with a copy to the billing contact. */
export type OwnersMail = Mail & {
  purpose: OwnPurpose
  /** Actions that work without signing in, because the billing contact cannot sign in. */
  contactButtons?: Mail['buttons']
}

/** Mails the owner, with a copy to the billing contact if there is one. */
export async function postBillingMail(tx: Db, deps: MailDeps, owner: Owner, mail: OwnersMail): Promise<void> {
  for (const one of await billingMailsOf(tx, deps.config, owner, mail))
    await queueMail(txOf(tx, deps), one.to, one.mail)
}

/** Who gets which mail. */
export async function billingMailsOf(
  tx: Db,
  site: MailSite,
  owner: Owner,
  mail: OwnersMail,
): Promise<{ to: Recipient; mail: Mail }[]> {
  const { email, accountId } = owner
  const { contact } = await tx.one<{ contact: string }>(
    sql`select billing_contact as contact from accounts where id = ${accountId}`,
  )
  const own = { to: owner, mail }
  if (contact === '' || contact.toLowerCase() === email.toLowerCase()) return [own]
  return [own, { to: { email: contact, accountId }, mail: copyOf(mail, owner, site) }]
}

export function copyOf(
  mail: OwnersMail,
  { fullName, ...account }: Pick<Owner, 'fullName' | 'company' | 'pin'>,
  { provider }: MailSite,
): Mail {
  const { contactButtons = [] } = mail
  const company = companyInMail(account)
  return {
    purpose: `${mail.purpose}-copy`,
    subject: mail.subject,
    paragraphs: [
      `This is a copy of the email we sent to ${nameInMail(fullName, 'the owner')} of ${company}:`,
      ...mail.paragraphs,
    ],
    buttons: contactButtons,
    closing: [
      `You get this copy as the billing contact for ${company}. If you do not want it, ask ${nameInMail(fullName, 'the owner of the account')} to remove you, or call ${provider.tollFreeNumber}.`,
    ],
  }
}
