import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { HOUR, MINUTE } from '#server/ports/clock.ts'

/** Deletes a card from the gateway's vault, unless it is kept. */
const forgetLeftCard = defineJob<{ token: string }>({
  name: 'forget-left-card',
  retries: 60,
  firstRetrySeconds: 15,
  longestRetrySeconds: 3600,
  expiresSeconds: 30,
})

/** Longer than any request that stores a card and then charges it. */
const LOOK_AFTER_MS = 10 * MINUTE
const LOOK_AGAIN_MS = HOUR

/**
 * Chooses the token under which a card will be stored, and queues the look at what became of it. Called before the gateway is
 * asked: also a card that it stored without our learning of it can be deleted, whatever is killed.
 */
export async function chooseToken({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<string> {
  const token = randomUUID()
  await jobs.send(db, forgetLeftCard, { token }, LOOK_AFTER_MS)
  return token
}

export function handleLeftCards({ db, jobs, payments }: Pick<Deps, 'db' | 'jobs' | 'payments'>): void {
  jobs.handle(forgetLeftCard, async ({ token }) => {
    switch (await needOf(db, token)) {
      case 'kept':
        return
      case 'waits':
        return jobs.send(db, forgetLeftCard, { token }, LOOK_AGAIN_MS)
      case 'none':
        return payments.forget(token)
    }
  })
}

/** It is kept as long as an account has or had it on file. It waits while its charge, or a sign-up, is not decided. */
async function needOf(db: Db, token: string): Promise<'kept' | 'waits' | 'none'> {
  const { need } = await db.one<{ need: 'kept' | 'waits' | 'none' }>(sql`
    select case
      when exists (select from cards where gateway_token = ${token}) then 'kept'
      when exists (select from charges where gateway_token = ${token} and outcome in ('sent', 'unknown'))
        or exists (select from held_sign_ups where gateway_token = ${token}) then 'waits'
      else 'none' end as need`)
  return need
}
