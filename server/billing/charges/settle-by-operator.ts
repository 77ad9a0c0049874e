import { randomUUID } from 'node:crypto'
import { GATEWAY_REFERENCE_AT_MOST } from '#contract/billing/money-back.ts'
import { type MoneyOperator, requestMoney } from '#server/billing/approvals/request-money.ts'
import { isBeingReturned, RETURNED_WITHIN_MS, tryReturnAgain } from '#server/billing/orders/give-back.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { FoundCharge } from '#server/ports/payments.ts'
import {
  findCharge,
  type OpenCharge,
  type OperatorsWord,
  refuseSettled,
  type Settled,
  type SettledOutcome,
  settleIn,
} from './settle-charge.ts'

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>

type SettleRequest = {
  chargeId: number
  word?: OperatorsWord | undefined
  /** Above the limits, settling by hand waits for a second operator. */
  operator: MoneyOperator
  reason: string
}

/**
 * Queries the gateway for a charge's outcome and records it. It never charges a card. The operator's own
 * outcome counts only if the gateway has none. If a refund has failed for a day, it is retried.
 */
export async function settleByOperator(deps: SettleDeps, request: SettleRequest): Promise<Settled | Refused> {
  const { db, clock, config, payments } = deps
  const unnamed = refuseWithoutReference(request.word)
  if (unnamed) return unnamed
  const charge = await findCharge(db, request.chargeId)
  if (!charge) return refuse('not-found', { errors: `There is no charge ${request.chargeId}.` })
  const { id, createdAt } = charge
  if (isBeingReturned(charge) && later(createdAt, RETURNED_WITHIN_MS) <= clock.now())
    return requestReturn(deps, charge, request)
  const settled = refuseSettled(charge)
  if (settled) return settled
  if (later(createdAt, config.settleSeconds * SECOND) > clock.now())
    return refuse('invalid-fields', {
      errors: `Charge ${id} may still be in progress. Try again in a minute.`,
    })
  const outcome = await findOutcome(payments, charge, request)
  if (isRefused(outcome)) return outcome
  if (outcome.saidBy === 'operator' && request.word)
    return requestSettling(deps, charge, request.operator, request.word, request.reason)
  const by = { actor: request.operator.actor, reason: request.reason }
  return db.transaction((tx) => settleIn(tx, deps, charge, outcome, by))
}

/** Without it, nobody could find the payment again to refund it. */
function refuseWithoutReference(word: OperatorsWord | undefined): Refused | undefined {
  if (word?.kind !== 'paid') return undefined
  const { length } = word.reference.trim()
  if (length > 0 && length <= GATEWAY_REFERENCE_AT_MOST) return undefined
  const text = `Enter the reference under which the gateway shows the payment, in up to ${GATEWAY_REFERENCE_AT_MOST} characters`
  return refuse('invalid-fields', { errors: { reference: [text] } })
}

/** Idempotent: the money is returned once. */
async function requestReturn(
  { db, clock, jobs }: SettleDeps,
  { id, key, amountCents, accountId, isDisputed }: OpenCharge,
  { operator: { actor }, reason }: SettleRequest,
): Promise<Settled | Refused> {
  if (isDisputed)
    return refuse('invalid-fields', {
      errors: `Charge ${id} was paid too late and is disputed. It is returned once the bank has decided, unless the bank takes it back.`,
    })
  return db.transaction(async (tx) => {
    const queue = await tryReturnAgain(tx, jobs, key)
    const details = { queue, charge: id, amountCents, reason }
    const about = accountId === null ? {} : { accountId }
    await recordAudit(tx, { actor, action: 'job-retried', ...about, details }, clock.now())
    return { said: 'is being returned; asked the gateway again', amountCents }
  })
}

async function findOutcome(
  payments: SettleDeps['payments'],
  { key }: OpenCharge,
  { word }: SettleRequest,
): Promise<SettledOutcome | Refused> {
  const found = await payments.find(key).catch((): FoundCharge => ({ kind: 'unknown' }))
  if (found.kind === 'unknown')
    return word
      ? { found: word, saidBy: 'operator' }
      : refuse('invalid-fields', {
          errors: 'The gateway does not know yet. If its dashboard shows the outcome, choose it here.',
        })
  if (word && word.kind !== found.kind)
    return refuse('invalid-fields', {
      errors: `The gateway gives a different outcome: ${found.kind}. Ask again without saying one yourself.`,
    })
  return { found, saidBy: 'gateway' }
}

/** Settling by hand counts toward the limits like giving money back. */
async function requestSettling(
  deps: SettleDeps,
  { id, accountId, amountCents }: OpenCharge,
  operator: MoneyOperator,
  word: OperatorsWord,
  words: string,
): Promise<Settled | Refused> {
  const action = { kind: 'settle-charge', charge: id, word } as const
  const approval = await requestMoney(deps, operator, {
    key: `settle-${randomUUID()}`,
    accountId,
    action,
    words,
  })
  if (isRefused(approval)) return approval
  const message =
    approval.state === 'asked'
      ? 'is above the limit: a second operator has to agree to your word under Approvals within a day'
      : `is settled: ${word.kind}`
  return { said: message, amountCents }
}
