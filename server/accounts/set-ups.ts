import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { provisionAccount } from './provisioning.ts'

export type ListedSetUp = {
  pin: string | null
  company: string | null
  state: 'running' | 'dead'
  tries: number
  lastError: string | null
  startedAt: Date
}

/** Those that are not finished, the dead ones first. */
export function listSetUps(db: Db, limit: number | null = null): Promise<ListedSetUp[]> {
  return db.many<ListedSetUp>(sql`
    select a.pin, a.company, s.state, s.tries, s.last_error as "lastError", s.started_at as "startedAt"
    from set_ups s left join accounts a on a.id = s.account_id where s.state <> 'done' order by s.state, s.started_at
    limit ${limit}`)
}

/**
 * The set-up of an account that is open again goes on where closing stopped it. What the account is by that: active if it
 * was set up before it was closed.
 */
export async function resumeSetUp(
  tx: Db,
  { jobs }: { jobs: Jobs },
  accountId: number,
): Promise<'pending' | 'active'> {
  const setUp = await tx.maybe<{ state: 'running' | 'dead' | 'done' }>(
    sql`select state from set_ups where account_id = ${accountId}`,
  )
  if (setUp?.state === 'running') await jobs.send(tx, provisionAccount, { accountId })
  return setUp?.state === 'done' ? 'active' : 'pending'
}

/** Starts a dead set-up again from the beginning. False if it is not dead. */
export function repeatSetUp(
  { db, jobs }: { db: Database; jobs: Jobs },
  { accountId, actor, reason }: { accountId: number; actor: string; reason?: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const revived = await tx.run(sql`
      update set_ups set state = 'running', tries = 0, last_error = null, started_at = ${now}, settled_at = null
      where account_id = ${accountId} and state = 'dead'`)
    if (revived === 0) return false
    await jobs.send(tx, provisionAccount, { accountId })
    const details = reason ? { reason } : {}
    await recordAudit(tx, { actor, action: 'set-up-repeated', accountId, details }, now)
    return true
  })
}
