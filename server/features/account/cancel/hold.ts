import { monthsAfter, monthsBetween } from '#contract/calendar/billing-dates.ts'
import type { endHold as endHoldCall, hold as holdCall } from '#contract/features/cancel.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { describeNextCharge, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { txOf } from '#server/platform/transaction.ts'
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

type HoldDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
type Held = { from: string; until: string }
type HoldAsked = { months: number; from: string; heldCents: number }

/** A person of the account puts the plan on hold. */
export async function hold(
  { db, clock, jobs, config }: HoldDeps,
  session: Session,
  { months, from, held_cents: heldCents }: ParsedBodyOf<typeof holdCall>,
): Promise<AnswerOf<typeof holdCall> | Refused> {
  const deps = { jobs, config, now: clock.now() }
  const held = await db.transaction((tx) => holdIn(tx, deps, changerIn(session), { months, from, heldCents }))
  return isRefused(held) ? held : { data: { from: held.from, until: held.until } }
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
    return 'alreadyHeld'
  }
  return { from, until, isRepeat: false }
}

/**
 * Agent access only, starting with the next month, for at most three months, and with a full month between
 * two holds.
 */
export async function holdIn(
  tx: Db,
  deps: MailDeps,
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
  const { holdOffer } = await showMoney(tx, accountId, deps.now)
  // The plan was changed, or a month has begun, since the page was opened.
  if (shownFrom !== from || shownCents !== holdOffer?.heldCents) return refuse('conflict')
  await tx.run(
    sql`update subscriptions set held_from = ${from}, held_until = ${until} where id = ${running.id}`,
  )
  const details = { from, until, ...detailsOf(changer) }
  await recordAudit(tx, { actor, action: 'held', accountId, origin, details }, deps.now)
  await mailOwner(txOf(tx, deps), accountId, onHoldMail, { from, until, caller: changer.caller })
  return { from, until, isNew: true }
}

/** A person of the account ends the hold. */
export async function endHold(
  { db, clock, jobs, config }: HoldDeps,
  session: Session,
): Promise<AnswerOf<typeof endHoldCall> | Refused> {
  const deps = { jobs, config, now: clock.now() }
  const ended = await db.transaction((tx) => endHoldIn(tx, deps, changerIn(session)))
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
export async function endHoldIn(
  tx: Db,
  deps: MailDeps,
  changer: Changer,
): Promise<{ on: string; isNew: boolean } | Refused> {
  const { accountId, actor, origin } = changer
  const running = await lockSubscription(tx, accountId)
  if (!running) return obstructed(changer, 'nothingHeld')
  const planned = planEndOfHold(running)
  // A repeat after a lost answer.
  if (planned === null) return { on: running.paidUntil, isNew: false }
  if (typeof planned === 'string') return obstructed(changer, planned)
  await (planned.isRemoved
    ? tx.run(sql`update subscriptions set held_from = null, held_until = null where id = ${running.id}`)
    : tx.run(sql`update subscriptions set held_until = ${planned.on} where id = ${running.id}`))
  const details = detailsOf(changer)
  await recordAudit(tx, { actor, action: 'hold-ended', accountId, origin, details }, deps.now)
  // An owner who did it knows.
  if (changer.caller) {
    const next = await describeNextCharge(tx, accountId, deps.now)
    await mailOwner(txOf(tx, deps), accountId, holdEndedMail, { ...planned, next, caller: changer.caller })
  }
  return { on: planned.on, isNew: true }
}
