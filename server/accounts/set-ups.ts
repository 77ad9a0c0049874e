import type { Status } from '#contract/accounts/statuses.ts'
import type { ProvisioningNews } from '#contract/features/provisioning.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitorHash } from '#server/identity/visitor-cookie.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { SECOND } from '#server/ports/clock.ts'

/** Provisions a paid account. Retried for about two days before an operator has to step in. */
export const provisionAccount = defineJob<{ accountId: number }>({
  name: 'set-up-account',
  retries: 18,
  firstRetrySeconds: 10,
  longestRetrySeconds: 6 * 3600,
  expiresSeconds: 120,
  dropsFailed: true,
})

export async function beginProvisioning(
  tx: Db,
  { jobs, config, now }: Pick<Deps, 'jobs' | 'config'> & { now: Date },
  accountId: number,
): Promise<void> {
  await tx.run(
    sql`insert into set_ups (account_id, state, started_at) values (${accountId}, 'running', ${now})`,
  )
  await jobs.send(
    tx,
    provisionAccount,
    { accountId },
    config.setUpWebhook.url ? 0 : config.setupSeconds * SECOND,
  )
}

const newsOf = {
  running: { state: 'running', words: messages.setUpRunning },
  dead: { state: 'late', words: messages.setUpLate },
  done: { state: 'ready', words: messages.setUpReady },
} as const satisfies Record<string, ProvisioningNews>

/** Nothing is awaited any more, as when it is ready. */
export const newsOfClosed: ProvisioningNews = { state: 'ready', words: messages.setUpOver }

/** The provisioning progress of an account, for the browser that bought it. Other visitors get nothing. */
export async function showProvisioning(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  visitor: Visitor,
): Promise<ProvisioningNews> {
  const visitorHash = readVisitorHash(visitor, config)
  const setUp =
    visitorHash &&
    (await db.maybe<{ state: keyof typeof newsOf; isClosed: boolean }>(sql`
      select s.state, a.status = any(${closedStatuses}::text[]) as "isClosed"
      from orders o join set_ups s on s.account_id = o.account_id join accounts a on a.id = o.account_id
      where o.visitor_hash = ${visitorHash} and o.kind = 'sign-up' order by o.id desc limit 1`))
  if (!setUp) return { state: 'none', words: '' }
  return setUp.isClosed ? newsOfClosed : newsOf[setUp.state]
}

/** Why provisioning of a closed account is not retried. */
export const SET_UP_OF_CLOSED = 'The account is closed. Its set-up can start again once the account is open.'

/** A closed account is not provisioned. A fraud mark also cancels an account. */
export const closedStatuses: Status[] = ['canceled', 'expired', 'waiting for reactivation']

/**
 * For every account that reopens: continues its provisioning where closing stopped it. Returns the resulting
 * status: an account being provisioned becomes active if that finished before it was closed. An account that
 * stays closed is unchanged.
 */
export async function resumeSetUp(
  tx: Db,
  { jobs }: { jobs: Jobs },
  accountId: number,
  status: Status,
): Promise<Status> {
  if (closedStatuses.includes(status)) return status
  const setUp = await tx.maybe<{ state: 'running' | 'dead' | 'done' }>(
    sql`select state from set_ups where account_id = ${accountId}`,
  )
  if (setUp?.state === 'running') await jobs.send(tx, provisionAccount, { accountId })
  return status === 'pending' && setUp?.state === 'done' ? 'active' : status
}

/**
 * Restarts failed provisioning from the beginning. False if it has not failed; refused while the account is
 * closed.
 */
export function repeatSetUp(
  deps: TransactionDeps,
  { accountId, actor, reason }: { accountId: number; actor: string; reason: string },
): Promise<boolean> {
  return transaction(deps, async (tx) => {
    const revived = await tx.run(sql`
      update set_ups s set state = 'running', tries = 0, last_error = null, started_at = ${tx.now}, settled_at = null
      from accounts a
      where s.account_id = ${accountId} and s.state = 'dead' and a.id = s.account_id
        and a.status <> all(${closedStatuses}::text[])`)
    if (revived === 0) return refuseIfDead(tx, accountId)
    await tx.jobs.send(tx, provisionAccount, { accountId })
    await tx.audit({ actor, action: 'set-up-repeated', accountId, details: { reason } })
    return true
  })
}

/** Whatever is still failed was not restarted because its account is closed. */
async function refuseIfDead(tx: Db, accountId: number): Promise<false> {
  const dead = await tx.maybe(sql`select 1 from set_ups where account_id = ${accountId} and state = 'dead'`)
  if (!dead) return false
  throw refuse('invalid-fields', { errors: SET_UP_OF_CLOSED })
}
