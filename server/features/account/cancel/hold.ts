import * as messages from '#contract/billing/messages.ts'
import { monthsAfter, monthsBetween } from '#contract/calendar/billing-dates.ts'
import type { endHold as endHoldCall, hold as holdCall } from '#contract/features/cancel/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { postHeld } from './mails.ts'
import { lockSubscription } from './queries.ts'

type HoldDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

/**
 * Agent access only, starting with the next month, for at most three months, and with a full month between
 * two holds.
 */
export function hold(
  deps: HoldDeps,
  { accountId, agentId, origin }: Session,
  { months, from: shownFrom, held_cents: shownCents }: ParsedBodyOf<typeof holdCall>,
): Promise<AnswerOf<typeof holdCall> | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  return db.transaction(async (tx) => {
    const running = await lockSubscription(tx, accountId)
    if (!running) return refuse('invalid-fields', { errors: messages.nothingToHold })
    if (running.cancelOn) return refuse('invalid-fields', { errors: messages.planIsCanceled })
    if (running.openState) return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
    const from = running.paidUntil
    const until = monthsAfter(running.anchor, monthsBetween(running.anchor, from) + months)
    // A repeat whose first answer was lost.
    if (running.heldFrom === from && running.heldUntil === until) return { data: { from, until } }
    if (running.heldUntil && running.heldUntil > running.paidSince) {
      return refuse('invalid-fields', { errors: messages.alreadyHeld })
    }
    const { holdOffer } = await showMoney(tx, accountId, now)
    const isFromOther = shownFrom !== '' && shownFrom !== from
    const costsOther = shownCents !== undefined && shownCents !== holdOffer?.heldCents
    // The plan was changed, or a month has begun, since the page was opened.
    if (isFromOther || costsOther) return refuse('conflict')
    await tx.run(
      sql`update subscriptions set held_from = ${from}, held_until = ${until} where id = ${running.id}`,
    )
    await recordAudit(
      tx,
      { actor: { agentId }, action: 'held', accountId, origin, details: { from, until } },
      now,
    )
    await postHeld(tx, { ...deps, now }, accountId, { from, until })
    return { data: { from, until } }
  })
}

/** A hold that has begun ends with the paid month; one that has not begun is removed. */
export function endHold(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, agentId, origin }: Session,
): Promise<AnswerOf<typeof endHoldCall> | Refused> {
  return db.transaction(async (tx) => {
    const running = await lockSubscription(tx, accountId)
    if (!running) return refuse('invalid-fields', { errors: messages.nothingHeld })
    const { heldFrom, heldUntil, paidSince, paidUntil } = running
    const done = { data: { status: 'done' as const } }
    // A repeat whose first answer was lost: the full plan is back, or comes with the next month.
    if (!heldFrom || !heldUntil || heldUntil <= paidSince || heldUntil === paidUntil) return done
    // That month is billed as one on hold.
    if (running.openState) return refuse('invalid-fields', { errors: messages.endHoldWhenPaid })
    await (heldFrom >= paidUntil
      ? tx.run(sql`update subscriptions set held_from = null, held_until = null where id = ${running.id}`)
      : tx.run(sql`update subscriptions set held_until = ${paidUntil} where id = ${running.id}`))
    await recordAudit(tx, { actor: { agentId }, action: 'hold-ended', accountId, origin }, clock.now())
    return done
  })
}
