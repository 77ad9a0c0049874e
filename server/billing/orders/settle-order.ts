import * as messages from '#contract/billing/messages.ts'
import { holdsEmail } from '#server/accounts/status-rules.ts'
import {
  declineMessage,
  declineMessageOnFile,
  uncountRequestedCharge,
} from '#server/billing/cards/charge-card.ts'
import type { Deps } from '#server/deps.ts'
import { findAgents } from '#server/identity/agents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { ChargeOutcome, FoundCharge } from '#server/ports/payments.ts'
import { lookAgainLater, returnPayment } from './give-back.ts'
import { mailCustomer, signUpDeclinedMail, signUpHasAccountMail, signUpNotChargedMail } from './held-mails.ts'
import { deleteHeldCard, dropHeldToken, findHeldCard } from './hold-order.ts'
import {
  accountOf,
  closeOrder,
  type Fulfillment,
  findOrder,
  findSentAt,
  isChargeOfCardOnFile,
  lockOrder,
  markUnknown,
  noteCharge,
  type Order,
  type OrderKind,
  settleCharge,
  settleDeclinedCharge,
} from './order.ts'
import { type PlanChange, planChange } from './plan-change.ts'
import { type Reactivation, reactivation } from './reactivation.ts'
import { type SignUp, signUp } from './sign-up.ts'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

export type Subjects = { 'sign-up': SignUp; 'plan-change': PlanChange; reactivation: Reactivation }

/** How each kind of order is fulfilled. */
const kinds: { [Kind in OrderKind]: Fulfillment<Subjects[Kind]> } = {
  'sign-up': signUp,
  'plan-change': planChange,
  reactivation,
}

export const settleJob = defineJob<{ key: string }>({
  name: 'settle-order',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 600,
  expiresSeconds: 30,
})

/** Applies the gateway's answer to an order, in one transaction. Does nothing if the order is already closed. */
export async function settleOrder(deps: SettleDeps, order: Order, found: FoundCharge): Promise<void> {
  const { db, clock, jobs, config } = deps
  const { id, key, accountId } = order
  const fulfillment = fulfillmentOf(order)
  const now = clock.now()
  const mailDeps = { jobs, config, now }
  const isPaid = await db.transaction(async (tx) => {
    switch (found.kind) {
      case 'paid': {
        const obstacle = await fulfillment.findObstacle(tx, order)
        if (!(await closeOrder(tx, id, obstacle ? 'voided' : 'paid', now, obstacle))) return false
        if (obstacle) {
          const accountId = accountOf(order)
          await returnPayment(tx, mailDeps, { key, accountId, reference: found.reference, why: obstacle })
          await fulfillment.givenUp(tx, order, now)
          return false
        }
        const charge = await settleCharge(tx, key, { outcome: 'paid', reference: found.reference }, now)
        if (!charge) throw new Error(`The paid order ${id} has no charge`)
        await fulfillment.paid(tx, mailDeps, order, charge)
        await endReleased(tx, mailDeps, order, 'paid')
        return true
      }
      case 'declined': {
        const isOnFile = await isChargeOfCardOnFile(tx, key)
        const message = isOnFile ? declineMessageOnFile(found) : declineMessage(found.reason)
        const errors = fulfillment.declined(message)
        if (!(await closeOrder(tx, id, 'declined', now, errors))) return false
        await settleDeclinedCharge(tx, key, found, now)
        await fulfillment.givenUp(tx, order, now)
        await endReleased(tx, mailDeps, order, 'declined')
        return false
      }
      case 'voided':
      case 'absent':
        if (found.kind === 'absent' && (await isOnItsWay(tx, deps, order))) return false
        if (!(await closeOrder(tx, id, 'voided', now, messages.notCharged))) return false
        await settleCharge(tx, key, { outcome: found.kind }, now)
        await fulfillment.givenUp(tx, order, now)
        await endReleased(tx, mailDeps, order, 'voided')
        await lookAgainLater(tx, jobs, key)
        return false
      case 'unknown':
        if (!(await markUnknown(tx, id))) return false
        await settleCharge(tx, key, { outcome: 'unknown' }, now)
        await fulfillment.waits(tx, order, now)
        return false
    }
  })
  if (isPaid && order.kind !== 'sign-up' && accountId !== null) await uncountRequestedCharge(db, accountId)
}

/** Asks the gateway for the outcome of unfinished orders. Charges only released sign-ups. */
export function handleOrders(deps: SettleDeps & Pick<Deps, 'payments'>): void {
  deps.jobs.handle(settleJob, ({ key }) => settleLostOrder(deps, key))
}

