import type { MoneyFact, MoneyPreview } from '#contract/billing/approvals.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { pricedDays } from '#contract/catalogue/plan-change.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { findCharge, refuseSettled } from '#server/billing/charges/settle-charge.ts'
import { billingMailsOf } from '#server/billing/invoices/mails.ts'
import { billWaivedMail, monthExtendedMail } from '#server/billing/refunds/mails.ts'
import { type Extension, planExtension, planWaiver } from '#server/billing/refunds/months.ts'
import {
  accessObstacle,
  fullMonthCents,
  fullMonthCentsOf,
  obstacleTexts,
} from '#server/billing/subscriptions/free-access.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { lockAccountState } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { textOf } from '#server/platform/mail/queue-mail.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { AccountAction, MoneyAction, Settling } from './money-action.ts'
import { afterExtension, afterFreeAccess, afterWaiver, type Planned, type PreviewDeps } from './planned.ts'
import { previewGivingBack, previewTakingBack } from './preview-giving-back.ts'

/**
 * What will follow, computed by the functions that do it, or why it is impossible. Changes nothing. What it
 * reads stays locked until the transaction ends, so the transaction that does it sees the same.
 */
export async function previewAction(
  tx: Db,
  deps: PreviewDeps,
  accountId: number | null,
  action: MoneyAction,
): Promise<MoneyPreview | Refused> {
  if (action.kind === 'settle-charge') {
    const settling = await previewSettling(tx, action)
    if (isRefused(settling)) return settling
    return { ...settling, next: null, mails: [] }
  }
  if (accountId === null) throw new Error(`Only a charge has no account, not ${action.kind}`)
  const planned = await plan(tx, deps, accountId, action)
  if (isRefused(planned)) return planned
  const { project, mail, facts, ...preview } = planned
  const next = {
    before: sayNext(await showMoney(tx, accountId, deps.now)),
    after: sayNext(await showMoney(tx, accountId, deps.now, project)),
  }
  const mails = mail ? await renderMails(tx, deps, accountId, mail) : []
  return { ...preview, next, mails, facts: [...facts, ...commonFacts(next, mails)] }
}

async function renderMails(
  tx: Db,
  deps: PreviewDeps,
  accountId: number,
  mail: NonNullable<Planned['mail']>,
): Promise<MoneyPreview['mails']> {
  const owner = await findOwner(tx, accountId)
  return (await billingMailsOf(tx, deps.config, owner, mail)).map((one) => {
    const { subject, plain } = renderMail(textOf(one.to, one.mail, deps.config), deps.config.provider)
    return { to: one.to.email, subject, text: plain }
  })
}

async function plan(
  tx: Db,
  deps: PreviewDeps,
  accountId: number,
  action: AccountAction,
): Promise<Planned | Refused> {
  switch (action.kind) {
    case 'refund':
    case 'credit':
      return previewGivingBack(tx, deps, accountId, action)
    case 'take-back':
    case 'pay-out':
      return previewTakingBack(tx, deps, accountId, action)
    case 'extend':
      return previewExtension(tx, deps, accountId, action.days)
    case 'waive':
      return previewWaiver(tx, deps, accountId)
    case 'free-access':
      return previewFreeAccess(tx, deps, accountId)
  }
}

async function previewExtension(
  tx: Db,
  deps: PreviewDeps,
  accountId: number,
  days: number,
): Promise<Planned | Refused> {
  const extension = await planExtension(tx, { accountId, days })
  if (isRefused(extension)) return extension
  const { endsOn, nextOn } = extension
  const owner = await findOwner(tx, accountId)
  return {
    says: `Extend the current month by ${days} ${days === 1 ? 'day' : 'days'}, to ${formatDay(nextOn)}`,
    note: null,
    bill: null,
    month: { endsBefore: endsOn, endsAfter: nextOn },
    remarks: [
      'A planned change of the plan, the end of a hold and the end after a cancellation move with the end of the month.',
    ],
    valueCents: await priceOfDays(tx, extension, days, deps.now),
    facts: [{ name: 'The current month ends', value: formatDay(endsOn) }],
    project: afterExtension(extension),
    mail: monthExtendedMail(owner, deps.config, { days, ...extension }),
  }
}

/**
 * Counts from the month's original end: several small extensions are worth as much as a large one. Free items
 * count as well: free access can end before the extended month does.
 */
