import { saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { type Outcome, send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { askUntilKnown } from '#web/orders/ask-until-known.ts'
import { formerOrderOf } from '#web/orders/submit-order.ts'

/** Nobody waits longer for it at one press. */
const PATIENCE_MS = 8_000

/** What came of keeping a sign-up: the way is free, something is to be mended, or there is nothing left to buy. */
export type Saved =
  | { kind: 'free' }
  | { kind: 'refused'; errors: ServerErrors }
  | { kind: 'paid before' }
  | { kind: 'cancelled' }

/** Keeps an unfinished sign-up. A payment that is under way with its email is waited for. */
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

/** When it cannot be reached, or not in time, one goes on all the same: paying does not need it. */
function savedBy(outcome: Outcome<typeof saveUnfinishedSignUp> | { kind: 'late' }): Saved {
  if (outcome.kind === 'cancelled') return outcome
  if (outcome.kind === 'late') return { kind: 'free' }
  if (formerOrderOf(outcome) === 'paid') return { kind: 'paid before' }
  if (outcome.kind === 'refused' && outcome.status === 400) return { kind: 'refused', errors: outcome.errors }
  return { kind: 'free' }
}

/** The call itself is not given up: its answer may still bring the cookie by which this visitor is known. */
function inTime<Answer>(call: Promise<Answer>): Promise<Answer | { kind: 'late' }> {
  const late = new Promise<{ kind: 'late' }>((resolve) =>
    setTimeout(() => resolve({ kind: 'late' }), PATIENCE_MS),
  )
  return Promise.race([call, late])
}
