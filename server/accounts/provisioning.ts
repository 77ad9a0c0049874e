import type { ProvisioningNews } from '#contract/features/provisioning.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitorHash } from '#server/identity/visitor-cookie.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { SECOND } from '#server/ports/clock.ts'

/** Provisions a paid account. Retried for about two days before an operator has to step in. */
export const provisionAccount = defineJob<{ accountId: number }>({
  name: 'set-up-account',
  retries: 14,
  firstRetrySeconds: 10,
  longestRetrySeconds: 6 * 3600,
  expiresSeconds: 120,
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

/** The provisioning progress of an account, for the browser that bought it. Other visitors get nothing. */
export async function showProvisioning(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  visitor: Visitor,
): Promise<ProvisioningNews> {
  const visitorHash = readVisitorHash(visitor, config)
  const setUp =
    visitorHash &&
    (await db.maybe<{ state: keyof typeof newsOf }>(sql`
      select s.state from orders o join set_ups s on s.account_id = o.account_id
      where o.visitor_hash = ${visitorHash} and o.kind = 'sign-up' order by o.id desc limit 1`))
  return setUp ? newsOf[setUp.state] : { state: 'none', words: '' }
}
