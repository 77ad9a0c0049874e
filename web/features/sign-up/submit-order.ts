import { submitSignUpAddress } from '#contract/addresses/sign-up.ts'
import type { BodyOf } from '#contract/calls/call.ts'
import type { submitSignUp } from '#contract/calls/sign-up.ts'
import { type Outcome, send } from '#web/api.ts'

const ASK_AGAIN_MS = 3_000
/** Fields are wrong, or the key belongs to another body: this order is over, and nothing was charged for it. */
const definiteRefusals = [400, 409]

type Order = BodyOf<typeof submitSignUp>
export type OrderOutcome = Outcome<typeof submitSignUp>

/**
 * Sends an order until its outcome is known. Once the bank is being asked, a lost answer proves nothing: the same
 * order with the same key is asked about until there is a definite one.
 */
export async function submitOrder(
  order: Order,
  { signal, onConfirming }: { signal: AbortSignal; onConfirming: () => void },
): Promise<OrderOutcome> {
  let isConfirming = false
  for (;;) {
    const outcome = await send<typeof submitSignUp>(submitSignUpAddress, order, { signal })
    isConfirming ||= isUnknown(outcome)
    if (!isConfirming || isDefinite(outcome)) return outcome
    onConfirming()
    await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
  }
}

export function endsOrder(outcome: OrderOutcome): boolean {
  return outcome.kind === 'refused' && definiteRefusals.includes(outcome.status)
}

function isUnknown(outcome: OrderOutcome): boolean {
  return outcome.kind === 'answered' && outcome.answer.data.status === 'confirming'
}

function isDefinite(outcome: OrderOutcome): boolean {
  if (outcome.kind === 'answered') return outcome.answer.data.status === 'registered'
  return outcome.kind === 'cancelled' || endsOrder(outcome)
}
