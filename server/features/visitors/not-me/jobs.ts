import { removeStrangers } from '#server/accounts/remove-strangers.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

export const removeOtherStrangers = defineJob<{ agentId: number; since: string }>({
  name: 'remove-other-strangers',
  retries: 100,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 300,
})

/** More people were invited in somebody's name than one transaction removes. */
export function handleStrangers({
  db,
  clock,
  jobs,
  config,
}: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  jobs.handle(removeOtherStrangers, async ({ agentId, since }) => {
    const removeSome = () =>
      db.transaction(async (tx) => {
        const { accountId } = await tx.one<{ accountId: number }>(
          sql`select account_id as "accountId" from agents where id = ${agentId}`,
        )
        await lockPeople(tx, accountId)
        const invitedBy = { accountId, agentId, since: new Date(since) }
        return removeStrangers(tx, { jobs, config, now: clock.now() }, invitedBy, undefined)
      })
    while ((await removeSome()).hasMore);
  })
}
