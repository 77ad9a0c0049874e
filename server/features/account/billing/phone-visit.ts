import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Signed in from the phone app to pay (`mr=1`): the page stays small and says what it is for. */
export async function isPhoneVisit(db: Db, sessionId: number): Promise<boolean> {
  const session = await db.one<{ isPhone: boolean }>(
    sql`select is_mobile_retry as "isPhone" from sessions where id = ${sessionId}`,
  )
  return session.isPhone
}
