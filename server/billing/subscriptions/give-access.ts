import type { Status } from '#contract/accounts/statuses.ts'
import { closedStatuses, resumeSetUp } from '#server/accounts/set-ups.ts'
import { findCard } from '#server/billing/cards/cards.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { endFreeAccess, giveFreeAccess, hasGiven, hasOpenMonth, isBeingCharged } from './free-access.ts'
import { lockStanding, type Standing } from './lock-standing.ts'

/** Why an account cannot have its plan free of charge now. */
export type AccessObstacle =
  | 'fraud'
  | 'free-already'
  | 'being-set-up'
  | 'not-joined'
  | 'being-charged'
  | 'open-bill'
/** Why free access cannot end now. */
export type EndObstacle = 'not-free' | 'being-charged' | 'no-card'

type Given = {
  accountId: number
  actor: string
  reason: string
  /** The second operator, where one had to agree. */
  agreedBy?: string | undefined
}

/**
 * Makes the plan of an account free of charge, with its audit entry, in the caller's transaction. Or says what stands against
 * it.
 */
export async function giveAccessIn(
  tx: Db,
  { jobs, now }: { jobs: Jobs; now: Date },
  { accountId, actor, reason, agreedBy }: Given,
): Promise<AccessObstacle | undefined> {
  const standing = await lockStanding(tx, accountId)
  const obstacle = await accessObstacle(tx, accountId, standing)
  if (obstacle) return obstacle
  await giveFreeAccess(tx, accountId, now)
  if (closedStatuses.includes(standing.status)) await resumeSetUp(tx, { jobs }, accountId, 'free agent')
  const details = { before: standing.status, reason, agreedBy }
  await recordAudit(tx, { actor, action: 'access-given', accountId, details }, now)
  return undefined
}

/** Ends free access, with its audit entry: from the next month, the plan is charged at current prices. */
export function endAccess(
  db: Database,
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
  now: Date,
): Promise<EndObstacle | undefined> {
  return db.transaction(async (tx) => {
    const { status } = await lockStanding(tx, accountId)
    const obstacle = await endObstacle(tx, accountId, status)
    if (obstacle) return obstacle
    await endFreeAccess(tx, accountId, now)
    await recordAudit(tx, { actor, action: 'access-ended', accountId, details: { reason } }, now)
    return undefined
  })
}

export async function accessObstacle(
  db: Db,
  accountId: number,
  { status, isFraud }: Standing,
): Promise<AccessObstacle | undefined> {
  if (isFraud) return 'fraud'
  if (status === 'free agent') return 'free-already'
  if (status === 'pending') return 'being-set-up'
  if (status === 'free signup agent') return 'not-joined'
  if (await isBeingCharged(db, accountId)) return 'being-charged'
  return (await hasOpenMonth(db, accountId)) ? 'open-bill' : undefined
}

export async function endObstacle(
  db: Db,
  accountId: number,
  status: Status,
): Promise<EndObstacle | undefined> {
  if (status !== 'free agent' && !(await hasGiven(db, accountId))) return 'not-free'
  if (await isBeingCharged(db, accountId)) return 'being-charged'
  return (await findCard(db, accountId)) ? undefined : 'no-card'
}
