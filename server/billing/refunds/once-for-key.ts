import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

type Keyed = { key: string; accountId: number; request: unknown }
type Former<Answer> = { digest: Buffer; answer: Answer }

/**
 * Changes an account's month once for each key. A repeat gets the first answer; a second request under the same key at
 * the same time waits for the first one's transaction. A refused request leaves its key free.
 */
export async function onceForKey<Answer extends object>(
  tx: Db,
  { key, accountId, request }: Keyed,
  now: Date,
  change: () => Promise<Answer | Refused>,
): Promise<(Answer & { isRepeat: boolean }) | Refused> {
  const digest = createHash('sha256')
    .update(JSON.stringify([accountId, request]))
    .digest()
  const isFirst = await tx.run(sql`
    insert into month_changes (key, account_id, body_digest, created_at)
    values (${key}, ${accountId}, ${digest}, ${now}) on conflict (key) do nothing`)
  if (isFirst === 0) {
    const former = await tx.one<Former<Answer>>(
      sql`select body_digest as digest, answer from month_changes where key = ${key}`,
    )
    return digest.equals(former.digest)
      ? { ...former.answer, isRepeat: true }
      : refuse('other-body', { errors: 'This key was used for another change.' })
  }
  const answer = await change()
  if (isRefused(answer)) {
    await tx.run(sql`delete from month_changes where key = ${key}`)
    return answer
  }
  await tx.run(sql`update month_changes set answer = ${JSON.stringify(answer)} where key = ${key}`)
  return { ...answer, isRepeat: false }
}
