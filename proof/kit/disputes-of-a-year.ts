import { pino } from 'pino'
import { giveBackCharge } from '#server/billing/orders/give-back.ts'
import type { RenewDeps } from '#server/billing/renewals/renew.ts'
import { takeNotice } from '#server/features/background/gateway-notices/gateway-notices.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { signNotice } from '../../server/test-kit/payments.ts'

/**
 * Banks open and decide disputes while renewals run: some are won, some lost, some stay open. Each account
 * has at most one, so that its closed times can be derived.
 */
export async function disputeSome(deps: RenewDeps): Promise<void> {
  const opened = await deps.db.many<{ reference: string }>(sql`
    select distinct on (c.account_id) c.gateway_reference as reference from charges c
    where c.outcome = 'paid' and c.refunded_cents = 0 and c.id >= (select random() * max(id) from charges)
      and not is_left_alone(c.account_id) and not exists (select from disputes d where d.account_id = c.account_id)
    order by c.account_id, c.id limit 2`)
  for (const { reference } of opened) await tell(deps, 'opened', reference)
  const decided = await deps.db.maybe<{ reference: string; isLost: boolean }>(sql`
    select c.gateway_reference as reference, d.id % 3 = 0 as "isLost" from disputes d join charges c on c.id = d.charge_id
    where d.state = 'opened' order by d.id limit 1`)
  if (decided) await tell(deps, decided.isLost ? 'lost' : 'won', decided.reference)
}

async function tell(deps: RenewDeps, state: 'opened' | 'won' | 'lost', reference: string): Promise<void> {
  const dispute = `dispute-of-${reference}`
  const signed = signNotice({ kind: 'dispute', state, reference, dispute, amount: 1 })
  const log = pino({ level: 'silent' })
  // Sent twice at once, as gateways do.
  await Promise.all([1, 2].map(() => takeNotice({ ...deps, log }, signed)))
}

/** The job that refunds a payment whose account was closed during the charge. No jobs run here. */
export async function returnLatePayments(deps: RenewDeps): Promise<void> {
  const late = await deps.db.many<{ key: string }>(
    sql`select key from charges where outcome = 'unknown' and reason = 'came too late'`,
  )
  for (const { key } of late) await giveBackCharge(deps, key)
}

export const noDisputeDefects = {
  marksAndStates: 0,
  chargedWhileClosed: 0,
  lostAndGivenBack: 0,
  mails: 0,
}

export async function readDisputes(db: Database): Promise<{
  defects: Record<string, number>
  seen: Record<string, number>
}> {
  const defects = await db.one<Record<string, number>>(sql`
    select
      (select count(*) from disputes d join accounts a on a.id = d.account_id
        where (d.state = 'won') = (a.fraud_marked_at is not null)) as "marksAndStates",
      (select count(*) from disputes d join charges c on c.account_id = d.account_id
        join sandbox_charges x on x.key = c.key and x.outcome = 'paid'
        where x.created_at > d.created_at and x.created_at < coalesce(d.closed_at, 'infinity')
          or d.state = 'lost' and x.created_at > d.closed_at) as "chargedWhileClosed",
      -- A refund of the same moment may have been sent before the bank opened the dispute.
      (select count(*) from disputes d join charges c on c.id = d.charge_id join sandbox_charges x on x.key = c.key
        where c.refunded_cents + d.lost_cents > c.amount_cents and (x.voided_at > d.created_at or exists (
          select from sandbox_refunds r where r.charge_reference = x.reference and r.created_at > d.created_at))
      ) as "lostAndGivenBack",
      (select abs((select count(*) from disputes) - (select count(*) from mails where purpose = 'disputed'))
        + abs((select count(*) from disputes where state <> 'opened')
          - (select count(*) from mails where purpose in ('dispute-won', 'dispute-lost')))) as mails`)
  const seen = await db.one<Record<string, number>>(sql`
    select count(*) filter (where state = 'opened') as open, count(*) filter (where state = 'won') as won,
      count(*) filter (where state = 'lost') as lost from disputes`)
  return { defects, seen }
}
