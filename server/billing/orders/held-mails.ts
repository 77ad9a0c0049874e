import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { emptyPlan, type ItemKey, type PlanLine, queryOf } from '#contract/catalogue/plan.ts'
import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { pages } from '#contract/pages.ts'
import { formatList } from '#contract/wire/format-list.ts'
import type { StoredCard } from '#server/billing/cards/cards.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Mail, type MailDeps, type MailSite, queueMail } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import type { SignUp } from './sign-up.ts'

type SignedUp = Pick<SignUp, 'lines'>
type ShownCard = Pick<StoredCard, 'brand' | 'lastFour'>

/** To the person who signed up, who has no account. */
export function mailCustomer(tx: Db, deps: MailDeps, { customer }: SignUp, mail: Mail): Promise<void> {
  return queueMail(txOf(tx, deps), { email: customer.email, firstName: customer.firstName }, mail)
}

const NOTHING_KEPT = 'Nothing was charged, and we are deleting your card from our records.'

export function signUpHeldMail({ cents, card }: { cents: Cents; card: ShownCard }): Mail {
  return {
    purpose: 'sign-up-held',
    subject: 'We are checking your sign-up',
    paragraphs: [
      'Thank you for signing up. A person on our team is checking your sign-up. We will email you our decision within a day.',
      `Nothing has been charged. If we accept it, we will charge ${formatAmount(cents)} to your ${nameOf(card)}, set up your account and email you a receipt.`,
      'You do not need to do anything. Signing up again does not make it faster.',
    ],
  }
}

export const signUpRefusedMail: Mail = {
  purpose: 'sign-up-refused',
  subject: 'We could not accept your sign-up',
  paragraphs: [
    `We checked your sign-up and could not accept it. ${NOTHING_KEPT}`,
    'If you think this is a mistake, please call us.',
  ],
}

export function signUpExpiredMail(site: SignUpSite, signUp: SignedUp): Mail {
  return withLink(site, signUp, {
    purpose: 'sign-up-expired',
    subject: 'Your sign-up was not completed',
    paragraphs: [
      `We did not finish checking your sign-up within a day, so we closed it. We are sorry. ${NOTHING_KEPT}`,
      'You can sign up again at any time.',
    ],
  })
}

export function signUpDeclinedMail(
  site: SignUpSite,
  signUp: SignedUp,
  { cents, card }: { cents: Cents; card: ShownCard },
): Mail {
  return withLink(site, signUp, {
    purpose: 'sign-up-declined',
    subject: 'Your bank declined the payment for your sign-up',
    paragraphs: [
      `We accepted your sign-up and tried to charge ${formatAmount(cents)} to your ${nameOf(card)}. Your bank declined the payment. ${NOTHING_KEPT}`,
      'Please sign up again, with the same card or another one. Your bank can tell you why it declined.',
    ],
  })
}

export function signUpNotChargedMail(site: SignUpSite, signUp: SignedUp): Mail {
  return withLink(site, signUp, {
    purpose: 'sign-up-not-charged',
    subject: 'The payment for your sign-up did not go through',
    paragraphs: [
      `We accepted your sign-up, but the payment did not reach the bank. ${NOTHING_KEPT}`,
      'Please sign up again.',
    ],
  })
}

export function signUpHasAccountMail({ publicUrl }: MailSite): Mail {
  return {
    purpose: 'sign-up-has-account',
    subject: 'You already have an account',
    paragraphs: [
      `We accepted your sign-up, but by now there is an account with this email. So we did not charge you for another one. ${NOTHING_KEPT}`,
    ],
    buttons: [{ label: 'Go to Login', url: `${publicUrl}${pages['sign-in']}` }],
  }
}

/** With a link to sign up again, and what it does not restore of the plan. */
function withLink(site: SignUpSite, { lines }: SignedUp, mail: Mail): Mail {
  const { path, planNotes } = signUpAgain(site, lines)
  return {
    ...mail,
    paragraphs: [...mail.paragraphs, ...planNotes],
    buttons: [{ label: 'Sign up again', url: `${site.publicUrl}${path}` }],
  }
}

function nameOf({ brand, lastFour }: ShownCard): string {
  return `${brand} card ending in ${lastFour}`
}

type Setting = Pick<Config, 'signUpWizard'>
type SignUpSite = MailSite & Setting

const FIRST_STEP = '/sign-up/step-1'
const notSoldBy: Record<Wizard, ItemKey> = { new: 'callme', legacy: 'mojovoice' }

/**
 * Where a sign-up's plan can be ordered again. The notes say what the link does not restore: only the new
 * wizard accepts a plan from a link, and not every item is sold by both.
 */
export function signUpAgain(
  setting: Setting,
  lines: readonly PlanLine[],
): { path: string; planNotes: string[] } {
  const wizard = wizardFor(setting, lines)
  const sold = lines.filter(({ key }) => key !== notSoldBy[wizard])
  const missing = lines.filter((line) => !sold.includes(line)).map(({ label }) => messages.notSold(label))
  if (wizard === 'legacy') {
    return { path: FIRST_STEP, planNotes: [messages.choosePlan(formatList(sold.map(counted))), ...missing] }
  }
  const plan = emptyPlan()
  for (const { key, quantity } of sold) plan[key] = quantity
  return {
    path: `${FIRST_STEP}?${queryOf(plan)}`,
    planNotes: missing.map((note) => `${note} ${messages.restOfPlan}`),
  }
}

/** If both wizards are enabled, the one that sells the whole plan. */
function wizardFor({ signUpWizard }: Setting, lines: readonly PlanLine[]): Wizard {
  if (signUpWizard !== 'auto') return signUpWizard
  return lines.some(({ key }) => key === notSoldBy.new) ? 'legacy' : 'new'
}

function counted({ label, quantity }: PlanLine): string {
  return quantity > 1 ? `${label} × ${quantity}` : label
}
