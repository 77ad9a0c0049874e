import { returnCredit } from '#server/billing/invoices/credits.ts'
import { lockStanding } from '#server/billing/subscriptions/lock-standing.ts'
import { endSessionsOfAccount } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Marked, markOfDispute } from './mark.ts'

/** Cancels an account for fraud: everyone is signed out, and nothing more is charged. False if an operator did so before. */
export function markFraud(
  db: Database,
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { status } = await lockStanding(tx, accountId)
    // The mark of a dispute becomes the operator's own, so that winning the dispute does not lift it.
    const disputed = await markOfDispute(tx, accountId)
    const done = await tx.run(sql`
      update accounts set status = 'canceled', status_since = ${now}, fraud_marked_at = ${now}, fraud_reason = ${reason},
        fraud_dispute_id = null
      where id = ${accountId} and (fraud_marked_at is null or fraud_dispute_id is not null)`)
    if (done === 0) return false
    await endSessionsOfAccount(tx, accountId, now)
    const subscriptionId = await stopCharging(tx, accountId, now)
    const former = disputed ?? { before: status, subscriptionId }
    const details = { reason, ...former } satisfies Marked & { reason: string }
    await recordAudit(tx, { actor, action: 'fraud-marked', accountId, details }, now)
    return true
  })
}

async function stopCharging(tx: Db, accountId: number, now: Date): Promise<number | null> {
  const ended = await tx.maybe<{ id: number }>(sql`
    update subscriptions set ended_at = ${now}, next_at = null where account_id = ${accountId} and ended_at is null
    returning id`)
  if (!ended) return null
  const givenUp = await tx.many<{ id: number }>(sql`
    update periods set state = 'given_up', next_try_at = null
    where subscription_id = ${ended.id} and state in ('due', 'past_due') returning id`)
  for (const { id } of givenUp) await returnCredit(tx, id, now)
  return ended.id
}
