import { findSessionRow, noteSeen, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sessionScopeOf } from './status-rules.ts'

/** The session scope follows the account's current status, not its status at sign-in. */
export async function findSession(
  db: Db,
  token: string,
  now: Date,
): Promise<Omit<Session, 'origin'> | undefined> {
  const row = await findSessionRow(db, token, now)
  const scope = row && sessionScopeOf(row)
  if (!scope) return undefined
  await noteSeen(db, row, now)
  const { id, agentId, accountId, accountNumber, role } = row
  return { id, agentId, accountId, accountNumber, role, scope }
}
