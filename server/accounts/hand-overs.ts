import type { Role } from '#contract/accounts/roles.ts'
import { HAND_OVER_UNDO_HOURS, NOT_ME_DAYS } from '#contract/calendar/lifetimes.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { statusesTakingPeople } from './status-rules.ts'

type OwnerChange = {
  id: number
  accountId: number
  formerId: number
  nextId: number
  nextRole: Role
  at: Date
  strangersSince: Date | null
}

/** Demotes before promoting, so that there are never two owners. */
export async function changeOwner(
  tx: Db,
  { accountId, formerId, nextId, bySupport }: Change & { bySupport: boolean },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into owner_changes (account_id, former_id, next_id, next_role, by_support, at)
    select ${accountId}, ${formerId}, id, role, ${bySupport}, ${now} from agents where id = ${nextId}`)
  await tx.run(sql`update agents set role = 'user' where id = ${formerId}`)
  await tx.run(sql`update agents set role = 'owner' where id = ${nextId}`)
}

type Change = { accountId: number; formerId: number; nextId: number }

/**
 * This person's latest hand-over of the account, as long as a notice about it can be answered. It can be
 * undone for a day, and once reported for a day from then: not if both agreed through support, nor after a
 * second hand-over or the end of the account.
 */
export async function findGivenAway(
  db: Db,
  agentId: number,
  now: Date,
): Promise<(OwnerChange & { isReported: boolean; undoEndsAt: Date | undefined }) | undefined> {
  const handOver = await db.maybe<
    OwnerChange & { reportedAt: Date | null; bySupport: boolean; isLast: boolean }
  >(sql`
    select c.id, c.account_id as "accountId", c.former_id as "formerId", c.next_id as "nextId",
      c.next_role as "nextRole", c.at, c.reported_at as "reportedAt", c.strangers_since as "strangersSince",
      c.by_support as "bySupport",
      n.role = 'owner' and n.removed_at is null and a.status = any(${statusesTakingPeople})
        and a.fraud_marked_at is null
        and not exists (select from owner_changes l where l.account_id = c.account_id and l.id > c.id) as "isLast"
    from owner_changes c join agents n on n.id = c.next_id join agents f on f.id = c.former_id
    join accounts a on a.id = c.account_id
    where c.former_id = ${agentId} and f.role <> 'owner' and c.undone_at is null
      and c.at > ${later(now, -NOT_ME_DAYS * DAY)}
    order by c.id desc limit 1`)
  if (!handOver) return undefined
  const { reportedAt, bySupport, isLast, ...change } = handOver
  const endsAt = later(reportedAt ?? handOver.at, HAND_OVER_UNDO_HOURS * HOUR)
  const canUndo = isLast && !bySupport && endsAt > now
  return { ...change, isReported: reportedAt !== null, undoEndsAt: canUndo ? endsAt : undefined }
}

/** It is undone once the former owner sets a new password, within a day. */
export async function noteReported(tx: Db, id: number, strangersSince: Date, now: Date): Promise<void> {
  await tx.run(sql`
    update owner_changes set reported_at = ${now}, strangers_since = ${strangersSince} where id = ${id}`)
}

export async function undoOwnerChange(tx: Db, change: OwnerChange, now: Date): Promise<void> {
  await tx.run(sql`update owner_changes set undone_at = ${now} where id = ${change.id}`)
  await tx.run(sql`update agents set role = ${change.nextRole} where id = ${change.nextId}`)
  await tx.run(sql`update agents set role = 'owner' where id = ${change.formerId}`)
}

export type EndedHandOver = { accountId: number; formerId: number; nextId: number }

/** For the audit: why a hand-over by support is void. */
const reasons = {
  'email-unsafe': 'The email of one of the two was changed or reported',
  'handed-over': 'The owner handed the account over',
  removed: 'One of the two was removed from the account',
} as const

/**
 * Ends the open hand-over that involves a person, with both of its links and any agreement. Support can ask
 * again. The caller has locked the account.
 */
export async function endHandOversOf(
  tx: Db,
  agentId: number,
  why: keyof typeof reasons,
  now: Date,
): Promise<EndedHandOver | undefined> {
  const ended = await tx.maybe<EndedHandOver>(sql`
    update hand_overs set ended_at = ${now}, outcome = 'withdrawn'
    where account_id = (select account_id from agents where id = ${agentId}) and ended_at is null
      and expires_at > ${now} and ${agentId}::bigint in (former_id, next_id)
    returning account_id as "accountId", former_id as "formerId", next_id as "nextId"`)
  if (!ended) return undefined
  const { accountId, nextId } = ended
  await dropHandOverLinks(tx, ended, now)
  const details = { agentId: nextId, reason: reasons[why] }
  await recordAudit(tx, { actor: 'system', action: 'hand-over-withdrawn', accountId, details }, now)
  return ended
}

export async function dropHandOverLinks(
  tx: Db,
  { formerId, nextId }: Pick<EndedHandOver, 'formerId' | 'nextId'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update links set spent_at = ${now}
    where agent_id = any(${[formerId, nextId]}) and purpose = 'hand-over' and spent_at is null`)
}
