import { removeOtherStrangers, removeStrangers } from '#server/accounts/remove-strangers.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'

/** More people were invited in somebody's name than one transaction removes. Each run removes some, and sends the next. */
export function handleStrangers({
  db,
  clock,
  jobs,
  config,
}: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  jobs.handle(removeOtherStrangers, ({ agentId, since, until }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const { accountId } = await tx.one<{ accountId: number }>(
        sql`select account_id as "accountId" from agents where id = ${agentId}`,
      )
      await lockPeople(tx, accountId)
      const times = { since: new Date(since), until: new Date(until) }
      await removeStrangers(tx, { jobs, config, now }, { accountId, agentId, ...times }, undefined)
    }),
  )
}
