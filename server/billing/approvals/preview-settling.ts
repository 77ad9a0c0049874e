import { formatAmount } from '#contract/catalogue/money.ts'
import { findCharge, refuseSettled } from '#server/billing/charges/settle-charge.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Settling } from './money-action.ts'
import type { Planned } from './planned.ts'

/** What follows depends on what was bought; the charge itself says how much is at stake. */
export async function previewSettling(
  tx: Db,
  { charge: id, word }: Settling,
): Promise<Omit<Planned, 'suppose' | 'mail'> | Refused> {
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
