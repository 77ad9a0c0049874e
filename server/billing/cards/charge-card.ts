import { randomUUID } from 'node:crypto'
import * as messages from '#contract/billing/messages.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { OrderErrors } from '#server/billing/orders/order.ts'
import { classOf } from '#server/billing/renewals/reasons.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { findThrottled, giveBackTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'
import type { CountedPayment, Review, Risk } from '#server/ports/fraud.ts'
import type { CardDetails, ChargeOutcome, DeclineReason, Refusal } from '#server/ports/payments.ts'
import { findTypedErrors } from './card-tries.ts'
import type { StoredCard } from './cards.ts'

type CardDeps = Pick<Deps, 'db' | 'jobs' | 'payments' | 'fraud' | 'clock'>
export type PayingCard = { kind: 'on-file'; card: StoredCard } | TypedCard
/** Kept only in the memory of this request. A sign-up has no account yet. */
export type TypedCard = { kind: 'typed'; card: CardDetails; risk: Risk; accountId: number | null }

export type NotVaulted =
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'unknown' }
  /** Refused by the fraud rules, or as a card that its bank has refused before. Nothing is charged. */
  | { kind: 'refused'; refused: { refused: 'invalid-fields'; errors: OrderErrors } }

/**
 * Sends one charge to the bank. The charge is recorded before it is sent, and settled by the bank's answer.
 * If it cannot be recorded (another request has it), nothing is sent. For a typed card, the fraud count is
 * then corrected by the outcome.
 */
export async function chargeCard<Settled>(
  deps: CardDeps,
  paying: PayingCard,
  charge: {
    note(card: StoredCard): Promise<{ key: string; amount: Cents } | undefined>
    settle(outcome: ChargeOutcome, key: string): Promise<Settled>
    /** Stores the card while an operator decides whether it is charged. Only sign-ups are held. */
    hold?(card: StoredCard, risk: Risk, why: string): Promise<void>
  },
): Promise<{ kind: 'settled'; settled: Settled } | { kind: 'unsent' } | { kind: 'held' } | NotVaulted> {
  const vaulted =
    paying.kind === 'on-file'
      ? { kind: 'vaulted' as const, card: paying.card, payment: undefined, review: undefined }
      : await vaultCard(deps, paying)
  if (vaulted.kind !== 'vaulted') return vaulted
  const { card, payment, review } = vaulted
  if (review && paying.kind === 'typed') {
    const { hold } = charge
    if (!hold) throw new Error('Only a sign-up can be held for review')
    await beforeAsking(payment, () => hold(card, paying.risk, review.review))
    await payment.end('held')
    return { kind: 'held' }
  }
  const noted = await beforeAsking(payment, () => charge.note(card))
  if (!noted) {
    await payment?.end('unasked')
    return { kind: 'unsent' }
  }
  const outcome = await deps.payments.charge({ ...noted, token: card.token, isRenewal: false })
  const settled = await charge.settle(outcome, noted.key)
  await payment?.end(outcome.kind === 'paid' ? 'approved' : outcome.kind)
  return { kind: 'settled', settled }
}

/**
 * The only path to the gateway for a card that a customer entered. It is counted first, and again once the
 * gateway has returned an id for its number, which also recognizes a card of the account that its bank has
 * refused. A card that is not needed afterwards is deleted from the vault by a job.
 */
export async function vaultCard(
  deps: CardDeps,
  { card, risk, accountId }: TypedCard,
  options = { verify: false },
): Promise<
  { kind: 'vaulted'; card: StoredCard; payment: CountedPayment; review: Review | undefined } | NotVaulted
> {
  const { db, payments, fraud, clock } = deps
  const payment = await fraud.countPayment(risk, clock.now())
  if ('refused' in payment) return { kind: 'refused', refused: payment }
  const vaulted = await beforeAsking(payment, async () =>
    payments.vault(card, { ...options, token: await chooseToken(deps) }),
  )
  switch (vaulted.kind) {
    case 'vaulted': {
      const { numberId } = vaulted
      const checked = await beforeAsking(payment, () => payment.checkNumber(numberId, clock.now()))
      if (checked && 'refused' in checked) {
        await payment.end('unasked')
        return { kind: 'refused', refused: checked }
      }
      const storedCard = { ...vaulted.card, gateway: payments.name, holder: card.holder, numberId }
      const errors =
        accountId !== null &&
        (await beforeAsking(payment, () =>
          findTypedErrors(db, accountId, storedCard, clock.now(), { isCharged: !options.verify }),
        ))
      if (errors) {
        await payment.end('unasked')
        return { kind: 'refused', refused: { refused: 'invalid-fields', errors } }
      }
      return { kind: 'vaulted', card: storedCard, payment, review: checked }
    }
    case 'declined':
      await payment.checkNumber(vaulted.numberId, clock.now())
      await payment.end('declined')
      return { kind: 'declined', reason: vaulted.reason }
    case 'unknown':
      await payment.end('unasked')
      return { kind: 'unknown' }
  }
}

