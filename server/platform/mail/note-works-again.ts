import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clearMark, setWorks } from './note-bounce.ts'

/**
 * An operator notes that an email works again, for everyone who has it. Returns how many marks were taken away. Where there
 * was none, nothing is changed: a notice about an earlier mail can still come.
 */
export async function noteWorksAgain(
  tx: Db,
  email: string,
  { actor, reason }: By,
  now: Date,
): Promise<number> {
  const { people, contacts } = await clearMark(tx, email)
  const cleared = people.length + contacts.length
  if (cleared === 0) return 0
  await setWorks(tx, email, now)
  const entry = { actor, action: 'bounce-cleared', details: { reason } } as const
  for (const { accountId, id } of people) await recordAudit(tx, { ...entry, accountId, agentId: id }, now)
  for (const { accountId } of contacts) await recordAudit(tx, { ...entry, accountId }, now)
  return cleared
}
