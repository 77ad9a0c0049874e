import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as messages from '#contract/billing/messages.ts'
import { formatAmount, splitByCredit } from '#contract/catalogue/money.ts'
import {
  chargeCard,
  countRequestedCharge,
  declineMessage,
  type NotVaulted,
  type PayingCard,
  uncountRequestedCharge,
} from '#server/billing/cards/charge-card.ts'
import { creditOf, reserveCredit } from '#server/billing/invoices/invoices.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { violated } from '#server/platform/db/errors.ts'
import { attempt, isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { SECOND } from '#server/ports/clock.ts'
import { holdOrder } from './hold-order.ts'
import {
  accountOf,
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
import { fulfillmentOf, type Subjects, settleJob, settleOrder } from './settle-order.ts'

type OrderDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>
/** What identifies an order: its key, the buyer, and the request. */
type OrderRequest = Pick<NewOrder, 'key' | 'kind' | 'request'> & {
  buyer: { accountId: number } | { email: string }
}

export type OrderStatus = 'paid' | 'confirming' | 'held' | 'refused'
/** The outcome of an order. Each call maps it to its own response. */
export type Ordered =
  | { kind: 'paid'; pin: string }
  | { kind: 'confirming' }
  /** The sign-up is under review before it is charged. */
  | { kind: 'held' }
  | { kind: 'refused'; errors: OrderErrors }
  /** The key belongs to another order, with this status. It is final only if refused. */
  | { kind: 'other-order'; status: OrderStatus }
  /** Another order of the same buyer is not settled yet. */
  | { kind: 'busy' }

/** An order of an account, before its amount is known. */
export type AccountOrder<Kind extends OrderKind> = Pick<NewOrder<Kind>, 'key' | 'kind' | 'request'> & {
  buyer: { accountId: number }
}

/** How long a second submit waits for the first one's outcome before it is told to poll. */
const WAIT_FOR_ANSWER_MS = 20 * SECOND
const ASK_AGAIN_MS = 150

/**
 * Records the order as an intent, asks the gateway with no transaction open, records the outcome, and answers
 * from the record. After a kill at any point, the settling job can finish the order. `check` runs again after
 * the insert, because its inputs may have changed while this order waited for another one. Without a card,
 * credit pays for all of it, in the transaction that places it.
 */
export async function payOrder<Kind extends OrderKind>(
  deps: OrderDeps & Pick<Deps, 'fraud'>,
  order: NewOrder<Kind, Subjects[Kind]>,
  card: PayingCard | null,
  check: (tx: Db, orderId: number) => Promise<Refused | undefined> = async () => undefined,
): Promise<Ordered | Refused> {
  const accountId = card && 'accountId' in order.buyer ? order.buyer.accountId : undefined
  const throttled = accountId && (await countRequestedCharge(deps.db, accountId, deps.clock.now()))
  if (throttled) return throttled
  const placed = await placeOrder(deps, order, check)
  if (accountId && (isRefused(placed) || typeof placed === 'string'))
    await uncountRequestedCharge(deps.db, accountId)
  if (isRefused(placed)) return placed
  if (placed === 'busy') return { kind: 'busy' }
  if (placed !== 'taken' && card) await chargeOrder(deps, placed, card)
  return answerRepeat(deps, await existing(deps.db, order.key), order)
}

/**
 * Answers a repeat of an order from its record. `place` checks the request and places the order. A refusal
 * stands only if no request with the same key has placed the order since: once the order is fulfilled, the
 * checks refuse its repeats.
 */
export async function orderOnce<Answer>(
  deps: Pick<OrderDeps, 'db' | 'config'>,
  requested: OrderRequest,
  answerOf: (ordered: Ordered) => Answer | Promise<Answer>,
  place: () => Promise<Answer | Refused>,
): Promise<Answer | Refused> {
  const former = await findAnswer(deps, requested)
  if (former) return answerOf(former)
  const placed = await attempt(place())
  const meanwhile = isRefused(placed) ? await findAnswer(deps, requested) : undefined
  return meanwhile ? answerOf(meanwhile) : placed
}

async function findAnswer(
  deps: Pick<OrderDeps, 'db' | 'config'>,
  requested: OrderRequest,
): Promise<Ordered | undefined> {
  const former = await findOrder(deps.db, requested.key)
  return former && answerRepeat(deps, former, requested)
}

async function placeOrder(
  { db, clock, jobs, config }: OrderDeps,
  order: NewOrder,
  check: (tx: Db, orderId: number) => Promise<Refused | undefined>,
): Promise<Order | 'taken' | 'busy' | Refused> {
  const { key, amountCents } = order
  const { termsVersion, settleSeconds, secrets } = config
  const now = clock.now()
  try {
    return await db.transaction(async (tx) => {
      const bodyDigest = digestOf(order, secrets[0] ?? '')
      const placed = await insertOrder(tx, { ...order, bodyDigest, termsVersion }, now)
      const refused =
        (await check(tx, placed.id)) ??
        (await fulfillmentOf(placed).reserve(tx, placed)) ??
        (await reserveItsCredit(tx, placed, now))
      if (refused) throw refused
      if (amountCents === 0 && placed.creditCents > 0) {
        await closeOrder(tx, placed.id, 'paid', now)
        await fulfillmentOf(placed).paid(tx, { jobs, config, now }, placed, null)
        return placed
      }
      await jobs.send(tx, settleJob, { key }, settleSeconds * SECOND)
      return placed
    })
  } catch (error) {
    if (isRefused(error)) return error
    // Another request has placed it in the meantime: a double click, or another tab with the same key.
    if (violated(error, 'one_order_per_key')) return 'taken'
    if (violated(error, 'one_waiting_order_per_email')) return 'busy'
    if (violated(error, 'one_open_order_per_account')) return 'busy'
    throw error
  }
}

async function reserveItsCredit(tx: Db, order: Order, now: Date): Promise<Refused | undefined> {
  if (await reserveCredit(tx, order, now)) return undefined
  const { cents } = splitByCredit(order.amountCents + order.creditCents, await creditOf(tx, accountOf(order)))
  return refuseOutdated(messages.otherAmountNow(formatAmount(cents)))
}

async function chargeOrder(
  deps: OrderDeps & Pick<Deps, 'fraud'>,
  order: Order,
  paying: PayingCard,
): Promise<void> {
  const { db, clock } = deps
  const { key, amountCents: amount } = order
  const charged = await chargeCard(deps, paying, {
    note: async (card) => ((await noteCharge(db, order, card, clock.now())) ? { key, amount } : undefined),
    settle: (outcome) => settleOrder(deps, order, outcome),
    hold: (card, risk, why) => holdOrder(deps, order, { card, risk, why }),
  })
  if (charged.kind === 'settled' || charged.kind === 'unsent' || charged.kind === 'held') return
  // Nothing was charged: the card was not even vaulted.
  const { givenUp } = fulfillmentOf(order)
  const errors = errorsOf(order, charged)
  await db.transaction(async (tx) => {
    if (await closeOrder(tx, order.id, 'refused', clock.now(), errors)) await givenUp(tx, order, clock.now())
  })
}

function errorsOf(order: Order, refusal: NotVaulted): OrderErrors {
  switch (refusal.kind) {
    case 'declined':
      return fulfillmentOf(order).declined(declineMessage(refusal.reason))
    case 'unknown':
      return messages.gatewayAway
    case 'refused':
      return refusal.refused.errors
  }
}

/**
 * The same key with the same request gets the same answer. If the first request is still running, wait for
 * it.
 */
async function answerRepeat(
  { db, config }: Pick<OrderDeps, 'db' | 'config'>,
  former: Order,
  requested: OrderRequest,
): Promise<Ordered> {
  // For a key of another kind or account, reveal nothing: as far as this caller knows, there was no such
  // order.
  if (!isOfSameBuyer(former, requested)) return { kind: 'other-order', status: 'refused' }
  if (!isSameRequest(former, requested, config.secrets)) {
    return { kind: 'other-order', status: statusOf(former.state) }
  }
  const deadline = performance.now() + WAIT_FOR_ANSWER_MS
  let order = former
  while (order.state === 'intent' && performance.now() < deadline) {
    await pause(ASK_AGAIN_MS)
    order = await existing(db, order.key)
  }
  const status = statusOf(order.state)
  switch (status) {
    case 'paid':
      return { kind: 'paid', pin: order.pin ?? '' }
    case 'confirming':
      return { kind: 'confirming' }
    case 'held':
      return { kind: 'held' }
    case 'refused':
      return { kind: 'refused', errors: order.refusal ?? messages.notCharged }
  }
}

function statusOf(state: OrderState): OrderStatus {
  switch (state) {
    case 'paid':
      return 'paid'
    case 'intent':
    case 'unknown':
      return 'confirming'
    case 'held':
      return 'held'
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

function isOfSameBuyer(former: Order, { kind, buyer }: OrderRequest): boolean {
  return former.kind === kind && ('email' in buyer || former.accountId === buyer.accountId)
}

/** Tries every secret, because a repeat may arrive after a rotation. */
function isSameRequest(former: Order, requested: OrderRequest, secrets: readonly string[]): boolean {
  return secrets.some((secret) => timingSafeEqual(former.bodyDigest, digestOf(requested, secret)))
}

/**
 * Recognizes a repeated request without storing it. Keyed, so that its content cannot be guessed from the
 * digest.
 */
function digestOf({ buyer, kind, request }: OrderRequest, secret: string): Buffer {
  const compared = 'email' in buyer ? request : [buyer.accountId, kind, request]
  return createHmac('sha256', secret).update(JSON.stringify(compared)).digest()
}

/**
 * Maps the outcome of an account's order to the response of its call. A 409 carries the status of the order
 * that already uses the key: a new attempt under another key is safe only if that one was refused.
 */
export function answerOfOrder<Done extends string>(
  ordered: Ordered | Refused,
  done: Done,
): { data: { status: Done | 'confirming' } } | Refused {
  if (isRefused(ordered)) return ordered
  switch (ordered.kind) {
    case 'paid':
      return { data: { status: done } }
    case 'confirming':
    case 'held':
      return { data: { status: 'confirming' } }
    case 'refused':
      return refuse('invalid-fields', { errors: ordered.errors })
    case 'other-order': {
      const status =
        ordered.status === 'paid' ? done : ordered.status === 'held' ? 'confirming' : ordered.status
      return refuse('other-body', { also: { data: { status } } })
    }
    case 'busy':
      return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
  }
}
