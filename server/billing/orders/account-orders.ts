import * as messages from '#contract/billing/messages.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import type { KeptCard } from '#server/billing/cards/cards.ts'
import { declineInWords } from '#server/billing/cards/decline-words.ts'
import type { Deps } from '#server/deps.ts'
import { type Db, violated } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { ChargeOutcome } from '#server/ports/payments.ts'
import { type Change, findObstacle, finishChange, giveUpChange, waitForChange } from './account-changes.ts'
import { digestOf, isDigestOf } from './body-digest.ts'
import { noteCharge, settleCharge } from './charges.ts'
import { lookAgainLater } from './late-charges.ts'
import { closeOrder, markUnknown, type OrderState } from './orders.ts'
import { returnPayment } from './return-payment.ts'

type OrderDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>
export type Ordered = 'paid' | 'confirming' | Refused

type AccountOrder = {
  key: string
  accountId: number
  amountCents: number
  change: Change
  address: string
}

/** Asks the gateway what became of an order of an account that nobody has finished. It never charges. */
export const settleAccountOrder = defineJob<{ key: string }>({
  name: 'settle-account-order',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

/** What an account buys beyond its renewals, in the same order as a sign-up: intent, charge, and what came of it. */
export async function payAccountOrder(
  deps: OrderDeps,
  order: AccountOrder,
  card: KeptCard,
): Promise<Ordered> {
  const { db, clock, payments } = deps
  const placed = await placeOrder(deps, order)
  if (placed === 'taken') return answerFormer(deps, order)
  if (typeof placed !== 'number') return placed
  const { key, amountCents } = order
  const noted = { key, orderId: placed, gateway: card.gateway, card, holder: card.holder, amountCents }
  if (!(await noteCharge(db, noted, clock.now()))) return answerFormer(deps, order)
  const outcome = await payments.charge({ key, token: card.token, amount: amountCents, isRenewal: false })
  return finishAccountOrder(deps, { id: placed, ...order }, outcome)
}

async function placeOrder(deps: OrderDeps, order: AccountOrder): Promise<number | 'taken' | Refused> {
  const { db, clock, jobs, config } = deps
  const now = clock.now()
  const { key, accountId, change } = order
  try {
    return await db.transaction(async (tx) => {
      const { id } = await tx.one<{ id: number }>(sql`
        insert into orders (key, kind, account_id, email_key, body_digest, lines, amount_cents, change, terms_version,
          terms_accepted_at, terms_address, state, created_at)
        select ${key}, ${change.kind}, ${accountId}, g.email_key, ${digestOf(comparedOf(order), config.secrets)}, ${JSON.stringify(change.lines)},
          ${order.amountCents}, ${JSON.stringify(change)}, ${config.termsVersion}, ${now}, ${order.address}, 'intent', ${now}
        from agents g where g.account_id = ${accountId} and g.role = 'owner' and g.removed_at is null
        returning id`)
      await jobs.send(tx, settleAccountOrder, { key }, later(now, config.settleSeconds * SECOND))
      return id
    })
  } catch (error) {
    if (violated(error, 'one_order_per_key')) return 'taken'
    if (!violated(error, 'one_open_order_per_account')) throw error
    return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
  }
}

async function finishAccountOrder(
  deps: OrderDeps,
  order: Omit<AccountOrder, 'address'> & { id: number },
  outcome: ChargeOutcome,
): Promise<Ordered> {
  const { db, clock, jobs, config } = deps
  const { id, key, accountId, change } = order
  const now = clock.now()
  const post = { jobs, config, now }
  return db.transaction(async (tx): Promise<Ordered> => {
    switch (outcome.kind) {
      case 'paid': {
        const obstacle = await findObstacle(tx, accountId, change)
        if (!(await closeOrder(tx, id, obstacle ? 'voided' : 'paid', now, obstacle))) {
          return answerOf(await findOrder(tx, key))
        }
        if (obstacle) {
          await returnPayment(tx, post, { key, accountId, reference: outcome.reference, why: obstacle })
          await giveUpChange(tx, accountId, change, now)
          return refuse('invalid-fields', { errors: obstacle })
        }
        const charge = await settleCharge(tx, key, { outcome: 'paid', reference: outcome.reference }, now)
        if (!charge) throw new Error(`The paid order ${id} has no charge`)
        await finishChange(tx, post, { accountId, change, paid: { orderId: id, charge } })
        return 'paid'
      }
      case 'declined': {
        const errors = { number: [declineInWords(outcome.reason)] }
        if (!(await closeOrder(tx, id, 'declined', now, errors))) return answerOf(await findOrder(tx, key))
        await settleCharge(tx, key, { outcome: 'declined', reason: outcome.reason }, now)
        await giveUpChange(tx, accountId, change, now)
        return refuse('invalid-fields', { errors })
      }
      case 'unknown':
        await settleCharge(tx, key, { outcome: 'unknown' }, now)
        await markUnknown(tx, id)
        await waitForChange(tx, accountId, change, now)
        return 'confirming'
    }
  })
}

export function handleAccountOrders(deps: OrderDeps): void {
  deps.jobs.handle(settleAccountOrder, ({ key }) => settleLostOrder(deps, key))
}

/** Throws while the gateway cannot say: then it is asked again. */
export async function settleLostOrder(deps: OrderDeps, key: string): Promise<void> {
  const { db, clock, jobs, payments } = deps
  const order = await findOrder(db, key)
  if (order?.state !== 'intent' && order?.state !== 'unknown') return
  const found = await payments.find(key)
  switch (found.kind) {
    case 'paid':
    case 'declined':
      await finishAccountOrder(deps, order, found)
      return
    case 'voided':
    case 'absent': {
      const now = clock.now()
      await db.transaction(async (tx) => {
        if (!(await closeOrder(tx, order.id, 'voided', now, messages.notCharged))) return
        await settleCharge(tx, key, { outcome: found.kind }, now)
        await giveUpChange(tx, order.accountId, order.change, now)
        await lookAgainLater(tx, jobs, key, now)
      })
      return
    }
    case 'unknown':
      throw new Error('The gateway does not know yet')
  }
}

/** The same key with the same order answers the same; with another one it is refused. */
async function answerFormer(deps: OrderDeps, order: AccountOrder): Promise<Ordered> {
  const former = await findOrder(deps.db, order.key)
  const isSame = former && isDigestOf(former.bodyDigest, comparedOf(order), deps.config.secrets)
  if (!isSame) return refuse('other-body')
  return answerOf(former)
}

type Found = Omit<AccountOrder, 'address'> & {
  id: number
  state: OrderState
  bodyDigest: Buffer
  refusal: string | null
}

function findOrder(db: Db, key: string): Promise<Found | undefined> {
  return db.maybe<Found>(sql`
    select id, key, account_id as "accountId", amount_cents as "amountCents", change, state, body_digest as "bodyDigest",
      refusal
    from orders where key = ${key} and kind in ('plan-change', 'reactivation')`)
}

/** Once it is settled it replaces what is planned: meanwhile nothing else may be. */
export async function hasOpenOrder(tx: Db, accountId: number): Promise<boolean> {
  const open = await tx.maybe(sql`
    select 1 from orders where account_id = ${accountId} and kind in ('plan-change', 'reactivation')
      and state in ('intent', 'unknown')`)
  return open !== undefined
}

function answerOf(order: Found | undefined): Ordered {
  if (order?.state === 'paid') return 'paid'
  if (order?.state === 'intent' || order?.state === 'unknown') return 'confirming'
  const errors = order?.refusal ? (JSON.parse(order.refusal) as FieldErrors | string) : messages.notCharged
  return refuse('invalid-fields', { errors })
}

function comparedOf({ accountId, amountCents, change }: AccountOrder) {
  return [accountId, amountCents, change.kind, change.lines]
}