/** If this fails, no bank was asked: the payment does not count as a decline. */
async function beforeAsking<Result>(
  payment: CountedPayment | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await payment?.end('unasked')
    throw error
  }
}

/** Deletes a card from the gateway's vault, unless it is in use. */
const deleteLeftCard = defineJob<{ token: string }>({
  name: 'forget-left-card',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 3600,
  expiresSeconds: 30,
})

/** Longer than any request that stores a card and then charges it. */
const LOOK_AFTER_MS = 10 * MINUTE
const LOOK_AGAIN_MS = HOUR

/**
 * Chooses the token under which a card will be stored, and queues a later check of it. Called before the
 * gateway is asked, so that a card stored without our knowledge can also be deleted, whatever is killed.
 */
async function chooseToken({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<string> {
  const token = randomUUID()
  await jobs.send(db, deleteLeftCard, { token }, LOOK_AFTER_MS)
  return token
}

export function handleLeftCards({ db, jobs, payments }: Pick<Deps, 'db' | 'jobs' | 'payments'>): void {
  jobs.handle(deleteLeftCard, async ({ token }) => {
    switch (await needOf(db, token)) {
      case 'on-file':
        return
      case 'waits':
        return jobs.send(db, deleteLeftCard, { token }, LOOK_AGAIN_MS)
      case 'none':
        await payments.deleteCard(token)
        // A held sign-up keeps its token until its card is deleted, by its own job or by this one.
        await db.run(sql`update held_sign_ups set gateway_token = null where gateway_token = ${token}`)
    }
  })
}

/** `on-file`: an account has or had the card. `waits`: its charge or sign-up is undecided. */
async function needOf(db: Db, token: string): Promise<'on-file' | 'waits' | 'none'> {
  const { need } = await db.one<{ need: 'on-file' | 'waits' | 'none' }>(sql`
    select case
      when exists (select from cards where gateway_token = ${token}) then 'on-file'
      when exists (select from charges where gateway_token = ${token} and outcome in ('sent', 'unknown'))
        or exists (
          select from held_sign_ups h join orders o on o.id = h.order_id
          where h.gateway_token = ${token} and o.state in ('intent', 'held', 'unknown')) then 'waits'
      else 'none' end as need`)
  return need
}

const byAccount: Limit = { name: 'charges:account', tries: 10, windowMinutes: 60 }

/**
 * Counts a charge requested by somebody: every order of an account and its open bill, with any card. Sign-ups
 * have their own limits, and automatic renewals do not count.
 */
export async function countRequestedCharge(
  db: Db,
  accountId: number,
  now: Date,
): Promise<Refused | undefined> {
  const full = await findThrottled(db, [[byAccount, String(accountId)]], now)
  if (!full) return undefined
  const minutes = Math.ceil((full.retryAfterSeconds ?? 0) / 60)
  return refuse('throttled', { ...full, errors: messages.tooManyPayments(minutes) })
}

/** For a charge that was paid, or for which no bank was asked. */
export function uncountRequestedCharge(db: Db, accountId: number): Promise<void> {
  return giveBackTry(db, byAccount, String(accountId))
}

export function declineMessage(reason: DeclineReason): string {
  return isShort(reason) ? messages.cardShort : messages.cardDeclined
}

/**
 * The message for a card on file, which its bank has verified before: it may give the bank's reason, to people
 * of the account. A card just typed gets `declineMessage`.
 */
export function declineMessageOnFile(refusal: Refusal, { isByLink = false } = {}): string {
  switch (classOf(refusal)) {
    case 'never':
      return isByLink ? messages.cardNotAcceptedNow : messages.cardNotChargedAgain(refusal.reason)
    case 'payday':
      return messages.cardShort
    case 'soon':
      return messages.bankBusy
    case 'usual':
      return messages.cardDeclined
  }
}

/** The message for a card that was declined when it was put on file without a charge. */
export function verifyDeclineMessage(reason: DeclineReason): string {
  return isShort(reason) ? messages.cardShortUnchanged : messages.cardNotApproved
}

/**
 * The message never reveals which card detail is wrong, because card testers would learn from it.
 * Insufficient funds are named, because only then can the same card work later: see docs/decisions/card-testing.md.
 */
function isShort(reason: DeclineReason): boolean {
  return reason === 'insufficient-funds'
}
