import type { Cents } from '#contract/catalogue/money.ts'
import { isBeingReturned, lookAgainLater } from '#server/billing/orders/give-back.ts'
import { findOrder } from '#server/billing/orders/order.ts'
import { settleOrder } from '#server/billing/orders/settle-order.ts'
import { settlePeriodCharge } from '#server/billing/renewals/settle-period.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { within } from '#server/platform/db/within.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { FoundCharge } from '#server/ports/payments.ts'

export type OperatorsWord = Extract<FoundCharge, { kind: 'paid' | 'declined' | 'absent' }>

export type OpenCharge = {
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

/** The audit log says who settled a charge: an operator's outcome is not the gateway's answer. */
export type SettledOutcome = { found: FoundCharge; saidBy: 'operator' | 'gateway' }

/** The outcome, as text after the name of the charge. */
export type Settled = { said: string; amountCents: Cents }
type By = { actor: string; reason?: string | undefined; agreedBy?: string | undefined }

export function findCharge(db: Db, id: number): Promise<OpenCharge | undefined> {
  return db.maybe<OpenCharge>(sql`
    select c.id, c.key, c.outcome, c.reason, c.amount_cents as "amountCents", c.account_id as "accountId",
      c.created_at as "createdAt", is_disputed(c.id) as "isDisputed"
    from charges c where c.id = ${id}`)
}

export function refuseSettled(charge: OpenCharge): Refused | undefined {
  const { id, outcome } = charge
  if (isBeingReturned(charge))
    return refuse('invalid-fields', {
      errors: `Charge ${id} was paid too late. It is already being returned.`,
    })
  if (outcome === 'sent' || outcome === 'unknown') return undefined
  return refuse('invalid-fields', { errors: `Charge ${id} is already settled: ${outcome}.` })
}

/** Applies the result and writes its audit entry in the caller's transaction; the gateway was queried before. */
export async function settleIn(
  tx: Db,
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { id, key, amountCents }: Pick<OpenCharge, 'id' | 'key' | 'amountCents'>,
  { found, saidBy }: SettledOutcome,
  { actor, reason, agreedBy }: By,
): Promise<Settled | Refused> {
  const { db, clock, jobs } = deps
  // Of two operators at once, one settles it, and the other is told.
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
  // The gateway's own answer may have arrived since it was checked.
  if (after && !isReturned && after.outcome !== found.kind)
    return refuseSettled(after) ?? refuse('invalid-fields', { errors: `Charge ${id} is being settled.` })
  // The gateway may know better later. If it was paid after all, it is then refunded, as after "absent".
  if (saidBy === 'operator' && found.kind === 'declined') await lookAgainLater(tx, jobs, key)
  const outcome = isReturned ? 'returned' : found.kind
  const reference = found.kind === 'paid' ? { reference: found.reference } : {}
  const details = {
    charge: id,
    outcome,
    saidBy,
    ...reference,
    amountCents,
    ...(reason ? { reason } : {}),
    agreedBy,
  }
  // A sign-up has its account only now.
  const accountId = after?.accountId ?? undefined
  const about = accountId === undefined ? {} : { accountId }
  await recordAudit(tx, { actor, action: 'charge-settled', ...about, details }, clock.now())
  const done = isReturned ? 'paid too late, and is being returned' : found.kind
  return { said: `is settled: ${done}`, amountCents }
}
