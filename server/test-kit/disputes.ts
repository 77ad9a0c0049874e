import type { Status } from '#contract/accounts/statuses.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '../ports/clock.ts'
import type { Harness } from './harness.ts'
import { type Subscribed, subscribe } from './subscriptions.ts'

/** With the gateway's reference of the disputable charge, and its bill number. */
export type Renewed = Subscribed & { reference: string; bill: string }

/** An account whose renewal of $149.00 on December 15 was paid by card three days ago. */
export async function renewedAccount(
  harness: Harness,
  given: Parameters<typeof subscribe>[1] = {},
): Promise<Renewed> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, given)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3 * DAY)
  return { ...one, ...(await lastCharge(harness, one)) }
}

export function lastCharge(
  { db }: Harness,
  { accountId }: Pick<Subscribed, 'accountId'>,
): Promise<{ reference: string; bill: string }> {
  return db.one<{ reference: string; bill: string }>(sql`
    select c.gateway_reference as reference, i.number as bill from charges c join invoices i on i.charge_id = c.id
    where c.account_id = ${accountId} and c.outcome = 'paid' order by c.id desc limit 1`)
}

type AccountState = {
  status: Status
  isMarked: boolean
  subscriptionId: number | null
  nextAt: Date | null
}

/** The account's state, and its running subscription. */
export function standingOf(
  { db }: Harness,
  { accountId }: Pick<Subscribed, 'accountId'>,
): Promise<AccountState> {
  return db.one<AccountState>(sql`
    select a.status, a.fraud_marked_at is not null as "isMarked", s.id as "subscriptionId", s.next_at as "nextAt"
    from accounts a left join subscriptions s on s.account_id = a.id and s.ended_at is null
    where a.id = ${accountId}`)
}
