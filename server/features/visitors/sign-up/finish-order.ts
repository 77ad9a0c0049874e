import { beginSetUp } from '#server/accounts/set-up.ts'
import { declineInWords } from '#server/billing/cards/decline-words.ts'
import { settleCharge } from '#server/billing/orders/charges.ts'
import { closeOrder, markUnknown } from '#server/billing/orders/orders.ts'
import type { Deps } from '#server/deps.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { ChargeOutcome, DeclineReason } from '#server/ports/payments.ts'
import type { Customer, Secrets } from './customer.ts'
import { postReceipt } from './mails.ts'
import { makeAccount } from './make-account.ts'
import { dropUnfinished } from './queries.ts'

type FinishDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
export type PlacedOrder = { id: number; key: string; customer: Customer & Secrets }
export type Finished =
  | { kind: 'registered'; pin: string }
  | { kind: 'refused'; refused: Refused }
  | { kind: 'confirming' }

/** What the gateway said becomes the truth here, in one transaction. Undefined: somebody else has closed the order. */
export async function finishOrder(
  deps: FinishDeps,
  order: PlacedOrder,
  outcome: ChargeOutcome,
): Promise<Finished | undefined> {
  switch (outcome.kind) {
    case 'paid':
      return finishPaid(deps, order, outcome.reference)
    case 'declined':
      return finishDeclined(deps, order, outcome.reason)
    case 'unknown':
      await deps.db.transaction(async (tx) => {
        await settleCharge(tx, order.key, { outcome: 'unknown' }, deps.clock.now())
        await markUnknown(tx, order.id)
      })
      return { kind: 'confirming' }
  }
}

async function finishPaid(
  deps: FinishDeps,
  order: PlacedOrder,
  reference: string,
): Promise<Finished | undefined> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const closed = await closeOrder(tx, order.id, 'paid', now)
    if (!closed) return undefined
    const charge = await settleCharge(tx, order.key, { outcome: 'paid', reference }, now)
    if (!charge) throw new Error(`The paid order ${order.id} has no charge`)
    const { customer } = order
    const made = await makeAccount(tx, { orderId: order.id, customer, lines: closed.lines, charge }, now)
    await dropUnfinished(tx, customer.email)
    await beginSetUp(tx, { ...deps, now }, made.accountId)
    await postReceipt(tx, { ...deps, now }, { customer, lines: closed.lines, charge, ...made })
    return { kind: 'registered', pin: made.pin }
  })
}

async function finishDeclined(
  deps: FinishDeps,
  order: PlacedOrder,
  reason: DeclineReason,
): Promise<Finished | undefined> {
  const now = deps.clock.now()
  const errors = { payment_form: { number: [declineInWords(reason)] } }
  return deps.db.transaction(async (tx) => {
    const closed = await closeOrder(tx, order.id, 'declined', now, errors)
    if (!closed) return undefined
    await settleCharge(tx, order.key, { outcome: 'declined', reason }, now)
    return { kind: 'refused', refused: refuse('invalid-fields', { errors }) }
  })
}