async function priceOfDays(
  tx: Db,
  { id, startsOn, endsOn }: Extension,
  days: number,
  now: Date,
): Promise<number> {
  return Math.ceil(((await fullMonthCents(tx, id, now)) * days) / pricedDays(startsOn, endsOn))
}

async function previewWaiver(tx: Db, deps: PreviewDeps, accountId: number): Promise<Planned | Refused> {
  const open = await planWaiver(tx, accountId)
  if (isRefused(open)) return open
  const { number, cents, creditCents } = open
  const owner = await findOwner(tx, accountId)
  return {
    says: `Waive bill ${number} of ${formatAmount(cents)}`,
    note: null,
    bill: { number, isOpen: true, totalCents: cents, leftBefore: cents, leftAfter: 0 },
    month: null,
    remarks: [
      'Nothing is charged for this month. If the account was paused because the bill was not paid, it works again.',
      ...(creditCents > 0
        ? [`The credit of ${formatAmount(creditCents)} that this bill used comes back.`]
        : []),
    ],
    // The credit returns to the customer as well.
    valueCents: cents + creditCents,
    facts: [
      { name: 'The open bill', value: `${number}, ${formatAmount(cents)}` },
      { name: 'The credit that comes back', value: formatAmount(creditCents) },
    ],
    project: afterWaiver(open),
    mail: billWaivedMail(owner, deps.config, open),
  }
}

export function sayNext({ open, nextCharge, cancellation }: MoneyValues): string {
  if (open) return `Bill ${open.number} of ${formatAmount(open.cents)} is open`
  if (cancellation) return `None: the account ends after ${formatDay(cancellation.lastDay)}`
  if (!nextCharge) return 'None'
  const { cents, creditCents, on } = nextCharge
  const credit = creditCents > 0 ? `, after ${formatAmount(creditCents)} of credit` : ''
  return `${formatAmount(cents)} on ${formatDay(on)}${credit}`
}

function commonFacts(next: NonNullable<MoneyPreview['next']>, mails: MoneyPreview['mails']): MoneyFact[] {
  return [
    { name: 'The next bill', value: next.before },
    ...(mails.length > 0
      ? [{ name: 'The email goes to', value: mails.map(({ to }) => to).join(' and ') }]
      : []),
  ]
}

/** Free access has no end date when granted. */
const FREE_MONTHS_COUNTED = 12

async function previewFreeAccess(
  tx: Db,
  { now }: PreviewDeps,
  accountId: number,
): Promise<Planned | Refused> {
  // The rest of an open bill is decided as a waiver, with its own value.
  const obstacle = await accessObstacle(tx, accountId, await lockAccountState(tx, accountId))
  if (obstacle) return refuse('conflict', { errors: obstacleTexts[obstacle] })
  const monthCents = await fullMonthCentsOf(tx, accountId, now)
  return {
    says: 'Make the plan free of charge',
    note: null,
    bill: null,
    month: null,
    remarks: [
      'Each month has a bill for $0.00 until free access ends. A planned change or cancellation is withdrawn.',
      `It has no end, so it counts as ${FREE_MONTHS_COUNTED} months of the plan.`,
    ],
    valueCents: valueOfFreeAccess(monthCents),
    facts: [{ name: 'A month of the plan', value: formatAmount(monthCents) }],
    project: afterFreeAccess,
    mail: null,
  }
}

export function valueOfFreeAccess(monthCents: Cents): Cents {
  return monthCents * FREE_MONTHS_COUNTED
}

/** The effects depend on the purchase; the charge itself says how much is at stake. */
async function previewSettling(
  tx: Db,
  { charge: id, word }: Settling,
): Promise<Omit<Planned, 'project' | 'mail'> | Refused> {
  const charge = await findCharge(tx, id)
  if (!charge) return refuse('not-found', { errors: `There is no charge ${id}.` })
  const settled = refuseSettled(charge)
  if (settled) return settled
  const amount = formatAmount(charge.amountCents)
  const outcomes = {
    paid: word.kind === 'paid' ? `paid under the reference ${word.reference}` : '',
    declined: 'declined',
    absent: 'never sent',
  }
  return {
    says: `Record charge ${id} of ${amount} as ${outcomes[word.kind]}`,
    note: null,
    bill: null,
    month: null,
    remarks: [
      'The gateway does not tell what became of this charge. It is recorded on the word of the operator who asks, and the customer gets what belongs to it.',
      'If the gateway tells later that it was paid after all, the payment is returned.',
    ],
    valueCents: charge.amountCents,
    facts: [{ name: `Charge ${id}`, value: `${amount}, without an answer` }],
  }
}
