import * as messages from '#contract/billing/messages.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { findTypedErrors, refuseOnFile } from '#server/billing/cards/card-tries.ts'
import type { StoredCard } from '#server/billing/cards/cards.ts'
import {
  chargeCard,
  countRequestedCharge,
  declineMessage,
  declineMessageOnFile,
  type PayingCard,
  uncountRequestedCharge,
} from '#server/billing/cards/charge-card.ts'
import { claimOpenPeriod, lockOpenPeriod } from '#server/billing/renewals/periods.ts'
import { type SettledAs, settlePeriodCharge } from '#server/billing/renewals/settle-period.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, BY_PAY_LINK, nameOf, type Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { ChargeOutcome, VaultedCard } from '#server/ports/payments.ts'
import type { OrderErrors } from './order.ts'

/** The account, and its payer: someone in the account, or anyone with a mailed payment link. */
export type Payer = {
  accountId: number
  askedBy: Actor
  origin: Origin
  /** The open balance that the payer saw, 0 if none. */
  shownCents: Cents
}
export type OpenBalance = { cents: number; number: string; isCharging: boolean }
export type BalancePaid =
  | { kind: 'paid' | 'confirming'; number: string }
  | { kind: 'nothing-open' }
  /** Not the balance that the payer saw, so nothing was charged. */
  | ({ kind: 'other-amount' } & OpenBalance)
  | { kind: 'refused'; errors: OrderErrors }
  | { kind: 'not-sent'; refused: Refused }

export function findOpenBalance(db: Db, accountId: number): Promise<OpenBalance | undefined> {
  return db.maybe<OpenBalance>(sql`
    select i.total_cents as cents, i.number, p.state = 'charging' as "isCharging"
    from subscriptions s join periods p on p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due')
    join invoices i on i.period_id = p.id and i.order_id is null
    where s.account_id = ${accountId} and s.ended_at is null limit 1`)
}

/**
 * Pays the open month manually. The month itself is the order. It can be claimed only once, so a double click
 * or a second tab cannot pay it twice, and a repeated request gets the current balance. Paid, declined and
 * lost charges are settled as they are for a renewal.
 */
export async function payOpenBalance(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'fraud'>,
  payer: Payer,
  paying: PayingCard,
): Promise<BalancePaid> {
  const { db, clock, config, payments } = deps
  const { accountId, askedBy, origin, shownCents } = payer
  const open = await findOpenBalance(db, accountId)
  if (!open) return withNothingOpen(deps, payer, shownOf(paying))
  if (isOtherAmount(open, payer)) return { kind: 'other-amount', ...open }
  const { number } = open
  // A repeat during the charge charges nothing, so it does not count.
  if (open.isCharging) return { kind: 'confirming', number }
  const throttled = await countRequestedCharge(db, accountId, clock.now())
  if (throttled) return { kind: 'not-sent', refused: throttled }
  let refused: Refused | undefined
  const charged = await chargeCard(deps, paying, {
    note(card) {
      const now = clock.now()
      const settleAt = later(now, config.settleSeconds * SECOND)
      const request = { askedBy: nameOf(askedBy), origin }
      const claim = { gateway: payments.name, now, settleAt, accountId, card, shownCents }
      return db.transaction(async (tx) => {
        if (!(await lockOpenPeriod(tx, accountId))) return undefined
        refused = await refuseCard(tx, payer, { kind: paying.kind, card }, now)
        return refused ? undefined : claimOpenPeriod(tx, { ...claim, ...request })
      })
    },
    settle: async (outcome, key) =>
      balancePaid(
        await settlePeriodCharge(deps, key, outcome, { isByHand: true }),
        outcome,
        paying.kind,
        payer,
        number,
      ),
  })
  switch (charged.kind) {
    case 'settled':
      return charged.settled
    case 'held':
      throw new Error('An open balance is never held')
    case 'unsent': {
      await uncountRequestedCharge(db, accountId)
      if (refused) return { kind: 'not-sent', refused }
      const left = await findOpenBalance(db, accountId)
      if (!left) return withNothingOpen(deps, payer, shownOf(paying))
      return isOtherAmount(left, payer) ? { kind: 'other-amount', ...left } : { kind: 'confirming', number }
    }
    case 'declined':
      return { kind: 'refused', errors: { number: [declineMessage(charged.reason)] } }
    case 'unknown':
      return { kind: 'refused', errors: messages.gatewayAway }
    case 'refused':
      return { kind: 'refused', errors: charged.refused.errors }
  }
}

/** Whether the card may still be charged, now that no other request can be charging it for this month. */
async function refuseCard(
  tx: Db,
  { accountId, askedBy }: Payer,
  { kind, card }: { kind: PayingCard['kind']; card: StoredCard },
  now: Date,
): Promise<Refused | undefined> {
  if (kind === 'on-file') return refuseOnFile(tx, accountId, card, now, { isByLink: askedBy === BY_PAY_LINK })
  const errors = await findTypedErrors(tx, accountId, card, now, { isCharged: true })
  return errors && refuse('invalid-fields', { errors })
}

/**
 * If nothing is due, nothing is charged. A repeat after a lost answer gets what the first request paid: by
 * the same person, the same amount, with the same card, within the minutes in which people retry.
 */
export async function withNothingOpen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, askedBy, shownCents }: Payer,
  { lastFour, expiresMonth, expiresYear }: ShownCard,
): Promise<BalancePaid> {
  if (shownCents === 0) return { kind: 'nothing-open' }
  const paid = await db.maybe<{ number: string }>(sql`
    select i.number from charges c join invoices i on i.charge_id = c.id and i.order_id is null
    where c.account_id = ${accountId} and c.created_at > ${later(clock.now(), -REPEATED_WITHIN_MINUTES * MINUTE)}
      and c.outcome = 'paid' and c.asked_by = ${nameOf(askedBy)} and c.amount_cents = ${shownCents}
      and c.last_four = ${lastFour} and c.expires_month = ${expiresMonth} and c.expires_year = ${expiresYear}
    order by c.created_at desc limit 1`)
  return paid ? { kind: 'paid', ...paid } : { kind: 'nothing-open' }
}

const REPEATED_WITHIN_MINUTES = 10

/** A reissued card has the same number and another expiry. */
export type ShownCard = Pick<VaultedCard, 'lastFour' | 'expiresMonth' | 'expiresYear'>

function shownOf(paying: PayingCard): ShownCard {
  if (paying.kind === 'on-file') return paying.card
  return { ...paying.card, lastFour: paying.card.number.slice(-4) }
}

export function isOtherAmount({ cents }: OpenBalance, { shownCents }: Payer): boolean {
  return shownCents !== cents
}

function balancePaid(
  settled: SettledAs | undefined,
  outcome: ChargeOutcome,
  paidWith: PayingCard['kind'],
  { askedBy }: Payer,
  number: string,
): BalancePaid {
  switch (settled) {
    case 'paid':
      return { kind: 'paid', number }
    case 'declined': {
      // The charge was settled as declined, so the reason is the bank's latest answer.
      const refusal = outcome.kind === 'declined' ? outcome : { reason: 'declined' as const }
      const isByLink = askedBy === BY_PAY_LINK
      const message =
        paidWith === 'on-file' ? declineMessageOnFile(refusal, { isByLink }) : declineMessage(refusal.reason)
      return { kind: 'refused', errors: { number: [message] } }
    }
    case 'returned':
      return { kind: 'refused', errors: messages.paidAfterTheEnd }
    case 'confirming':
    case 'released':
    case undefined:
      return { kind: 'confirming', number }
  }
}