/** Throws if the gateway cannot tell the outcome, so that the job is retried. */
export async function settleLostOrder(deps: SettleDeps & Pick<Deps, 'payments'>, key: string): Promise<void> {
  const order = await findOrder(deps.db, key)
  if (order?.state !== 'intent' && order?.state !== 'unknown') return
  if (order.releasedAt && order.state === 'intent') {
    const sent = await finishReleased(deps, key)
    if (sent?.kind === 'sent' && sent.outcome.kind === 'unknown')
      throw new Error('The gateway has not answered the released charge')
    if (sent?.kind !== 'sent before') return
  }
  const found = await deps.payments.find(key)
  if (found.kind === 'unknown') throw new Error('The gateway does not know yet')
  await settleOrder(deps, order, found)
}

/**
 * The gateway may not know a charge yet that was sent just before, or during the query. Then the order stays
 * open, and the next check follows at the time counted from the charge.
 */
async function isOnItsWay(tx: Db, { clock, jobs, config }: SettleDeps, { id, key }: Order): Promise<boolean> {
  await lockOrder(tx, id)
  const sentAt = await findSentAt(tx, key)
  const waitMs = sentAt ? later(sentAt, config.settleSeconds * SECOND).getTime() - clock.now().getTime() : 0
  if (waitMs <= 0) return false
  await jobs.send(tx, settleJob, { key }, waitMs)
  return true
}

/** Charges a released sign-up, unless somebody else has, and applies the answer. */
export async function finishReleased(
  deps: SettleDeps & Pick<Deps, 'payments'>,
  key: string,
): Promise<SentRelease | undefined> {
  const order = await findOrder(deps.db, key)
  if (order?.state !== 'intent') return undefined
  const sent = await sendReleased(deps, order)
  if (sent.kind === 'sent') await settleOrder(deps, order, sent.outcome)
  return sent
}

/** Each order has the subject of its own kind, so the entry of the table fits it. */
export function fulfillmentOf(order: Order): Fulfillment<unknown> {
  return kinds[order.kind]
}

type ReleaseDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>

export type SentRelease =
  | { kind: 'sent'; outcome: ChargeOutcome }
  /** Another process has sent the charge. */
  | { kind: 'sent before' }
  | { kind: 'closed' }

/**
 * Charges a released sign-up as it was shown. The process that records the charge sends it, once; after a kill before
 * that, the job does. If the email has an account by now, the order is closed instead, and nothing is
 * charged.
 */
async function sendReleased(deps: ReleaseDeps, order: Order): Promise<SentRelease> {
  const { db, clock, jobs, config, payments } = deps
  const now = clock.now()
  const noted = await db.transaction(async (tx) => {
    const open = await tx.maybe(
      sql`select 1 from orders where id = ${order.id} and state = 'intent' for update`,
    )
    const card = open && (await findHeldCard(tx, order.id))
    // A charge that was sent decides, whatever has happened since.
    const isSent = await tx.maybe(sql`select 1 from charges where key = ${order.key}`)
    if (!card || isSent) return undefined
    if (await hasAccount(tx, order)) {
      await closeForAccount(tx, { jobs, config, now }, order)
      return undefined
    }
    return (await noteCharge(tx, order, card, now)) ? card : undefined
  })
  if (!noted) return { kind: (await findSentAt(db, order.key)) ? 'sent before' : 'closed' }
  const { key, amountCents: amount } = order
  return {
    kind: 'sent',
    outcome: await payments.charge({ key, token: noted.token, amount, isRenewal: false }),
  }
}

async function hasAccount(tx: Db, order: Order): Promise<boolean> {
  const { customer } = order.subject as SignUp
  return (await findAgents(tx, customer.email)).some(holdsEmail)
}

async function closeForAccount(tx: Db, mailDeps: MailDeps, order: Order): Promise<void> {
  if (!(await closeOrder(tx, order.id, 'voided', mailDeps.now, messages.signUpHasAccount))) return
  await deleteHeldCard(tx, mailDeps.jobs, order.id)
  await mailCustomer(tx, mailDeps, order.subject as SignUp, signUpHasAccountMail(mailDeps.config))
}

/**
 * The end of a released sign-up, in the transaction that settles it: nobody is waiting on a page, so a mail
 * reports the outcome. A paid one has its receipt.
 */
async function endReleased(
  tx: Db,
  mailDeps: MailDeps,
  order: Order,
  end: 'paid' | 'declined' | 'voided',
): Promise<void> {
  if (!order.releasedAt) return
  if (end === 'paid') return dropHeldToken(tx, order.id)
  const card = await findHeldCard(tx, order.id)
  await deleteHeldCard(tx, mailDeps.jobs, order.id)
  const signUp = order.subject as SignUp
  const mail =
    end === 'declined' && card
      ? signUpDeclinedMail(mailDeps.config, signUp, { cents: order.amountCents, card })
      : signUpNotChargedMail(mailDeps.config, signUp)
  await mailCustomer(tx, mailDeps, signUp, mail)
}
