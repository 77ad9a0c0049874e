import type { Status } from '#contract/accounts/statuses.ts'
import { resumeSetUp } from '#server/accounts/set-ups.ts'
import { giveFreeAccess } from '#server/billing/subscriptions/free-access.ts'
import { lockStanding } from '#server/billing/subscriptions/lock-standing.ts'
import { noteRevenue } from '#server/billing/subscriptions/note-revenue.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lastMark, type Marked, markOfDispute } from './mark.ts'
import { statusAgain } from './status-again.ts'

/** Removes a fraud mark. Returns what the account is then; undefined if it had none. */
export function undoFraud(
  { db, jobs }: { db: Database; jobs: Jobs },
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
  now: Date,
): Promise<Status | undefined> {
  return db.transaction(async (tx) => {
    const { isFraud } = await lockStanding(tx, accountId)
    if (!isFraud) return undefined
    const marked = (await markOfDispute(tx, accountId)) ?? (await lastMark(tx, accountId))
    const goesOn = marked?.subscriptionId ? await goOn(tx, marked.subscriptionId, now) : false
    const before = marked ? await statusBefore(tx, accountId, marked, goesOn) : 'canceled'
    const back = await resumeSetUp(tx, { jobs }, accountId, before)
    await tx.run(sql`
      update accounts set fraud_marked_at = null, fraud_reason = null, fraud_dispute_id = null, status = ${back},
        status_since = ${now}
      where id = ${accountId}`)
    // What was free begins again: no month of it is owed.
    if (back === 'free agent' && !goesOn && marked?.subscriptionId) await giveFreeAccess(tx, accountId, now)
    await noteRevenue(tx, accountId, now)
    const details = { status: back, reason }
    await recordAudit(tx, { actor, action: 'fraud-undone', accountId, details }, now)
    return back
  })
}

/** If what ran has no current paid month, the account stays canceled, and its owner must pay to reactivate it. */
function statusBefore(
  tx: Db,
  accountId: number,
  { before, subscriptionId }: Marked,
  goesOn: boolean,
): Status | Promise<Status> {
  if (subscriptionId === null) return statusAgain(tx, accountId, before)
  return goesOn || before === 'free agent' ? before : 'canceled'
}

/** Continues only within a paid month that has not ended: months that have passed since are not owed. */
async function goOn(tx: Db, subscriptionId: number, now: Date): Promise<boolean> {
  const running = await tx.run(sql`
    update subscriptions s set ended_at = null, next_at = p.ends_at
    from (select max(ends_at) as ends_at from periods
          where subscription_id = ${subscriptionId} and state in ('paid', 'free')) p
    where s.id = ${subscriptionId} and p.ends_at > ${now}`)
  return running === 1
}
