import type { SecondFactorValues } from '#contract/features/second-factor/values.ts'
import type { Deps } from '#server/deps.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'

export async function showSecondFactor(
  { db }: Pick<Deps, 'db'>,
  session: Session,
): Promise<SecondFactorValues> {
  const factor = await findSecondFactor(db, session.agentId)
  if (!factor) return { factor: null }
  const { timeZone } = await db.one<{ timeZone: string }>(
    sql`select time_zone as "timeZone" from accounts where id = ${session.accountId}`,
  )
  const { since, codesLeft } = factor
  return { factor: { since: formatShortDate(timeZone, since), codesLeft } }
}
