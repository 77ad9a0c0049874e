import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as messages from '#contract/billing/messages.ts'
import { chargeCard, type NotKept, type PayingCard } from '#server/billing/cards/charge-card.ts'
import { declineMessage } from '#server/billing/cards/decline-messages.ts'
import type { Deps } from '#server/deps.ts'
import { type Db, violated } from '#server/platform/db/database.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import {
  closeOrder,
  findOrder,
  insertOrder,
  type NewOrder,
  noteCharge,
  type Order,
  type OrderErrors,
  type OrderKind,
  type OrderState,
} from './order.ts'
import { fulfillmentOf, type Subjects, settleJobs, settleOrder } from './settle-order.ts'

type OrderDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>
/** What names an order: its key, who asks, and for what. */
type Asked = Pick<NewOrder, 'key' | 'kind' | 'request'> & {
  buyer: { accountId: number } | { email: string }
  /** Of an order that a release before has placed there is nothing else to compare. */
  amountCents?: number
}

export type OrderStatus = 'paid' | 'confirming' | 'refused'
/** What became of an order; each call says it in its own words. */
export type Ordered =
  | { kind: 'paid'; pin: string }
  | { kind: 'confirming' }
  | { kind: 'refused'; errors: OrderErrors }
  /** The key belongs to another order, which became this. Only where that was refused it is over. */
  | { kind: 'other-order'; status: OrderStatus }
  /** Another order of the same buyer is not settled yet. */
  | { kind: 'busy' }

/** How long a second submit waits for the first one's answer before it is told to ask again. */
const WAIT_FOR_ANSWER_MS = 20 * SECOND
const ASK_AGAIN_MS = 150

/**
 * Write the intent, then ask the gateway with no transaction open, then write what came of it, then answer from what
 * is written. A kill anywhere leaves an order that the settling job can finish. `check` is asked once more behind the
 * insert: what it looks at may have changed while this order waited for another one.
 */
export async function payOrder<Kind extends OrderKind>(
  deps: OrderDeps & Pick<Deps, 'fraud'>,
  order: NewOrder<Kind, Subjects[Kind]>,
  card: PayingCard,
  check: (tx: Db, orderId: number) => Promise<Refused | undefined> = async () => undefined,
): Promise<Ordered | Refused> {
  const placed = await placeOrder(deps, order, check)
  if (isRefused(placed)) return placed
  if (placed === 'busy') return { kind: 'busy' }
  if (placed !== 'taken') await chargeOrder(deps, placed, card)
  return answerRepeat(deps, await existing(deps.db, order.key), order)
}

/** Asked before anything else of a request: by now what was ordered may have changed what it would be refused for. */
export async function findAnswer(
  deps: Pick<OrderDeps, 'db' | 'config'>,
  asked: Asked,
): Promise<Ordered | undefined> {
  const former = await findOrder(deps.db, asked.key)
  return former && answerRepeat(deps, former, asked)
}

async function placeOrder(
  { db, clock, jobs, config }: OrderDeps,
  order: NewOrder,
  check: (tx: Db, orderId: number) => Promise<Refused | undefined>,
): Promise<Order | 'taken' | 'busy' | Refused> {
  const { key, kind } = order
  const { termsVersion, settleSeconds, secrets } = config
  const now = clock.now()
  try {
    return await db.transaction(async (tx) => {
      const bodyDigest = digestOf(order, secrets[0] ?? '')
      const placed = await insertOrder(tx, { ...order, bodyDigest, termsVersion }, now)
      const refused = await check(tx, placed.id)
      if (refused) throw refused
      await jobs.send(tx, settleJobs[kind], { key }, later(now, settleSeconds * SECOND))
      return placed
    })
  } catch (error) {
    if (isRefused(error)) return error
    // Somebody placed it meanwhile: a double click, or another tab with the same key.
    if (violated(error, 'one_order_per_key')) return 'taken'
    if (violated(error, 'one_open_order_per_email')) return 'busy'
    if (violated(error, 'one_open_order_per_account')) return 'busy'
    throw error
  }
}

async function chargeOrder(
  deps: OrderDeps & Pick<Deps, 'fraud'>,
  order: Order,
  card: PayingCard,
): Promise<void> {
  const { db, clock } = deps
  const { key, amountCents: amount } = order
  const charged = await chargeCard(deps, card, {
    note: async (kept) => ((await noteCharge(db, order, kept, clock.now())) ? { key, amount } : undefined),
    settle: (outcome) => settleOrder(deps, order, outcome),
  })
  if (charged.kind === 'settled' || charged.kind === 'unsent') return
  // Nothing was charged: the card was not even kept.
  const { givenUp } = fulfillmentOf(order)
  const errors = errorsOf(order, charged)
  await db.transaction(async (tx) => {
    if (await closeOrder(tx, order.id, 'refused', clock.now(), errors)) await givenUp(tx, order, clock.now())
  })
}

function errorsOf(order: Order, notKept: NotKept): OrderErrors {
  switch (notKept.kind) {
    case 'declined':
      return fulfillmentOf(order).declined(declineMessage(notKept.reason))
    case 'unknown':
      return messages.gatewayAway
    case 'refused':
      return notKept.refused.errors
  }
}

/** The same key with the same request answers the same; while the first is under way, its answer is waited for. */
async function answerRepeat(
  { db, config }: Pick<OrderDeps, 'db' | 'config'>,
  former: Order,
  asked: Asked,
): Promise<Ordered> {
  // Under a key of another kind, or of another account, nothing was ever ordered here.
  if (!isOfSameBuyer(former, asked)) return { kind: 'other-order', status: 'refused' }
  if (!isSameRequest(former, asked, config.secrets)) {
    return { kind: 'other-order', status: statusOf(former.state) }
  }
  const deadline = Date.now() + WAIT_FOR_ANSWER_MS
  let order = former
  while (order.state === 'intent' && Date.now() < deadline) {
    await pause(ASK_AGAIN_MS)
    order = await existing(db, order.key)
  }
  const status = statusOf(order.state)
  switch (status) {
    case 'paid':
      return { kind: 'paid', pin: order.pin ?? '' }
    case 'confirming':
      return { kind: 'confirming' }
    case 'refused':
      return { kind: 'refused', errors: order.refusal ?? messages.notCharged }
  }
}

export function statusOf(state: OrderState): OrderStatus {
  switch (state) {
    case 'paid':
      return 'paid'
    case 'intent':
    case 'unknown':
      return 'confirming'
    case 'declined':
    case 'refused':
    case 'voided':
      return 'refused'
  }
}

async function existing(db: Db, key: string): Promise<Order> {
  const order = await findOrder(db, key)
  if (!order) throw new Error('An order has vanished')
  return order
}

function isOfSameBuyer(former: Order, { kind, buyer }: Asked): boolean {
  return former.kind === kind && ('email' in buyer || former.accountId === buyer.accountId)
}

/** Whichever of the secrets made the digest: a repeat may come after a rotation. */
function isSameRequest(former: Order, asked: Asked, secrets: readonly string[]): boolean {
  if (!former.isComparedByRequest) return former.amountCents === asked.amountCents
  return secrets.some((secret) => timingSafeEqual(former.bodyDigest, digestOf(asked, secret)))
}

/** Recognises an order that comes again without keeping what it says: keyed, so that nothing can be guessed back. */
function digestOf({ buyer, kind, request }: Asked, secret: string): Buffer {
  const compared = 'email' in buyer ? request : [buyer.accountId, kind, request]
  return createHmac('sha256', secret).update(JSON.stringify(compared)).digest()
}
