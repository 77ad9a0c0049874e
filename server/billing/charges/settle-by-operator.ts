import { GATEWAY_REFERENCE_AT_MOST } from '#contract/billing/gateway-reference.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import {
  isBeingReturned,
  lookAgainLater,
  RETURNED_WITHIN_MS,
  tryReturnAgain,
} from '#server/billing/orders/give-back.ts'
import { findOrder } from '#server/billing/orders/order.ts'
import { settleOrder } from '#server/billing/orders/settle-order.ts'
import { settlePeriodCharge } from '#server/billing/renewals/settle-period.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { within } from '#server/platform/db/within.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { FoundCharge } from '#server/ports/payments.ts'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>

export type OperatorsWord = Extract<FoundCharge, { kind: 'paid' | 'declined' | 'absent' }>

type OpenCharge = {
  id: number
  key: string
  outcome: string
  reason: string | null
  amountCents: Cents
  accountId: number | null
  createdAt: Date
  /** The bank has yet to decide whether it takes the money back. */
  isDisputed: boolean
}

/** Who said what became of a charge is in the audit log: a word is not the gateway's answer. */
type Outcome = { found: FoundCharge; saidBy: 'operator' | 'gateway' }

/** What was done, to be said after the name of the charge. */
type Settled = { said: string; amountCents: Cents }
type Asked = {
  chargeId: number
  word?: OperatorsWord | undefined
  actor: string
  reason?: string
  /** Where an operator gives their word, if the gateway does not know. */
  howToSay: string
}

/**
 * Asks the gateway for the outcome of a charge and records it. It never charges a card. The operator's word counts only if
 * the gateway has none. Where returning a payment has failed for a day, it is tried again.
 */
export async function settleByOperator(deps: SettleDeps, asked: Asked): Promise<Settled | Refused> {
  const { db, clock, config, payments } = deps
  const unnamed = refuseWithoutReference(asked.word)
  if (unnamed) return unnamed
  const charge = await findCharge(db, asked.chargeId)
  if (!charge) return refuse('not-found', { errors: `There is no charge ${asked.chargeId}.` })
  const { id, createdAt } = charge
  if (isBeingReturned(charge) && later(createdAt, RETURNED_WITHIN_MS) <= clock.now())
    return askToReturn(deps, charge, asked)
  const settled = refuseSettled(charge)
  if (settled) return settled
  if (later(createdAt, config.settleSeconds * SECOND) > clock.now())
    return refuse('invalid-fields', {
      errors: `Charge ${id} may still be in progress. Try again in a minute.`,
    })
  const outcome = await findOutcome(payments, charge, asked)
  return isRefused(outcome) ? outcome : settle(deps, charge, outcome, asked)
}

/** Without it, nobody could find the payment again to refund it. */
function refuseWithoutReference(word: OperatorsWord | undefined): Refused | undefined {
  if (word?.kind !== 'paid') return undefined
  const { length } = word.reference.trim()
  if (length > 0 && length <= GATEWAY_REFERENCE_AT_MOST) return undefined
  const text = `Enter the reference under which the gateway shows the payment, in up to ${GATEWAY_REFERENCE_AT_MOST} characters`
  return refuse('invalid-fields', { errors: { reference: [text] } })
}

/** Its effect is the same however often it is asked for: the money is returned once. */
async function askToReturn(
  { db, clock, jobs }: SettleDeps,
  { id, key, amountCents, accountId, isDisputed }: OpenCharge,
  { actor, reason }: Asked,
): Promise<Settled | Refused> {
  if (isDisputed)
    return refuse('invalid-fields', {
      errors: `Charge ${id} was paid too late and is disputed. It is returned once the bank has decided, unless the bank takes it back.`,
    })
  return db.transaction(async (tx) => {
    const queue = await tryReturnAgain(tx, jobs, key)
    const details = { queue, charge: id, amountCents, ...(reason ? { reason } : {}) }
    const about = accountId === null ? {} : { accountId }
    await recordAudit(tx, { actor, action: 'job-retried', ...about, details }, clock.now())
    return { said: 'is being returned; asked the gateway again', amountCents }
  })
}

function findCharge(db: Db, id: number): Promise<OpenCharge | undefined> {
  return db.maybe<OpenCharge>(sql`
    select c.id, c.key, c.outcome, c.reason, c.amount_cents as "amountCents", c.account_id as "accountId",
      c.created_at as "createdAt", is_disputed(c.id) as "isDisputed"
    from charges c where c.id = ${id}`)
}

function refuseSettled(charge: OpenCharge): Refused | undefined {
  const { id, outcome } = charge
  if (isBeingReturned(charge))
    return refuse('invalid-fields', {
      errors: `Charge ${id} was paid too late. It is already being returned.`,
    })
  if (outcome === 'sent' || outcome === 'unknown') return undefined
  return refuse('invalid-fields', { errors: `Charge ${id} is already settled: ${outcome}.` })
}

async function findOutcome(
  payments: SettleDeps['payments'],
  { key }: OpenCharge,
  { word, howToSay }: { word?: OperatorsWord | undefined; howToSay: string },
): Promise<Outcome | Refused> {
  const found = await payments.find(key).catch((): FoundCharge => ({ kind: 'unknown' }))
  if (found.kind === 'unknown')
    return word
      ? { found: word, saidBy: 'operator' }
      : refuse('invalid-fields', { errors: `The gateway does not know yet. ${howToSay}` })
  if (word && word.kind !== found.kind)
    return refuse('invalid-fields', {
      errors: `The gateway gives a different outcome: ${found.kind}. Ask again without saying one yourself.`,
    })
  return { found, saidBy: 'gateway' }
}

/** Applies the result and writes its audit entry in one transaction; the gateway was asked before. */
function settle(
  deps: SettleDeps,
  { id, key, amountCents }: OpenCharge,
  { found, saidBy }: Outcome,
  { actor, reason }: { actor: string; reason?: string },
): Promise<Settled | Refused> {
  const { db, clock, jobs } = deps
  return db.transaction(async (tx) => {
    // Of two operators who ask at once, one settles it, and the other is told.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('settle-charge ' || ${id}::bigint, 0))`)
    const now = await findCharge(tx, id)
    const settled = now && refuseSettled(now)
    if (settled) return settled
    const joined = { ...deps, db: within(db, tx) }
    const order = await findOrder(tx, key)
    if (order) await settleOrder(joined, order, found)
    else await settlePeriodCharge(joined, key, found)
    const after = await findCharge(tx, id)
    const isReturned = after !== undefined && isBeingReturned(after)
    // The gateway's own word may have come since it was looked at.
    if (after && !isReturned && after.outcome !== found.kind)
      return refuseSettled(after) ?? refuse('invalid-fields', { errors: `Charge ${id} is being settled.` })
    // The gateway may know better later. What it paid after all is then returned, as after "absent".
    if (saidBy === 'operator' && found.kind === 'declined') await lookAgainLater(tx, jobs, key)
    const outcome = isReturned ? 'returned' : found.kind
    const reference = found.kind === 'paid' ? { reference: found.reference } : {}
    const details = { charge: id, outcome, saidBy, ...reference, amountCents, ...(reason ? { reason } : {}) }
    // A sign-up has its account only now.
    const accountId = after?.accountId ?? undefined
    const about = accountId === undefined ? {} : { accountId }
    await recordAudit(tx, { actor, action: 'charge-settled', ...about, details }, clock.now())
    const done = isReturned ? 'paid too late, and is being returned' : found.kind
    return { said: `is settled: ${done}`, amountCents }
  })
}
