import {
  backupCardAddedMail,
  backupCardRemovedMail,
  cardChangedMail,
  cardClosedMail,
  cardExpiresMail,
  cardsSwappedMail,
} from '#server/billing/cards/card-mails.ts'
import { disputedMail, disputeLostMail, disputeWonMail } from '#server/billing/disputes/mails.ts'
import {
  copyOf,
  endedMail,
  expiredMail,
  type Invoice,
  lastDayMail,
  type OwnersMail,
  paymentFailedMail,
  renewalReceiptMail,
} from '#server/billing/invoices/mails.ts'
import { payLinkMail } from '#server/billing/invoices/send-pay-link.ts'
import { paymentReturnedMail } from '#server/billing/orders/give-back.ts'
import {
  signUpDeclinedMail,
  signUpExpiredMail,
  signUpHasAccountMail,
  signUpHeldMail,
  signUpNotChargedMail,
  signUpRefusedMail,
} from '#server/billing/orders/held-mails.ts'
import { planChangedMail } from '#server/billing/orders/plan-change.ts'
import { reactivatedMail } from '#server/billing/orders/reactivation.ts'
import { receiptMail } from '#server/billing/orders/sign-up.ts'
import { billWaivedMail, creditNoteMail, monthExtendedMail } from '#server/billing/refunds/mails.ts'
import { holdEndsMail } from '#server/billing/renewals/hold-notices.ts'
import type { Config } from '#server/config/config.ts'
import type { Mail, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { billingContact, card, dana, lines, linkToken, now, type Sample } from './sample-values.ts'

type Site = Pick<Config, 'publicUrl' | 'provider' | 'signUpWizard'>

const bill: Invoice = {
  ...dana,
  number: 'R-100123',
  totalCents: 15_900,
  note: 'Your monthly bill.',
  startsOn: '2026-11-15',
  endsOn: '2026-12-15',
  failedAt: now,
  lastDayAt: null,
  ...card,
  isBackup: false,
  refused: null,
  next: {
    at: new Date('2026-11-18T15:00:00Z'),
    because: 'usual',
    card: 'first',
    next: card,
    first: { ...card, refusedBecause: null, wasAsked: true },
    zone: dana.timeZone,
  },
}
const refusedForGood: Invoice = {
  ...bill,
  next: {
    ...bill.next,
    at: null,
    because: null,
    first: { ...card, refusedBecause: 'closed', wasAsked: true },
  },
}
const withoutCard: Invoice = {
  ...refusedForGood,
  brand: null,
  lastFour: null,
  next: { ...refusedForGood.next, next: null, first: null },
}
const otherCard = { brand: 'Mastercard', lastFour: '4444' }
const next = {
  says: 'The next charge is on December 15, 2026.',
  howToAvoid: ' To avoid it, cancel in your account by December 14, 2026, 11:59 PM Eastern.',
}
const receipt = {
  number: 'R-100124',
  cents: 500,
  says: 'We charged $5.00 to your Visa card ending in 1111',
}
const whole = { ...receipt, cents: 15_900, says: 'We charged $159.00 to your Visa card ending in 1111' }
const note = {
  number: 'N-100012',
  invoiceNumber: bill.number,
  cents: 5_000,
  lines: [
    { label: 'Triple line dialer', cents: 4_000 },
    { label: 'Agent access', cents: 1_000 },
  ],
  hasNextBill: true,
}

/** Money and the contract. */
export function billingSamples(site: Site): Sample[] {
  const toOwner = (...mails: PersonalMail[]) => mails.map((mail) => ({ to: dana, mail }))
  const withCopies = (...mails: OwnersMail[]) =>
    mails.flatMap((mail) => [
      { to: dana, mail },
      { to: billingContact, mail: copyOf(mail, dana, site) },
    ])
  const paid = { account: dana, charge: card, invoiceNumber: 'R-100098', nextChargeOn: '2026-12-15' }
  return [
    ...toOwner(receiptMail(site, { customer: dana, lines }, paid)),
    ...withCopies(
      renewalReceiptMail(bill, site, next),
      renewalReceiptMail({ ...bill, ...otherCard, isBackup: true, refused: card }, site, next),
      renewalReceiptMail({ ...bill, brand: null, lastFour: null }, site, undefined),
      paymentFailedMail(bill, site, { linkToken, now }),
      paymentFailedMail({ ...bill, ...otherCard, isBackup: true, refused: card }, site, { linkToken, now }),
      paymentFailedMail(refusedForGood, site, { linkToken, now }),
      paymentFailedMail(withoutCard, site, { linkToken, now }),
      lastDayMail(bill, site, { linkToken, now }),
    ),
    ...toOwner(
      expiredMail(dana, site),
      endedMail(dana, site),
      payLinkMail(dana, site, { number: bill.number, cents: bill.totalCents, linkToken }),
      cardChangedMail(dana, site, card),
      cardChangedMail(dana, site, card, { paidCents: bill.totalCents, wasBackup: true }),
      backupCardAddedMail(dana, site, { backup: otherCard, first: card }),
      backupCardRemovedMail(dana, site, otherCard),
      cardsSwappedMail(dana, site, { first: otherCard, backup: card }),
      cardExpiresMail(dana, site, { ...card, isBackup: false, pays: true, lastDay: 'November 30, 2026' }),
      cardExpiresMail(dana, site, {
        ...otherCard,
        isBackup: true,
        pays: false,
        lastDay: 'November 30, 2026',
      }),
      cardClosedMail(dana, site, card, 'next-charge'),
      cardClosedMail(dana, site, card, 'open'),
      cardClosedMail(dana, site, card, 'backup-pays'),
      cardClosedMail(dana, site, { ...otherCard, isBackup: true }, 'backup'),
      holdEndsMail(dana, site, {
        heldUntil: '2026-12-15',
        zone: dana.timeZone,
        cost: bill.totalCents,
        cents: bill.totalCents,
      }),
    ),
    ...withCopies(
      planChangedMail(dana, site, {
        receipt,
        says: ['Agent access: $5.00', 'From December 15, 2026 your plan costs $169.00 a month.'],
      }),
      planChangedMail(dana, site, {
        receipt: null,
        says: ['From December 15, 2026 your plan costs $149.00 a month.'],
      }),
      reactivatedMail(dana, site, { receipt: whole, nextCents: 15_900, nextOn: '2026-12-15' }),
      creditNoteMail(dana, site, { ...note, way: 'card' }),
      creditNoteMail(dana, site, { ...note, way: 'credit' }),
      creditNoteMail(dana, site, { ...note, way: 'taken-back', number: 'D-100003' }),
      monthExtendedMail(dana, site, { days: 7, nextOn: '2026-12-22', isEnding: false, resumesOn: null }),
      billWaivedMail(dana, site, { number: bill.number, cents: bill.totalCents }),
    ),
    ...toOwner(
      paymentReturnedMail(dana, site, {
        ...card,
        why: 'Your bill was paid already when this payment arrived.',
        cents: bill.totalCents,
      }),
      disputedMail(dana, site),
      disputeWonMail(dana, site, {
        cents: bill.totalCents,
        reopened: { kind: 'reopened', status: 'active' },
        nextCharge: {
          cents: bill.totalCents,
          creditCents: 0,
          on: '2026-12-15',
          lastMomentToCancel: 'December 14, 2026, 11:59 PM Eastern',
        },
      }),
      disputeLostMail(dana, site, { cents: bill.totalCents, isClosed: true }),
    ),
    ...signUpMails(site).map((mail) => ({ to: { email: dana.email, firstName: dana.firstName }, mail })),
  ]
}

/** A sign-up that was looked at by a person before it was charged. */
function signUpMails(site: Site): Mail[] {
  const cents = bill.totalCents
  return [
    signUpHeldMail({ cents, card }),
    signUpRefusedMail,
    signUpExpiredMail(site, { lines }),
    signUpDeclinedMail(site, { lines }, { cents, card }),
    signUpNotChargedMail(site, { lines }),
    signUpHasAccountMail(site),
  ]
}
