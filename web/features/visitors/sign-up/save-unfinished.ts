import { saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { type Outcome, send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { askUntilKnown } from '#web/orders/ask-until-known.ts'
import { formerOrderOf, type OrderStanding } from '#web/orders/use-order.ts'

/** The longest that a press of Next waits for it. */
const PATIENCE_MS = 8_000

/** The result of saving a sign-up: continue, correct something, or already paid. */
export type Saved =
  | { kind: 'free' }
  | { kind: 'refused'; errors: ServerErrors }
  | { kind: 'ordered'; order: OrderStanding }
  | { kind: 'cancelled' }

/** Saves an unfinished sign-up. If a payment with its email is in progress, waits for it. */
export async function saveUnfinished(
  body: BodyOf<typeof saveUnfinishedSignUp>,
  { signal, onConfirming }: { signal: AbortSignal; onConfirming: (isConfirming: boolean) => void },
): Promise<Saved> {
  const outcome = await askUntilKnown(() => inTime(send(saveUnfinishedSignUp, body, { signal })), {
    isKnown: (said) => formerOrderOf(said) !== 'confirming',
    onWaiting: () => onConfirming(true),
    signal,
  })
  onConfirming(false)
  return signal.aborted ? { kind: 'cancelled' } : savedBy(outcome)
}

/** If saving fails or takes too long, the wizard continues: payment does not depend on it. */
function savedBy(outcome: Outcome<typeof saveUnfinishedSignUp> | { kind: 'late' }): Saved {
  if (outcome.kind === 'cancelled') return outcome
  if (outcome.kind === 'late') return { kind: 'free' }
  const former = formerOrderOf(outcome)
  if (former === 'paid' || former === 'held') return { kind: 'ordered', order: former }
  if (outcome.kind === 'refused' && outcome.status === 400) return { kind: 'refused', errors: outcome.errors }
  return { kind: 'free' }
}

/** The call is not aborted: its answer may still set the cookie that identifies this visitor. */
function inTime<Answer>(call: Promise<Answer>): Promise<Answer | { kind: 'late' }> {
  const late = new Promise<{ kind: 'late' }>((resolve) =>
    setTimeout(() => resolve({ kind: 'late' }), PATIENCE_MS),
  )
  return Promise.race([call, late])
}
