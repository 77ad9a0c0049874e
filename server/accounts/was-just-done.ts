import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

const JUST_NOW_MINUTES = 10

/**
 * The newest of these actions in the account, if it was audited just now. A page learns from its URL which
 * action to announce, and the URL may be opened again long after.
 */
export async function lastDone(
  db: Db,
  accountId: number,
  actions: readonly string[],
  now: Date,
): Promise<string | undefined> {
  const done = await db.maybe<{ action: string }>(sql`
    select action from audit where account_id = ${accountId} and at > ${later(now, -JUST_NOW_MINUTES * MINUTE)}
      and action = any(${actions}) order by at desc, id desc limit 1`)
  return done?.action
}
