import type { Deps } from '#server/deps.ts'
import type { Refused } from '#server/platform/refusal.ts'
import type { CountedPayment, Risk } from '#server/ports/fraud.ts'
import type { CardDetails, DeclineReason, VaultedCard } from '#server/ports/payments.ts'

export type CountedVaulting =
  /** Whoever charges the card tells the count how it ended. */
  | { kind: 'kept'; card: VaultedCard; payment: CountedPayment }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'unknown' }
  /** By the fraud rules, before any bank was asked. */
  | { kind: 'refused'; refused: Refused }

/** The one way to the gateway for a card that somebody typed: counted first, and again once its number has a name. */
export async function vaultCard(
  { payments, fraud, clock }: Pick<Deps, 'payments' | 'fraud' | 'clock'>,
  card: CardDetails,
  risk: Risk,
  options = { verify: false },
): Promise<CountedVaulting> {
  const payment = await fraud.countPayment(risk, clock.now())
  if ('refused' in payment) return { kind: 'refused', refused: payment }
  const vaulted = await payments.vault(card, options)
  switch (vaulted.kind) {
    case 'kept': {
      const refused = await payment.refusalOfNumber(vaulted.numberId, clock.now())
      if (!refused) return { kind: 'kept', card: vaulted.card, payment }
      await payment.end('unasked')
      return { kind: 'refused', refused }
    }
    case 'declined':
      await payment.end('declined')
      return { kind: 'declined', reason: vaulted.reason }
    case 'unknown':
      await payment.end('unasked')
      return { kind: 'unknown' }
  }
}
