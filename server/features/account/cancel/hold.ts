import { monthsAfter, monthsBetween } from '#contract/calendar/billing-dates.ts'
import type { endHold as endHoldCall, hold as holdCall } from '#contract/features/cancel.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { describeNextCharge, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Session } from '#server/identity/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { holdEndedMail, onHoldMail } from './mails.ts'
import {
  type Changer,
  changerIn,
  detailsOf,
  lockSubscription,
  type Obstacle,
  obstructed,
  type Running,
} from './queries.ts'

type Held = { from: string; until: string }
type HoldAsked = { months: number; from: string; heldCents: number }

/** A person of the account puts the plan on hold. */
export async function hold(
  deps: TransactionDeps,
  session: Session,
  { months, from, held_cents: heldCents }: ParsedBodyOf<typeof holdCall>,
): Promise<AnswerOf<typeof holdCall> | Refused> {
  const done = await transaction(deps, (tx) => holdIn(tx, changerIn(session), { months, from, heldCents }))
  return isRefused(done) ? done : { data: { from: done.from, until: done.until } }
}

/** The period of the hold. `isRepeat`: it is already on hold then. */
export function planHold(running: Running, months: number): (Held & { isRepeat: boolean }) | Obstacle {
  if (running.cancelOn) return 'planIsCanceled'
  if (running.openState) return running.openState === 'charging' ? 'paymentUnderWay' : 'unpaid'
  const from = running.paidUntil
  const until = monthsAfter(running.anchor, monthsBetween(running.anchor, from) + months)
  // A repeat after a lost answer.
  if (running.heldFrom === from && running.heldUntil === until) return { from, until, isRepeat: true }
  if (running.heldUntil && running.heldUntil > running.paidSince) {
    return 'alreadyOnHold'
  }
  return { from, until, isRepeat: false }
}

/**
 * Agent access only, starting with the next month, for at most three months, and with a full month between
 * two holds.
 */
export async function holdIn(
  tx: Tx,
  changer: Changer,
  { months, from: shownFrom, heldCents: shownCents }: HoldAsked,
): Promise<(Held & { isNew: boolean }) | Refused> {
  const { accountId, actor, origin } = changer
  const running = await lockSubscription(tx, accountId)
  if (!running) return obstructed(changer, 'nothingToHold')
  const planned = planHold(running, months)
  if (typeof planned === 'string') return obstructed(changer, planned)
  const { from, until } = planned
  if (planned.isRepeat) return { from, until, isNew: false }
  const { holdOffer } = await showMoney(tx, accountId, tx.now)
  // The plan was changed, or a month has begun, since the page was opened.
  if (shownFrom !== from || shownCents !== holdOffer?.heldCents) return refuse('conflict')
  await tx.run(
    sql`update subscriptions set held_from = ${from}, held_until = ${until} where id = ${running.id}`,
  )
  const details = { from, until, ...detailsOf(changer) }
  await tx.audit({ actor, action: 'held', accountId, origin, details })
  await mailOwner(tx, accountId, onHoldMail, { from, until, caller: changer.caller })
  return { from, until, isNew: true }
}

/** A person of the account ends the hold. */
export async function endHold(
  deps: TransactionDeps,
  session: Session,
): Promise<AnswerOf<typeof endHoldCall> | Refused> {
  const ended = await transaction(deps, (tx) => endHoldIn(tx, changerIn(session)))
  return isRefused(ended) ? ended : { data: { status: 'done' } }
}

/**
 * The day on which the full plan resumes. `isRemoved`: the hold has not begun. Null: there is none that can
 * be ended.
 */
export function planEndOfHold(running: Running): { on: string; isRemoved: boolean } | Obstacle | null {
  const { heldFrom, heldUntil, paidSince, paidUntil } = running
  // The full plan has resumed, or will with the next month.
  if (!heldFrom || !heldUntil || heldUntil <= paidSince || heldUntil === paidUntil) return null
  // That month is billed as one on hold.
  if (running.openState) return 'endHoldWhenPaid'
  return { on: paidUntil, isRemoved: heldFrom >= paidUntil }
}

/** A hold that has begun ends with the paid month; one that has not begun is removed. */
export async function endHoldIn(tx: Tx, changer: Changer): Promise<{ on: string; isNew: boolean } | Refused> {
  const { accountId, actor, origin } = changer
  const running = await lockSubscription(tx, accountId)
  if (!running) return obstructed(changer, 'nothingOnHold')
  const planned = planEndOfHold(running)
  // A repeat after a lost answer.
  if (planned === null) return { on: running.paidUntil, isNew: false }
  if (typeof planned === 'string') return obstructed(changer, planned)
  await (planned.isRemoved
    ? tx.run(sql`update subscriptions set held_from = null, held_until = null where id = ${running.id}`)
    : tx.run(sql`update subscriptions set held_until = ${planned.on} where id = ${running.id}`))
  const details = detailsOf(changer)
  await tx.audit({ actor, action: 'hold-ended', accountId, origin, details })
  // An admin may have done it, or somebody with a stolen session.
  const next = await describeNextCharge(tx, accountId, tx.now)
  await mailOwner(tx, accountId, holdEndedMail, { ...planned, next, caller: changer.caller })
  return { on: planned.on, isNew: true }
}
