import {
  FACTOR_RECOVERY_HOURS,
  FACTOR_RECOVERY_HOURS_AFTER_RESET,
  RESET_COUNTS_DAYS,
} from '#contract/calendar/lifetimes.ts'
import type { Actor, Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { hasSecondFactor } from './factor-demands.ts'
import {
  recoveryDoneFormerMail,
  recoveryDoneMail,
  recoveryRequestedFormerMail,
  recoveryRequestedMail,
} from './factor-mails.ts'
import { findLink, type Link, makeLink, spendLink } from './links.ts'
import { mailAgent, mailFormerEmails } from './mail-person.ts'
import { deletePasskeysAdded } from './passkeys.ts'
import { findSecondFactor, removeSecondFactor } from './second-factors.ts'

const PURPOSE = 'second-factor-recovery'
/** The rest waits for the next round. */
const AT_MOST = 500
/** A request not finished by a job within this time is dropped; it has to be made again. */
const FORGOTTEN_MS = 7 * DAY

/** `isNew`: it was not pending before. */
export type Recovery = { removesAt: Date; isNew: boolean }

/**
 * Starts the waiting time after which a lost factor is removed, and mails the link that cancels it. Asking
 * again does not restart it, and is neither recorded nor mailed. Undefined if there is no factor.
 */
export async function requestRecovery(
  tx: Tx,
  { agentId, accountId, origin }: { agentId: number; accountId: number; origin?: Origin },
  actor: Actor,
  reason?: string,
): Promise<Recovery | undefined> {
  const { now } = tx
  // Of two concurrent requests, the second waits here, and then finds the first.
  await tx.one(sql`select id from agents where id = ${agentId} for update`)
  if (!(await hasSecondFactor(tx, agentId))) return undefined
  const open = await findRecovery(tx, agentId, now)
  if (open) return { removesAt: open, isNew: false }
  const hours = await waitHoursOf(tx, agentId, now)
  const removesAt = later(now, hours * HOUR)
  const linkToken = await makeLink(tx, { purpose: PURPOSE, agentId, accountId, lastsMs: hours * HOUR }, now)
  const lost = (await findSecondFactor(tx, agentId)) ? 'app' : 'passkeys'
  await mailAgent(tx, agentId, recoveryRequestedMail, { lost, hours, linkToken })
  await mailFormerEmails(tx, agentId, recoveryRequestedFormerMail, { lost, hours, linkToken })
  const details = { wait: `In ${hours} hours`, ...(reason ? { reason } : {}) }
  await tx.audit({ actor, action: 'second-factor-recovery-asked', accountId, agentId, origin, details })
  return { removesAt, isNew: true }
}

/**
 * How long a request made now waits. Someone who reads the mails can set a password, then report the rest as
 * lost: the owner gets more time to notice. A new password ends a pending request, so none keeps a shorter
 * wait.
 */
export async function waitHoursOf(db: Db, agentId: number, now: Date): Promise<number> {
  const reset = await db.maybe(sql`
    select 1 from agents where id = ${agentId} and password_reset_at > ${later(now, -RESET_COUNTS_DAYS * DAY)}`)
  return reset ? FACTOR_RECOVERY_HOURS_AFTER_RESET : FACTOR_RECOVERY_HOURS
}

/** When the factor is removed, if that was requested and not canceled. */
export async function findRecovery(db: Db, agentId: number, now: Date): Promise<Date | undefined> {
  return (await findRecoveries(db, [agentId], now)).get(agentId)
}

/** The same for several people, in one statement. */
export async function findRecoveries(
  db: Db,
  agentIds: readonly number[],
  now: Date,
): Promise<Map<number, Date>> {
  const open = await db.many<{ agentId: number; removesAt: Date }>(sql`
    select agent_id as "agentId", min(expires_at) as "removesAt" from links
    where agent_id = any(${agentIds}::bigint[]) and purpose = ${PURPOSE} and spent_at is null
      and expires_at > ${later(now, -FORGOTTEN_MS)}
    group by agent_id`)
  return new Map(open.map(({ agentId, removesAt }) => [agentId, removesAt]))
}

/** The link that cancels it. It works until the job has removed the factor, which may be late. */
export function findRecoveryLink(db: Db, token: string, now: Date): Promise<Link | undefined> {
  return findLink(db, PURPOSE, token, now, FORGOTTEN_MS)
}

/** False if the link does not work. Of this and the job, only the first gets the link. */
export async function cancelRecovery(tx: Tx, token: string, origin: Origin): Promise<boolean> {
  const link = await spendLink(tx, PURPOSE, token, tx.now, FORGOTTEN_MS)
  if (!link?.agentId || !link.accountId) return false
  const { agentId, accountId } = link
  await noteCanceled(tx, { agentId, accountId, origin })
  return true
}

/** The same by the person, in an open session. False if no request was pending. */
export async function cancelOwnRecovery(
  tx: Tx,
  { agentId, accountId, origin }: { agentId: number; accountId: number; origin: Origin },
): Promise<boolean> {
  const { now } = tx
  const spent = await tx.run(sql`
    update links set spent_at = ${now}, used_at = ${now}
    where agent_id = ${agentId} and purpose = ${PURPOSE} and spent_at is null
      and expires_at > ${later(now, -FORGOTTEN_MS)}`)
  if (spent === 0) return false
  await noteCanceled(tx, { agentId, accountId, origin })
  return true
}

function noteCanceled(
  tx: Tx,
  { agentId, accountId, origin }: { agentId: number; accountId: number; origin: Origin },
): Promise<void> {
  return tx.audit({ actor: { agentId }, action: 'second-factor-recovery-canceled', accountId, origin })
}

/**
 * Removes factors and passkeys whose waiting time is over; nothing else ends it. What was set up after the
 * request was not lost, and stays. A failure does not stop the others.
 */
export async function finishRecoveries(deps: TransactionDeps, mayGoOn = () => true): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const due = await db.many<{ tokenHash: Buffer }>(sql`
    select token_hash as "tokenHash" from links
    where expires_at <= ${now} and expires_at > ${later(now, -FORGOTTEN_MS)} and purpose = ${PURPOSE}
      and spent_at is null
    order by expires_at limit ${AT_MOST}`)
  const finish = ({ tokenHash }: { tokenHash: Buffer }) =>
    transaction(deps, async (tx) => {
      const request = await tx.maybe<{ agentId: number; accountId: number; askedAt: Date; endsAt: Date }>(sql`
        update links set spent_at = ${tx.now}, used_at = ${tx.now} where token_hash = ${tokenHash} and spent_at is null
        returning agent_id as "agentId", account_id as "accountId", created_at as "askedAt", expires_at as "endsAt"`)
      if (!request) return
      const { askedAt, endsAt, ...ended } = request
      const hours = Math.round((endsAt.getTime() - askedAt.getTime()) / HOUR)
      const details = { wait: `After ${hours} hours` }
      const factor = await findSecondFactor(tx, ended.agentId)
      const hadFactor = factor !== undefined && factor.since <= askedAt
      if (hadFactor) await removeSecondFactor(tx, ended.agentId, tx.now)
      const names = await deletePasskeysAdded(tx, ended.agentId, { until: askedAt })
      const lost = hadFactor ? 'app' : 'passkeys'
      if (hadFactor || names.length > 0) {
        await mailAgent(tx, ended.agentId, recoveryDoneMail, { lost, hours })
        await mailFormerEmails(tx, ended.agentId, recoveryDoneFormerMail, { lost, hours })
      }
      if (hadFactor) await tx.audit({ actor: 'system', action: 'second-factor-removed', ...ended, details })
      for (const passkey of names)
        await tx.audit({ actor: 'system', action: 'passkey-removed', ...ended, details: { passkey } })
    })
  await eachInTurn(due, finish, mayGoOn)
}
