import type { Cents } from '#contract/catalogue/money.ts'
import type { Deps } from '#server/deps.ts'
import type { CountedPayment, RefusedPayment, Review, Risk } from '#server/ports/fraud.ts'
import type { CardDetails, ChargeOutcome, DeclineReason } from '#server/ports/payments.ts'
import type { KeptCard } from './cards.ts'
import { chooseToken } from './left-cards.ts'

type CardDeps = Pick<Deps, 'db' | 'jobs' | 'payments' | 'fraud' | 'clock'>
export type PayingCard =
  | { kind: 'on-file'; card: KeptCard }
  /** Kept only in the memory of this request. */
  | { kind: 'typed'; card: CardDetails; risk: Risk }

export type NotKept =
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'unknown' }
  /** Refused by the fraud rules, before any bank was asked. */
  | { kind: 'refused'; refused: RefusedPayment }

/**
 * Sends one charge to the bank. The charge is recorded before it is sent, and settled by the bank's answer.
 * If it cannot be recorded (another request has it), nothing is sent. For a typed card, the fraud count is
 * then corrected by the outcome.
 */
export async function chargeCard<Settled>(
  deps: CardDeps,
  paying: PayingCard,
  charge: {
    note(card: KeptCard): Promise<{ key: string; amount: Cents } | undefined>
    settle(outcome: ChargeOutcome, key: string): Promise<Settled>
    /** Keeps the card for a person who decides whether it is charged. Only sign-ups are held. */
    hold?(card: KeptCard, risk: Risk, why: string): Promise<void>
  },
): Promise<{ kind: 'settled'; settled: Settled } | { kind: 'unsent' } | { kind: 'held' } | NotKept> {
  const vaulted =
    paying.kind === 'on-file'
      ? { kind: 'kept' as const, card: paying.card, payment: undefined, review: undefined }
      : await vaultCard(deps, paying.card, paying.risk)
  if (vaulted.kind !== 'kept') return vaulted
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
 * gateway has returned an id for its number. A card that is not kept afterwards is deleted from the vault by a job.
 */
export async function vaultCard(
  deps: CardDeps,
  card: CardDetails,
  risk: Risk,
  options = { verify: false },
): Promise<{ kind: 'kept'; card: KeptCard; payment: CountedPayment; review: Review | undefined } | NotKept> {
  const { payments, fraud, clock } = deps
  const payment = await fraud.countPayment(risk, clock.now())
  if ('refused' in payment) return { kind: 'refused', refused: payment }
  const vaulted = await beforeAsking(payment, async () =>
    payments.vault(card, { ...options, token: await chooseToken(deps) }),
  )
  switch (vaulted.kind) {
    case 'kept': {
      const { numberId } = vaulted
      const checked = await beforeAsking(payment, () => payment.checkNumber(numberId, clock.now()))
      if (checked && 'refused' in checked) {
        await payment.end('unasked')
        return { kind: 'refused', refused: checked }
      }
      const kept = { ...vaulted.card, gateway: payments.name, holder: card.holder, numberId }
      return { kind: 'kept', card: kept, payment, review: checked }
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
