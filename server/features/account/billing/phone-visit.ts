import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Whether this session was opened from the phone app in order to pay (`mr=1`): the page is then reduced to
 * that.
 */
export async function isPhoneVisit(db: Db, sessionId: number): Promise<boolean> {
  const session = await db.maybe<{ isPhone: boolean }>(
    sql`select is_mobile_retry as "isPhone" from sessions where id = ${sessionId}`,
  )
  return session?.isPhone ?? false
}
