import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** Further keys of the same request, which count if they were used after a moment. */
export type OtherKeys = { keys: readonly string[]; since: Date }
type Keyed = { key: string; accountId: number; request: unknown; others?: OtherKeys | undefined }
type Former<Answer> = { digest: Buffer; answer: Answer }

/**
 * Changes an account's month once for each key. A repeat gets the first answer; a second request under the same key at
 * the same time waits for the first one's transaction. A refused request leaves its key free. With other keys, the
 * caller has locked the account's subscription, so that a request under one of them has ended.
 */
export async function onceForKey<Answer extends object>(
  tx: Db,
  { key, accountId, request, others }: Keyed,
  now: Date,
  change: () => Promise<Answer | Refused>,
): Promise<(Answer & { isRepeat: boolean }) | Refused> {
  const digest = createHash('sha256')
    .update(JSON.stringify([accountId, request]))
    .digest()
  const repeat = (former: Former<Answer>) =>
    digest.equals(former.digest)
      ? { ...former.answer, isRepeat: true }
      : refuse('other-body', { errors: 'This key was used for another change.' })
  const other = others && (await findOther<Answer>(tx, others))
  if (other) return repeat(other)
  const isFirst = await tx.run(sql`
    insert into month_changes (key, account_id, body_digest, created_at)
    values (${key}, ${accountId}, ${digest}, ${now}) on conflict (key) do nothing`)
  if (isFirst === 0)
    return repeat(
      await tx.one<Former<Answer>>(
        sql`select body_digest as digest, answer from month_changes where key = ${key}`,
      ),
    )
  const answer = await change()
  if (isRefused(answer)) {
    await tx.run(sql`delete from month_changes where key = ${key}`)
    return answer
  }
  await tx.run(sql`update month_changes set answer = ${JSON.stringify(answer)} where key = ${key}`)
  return { ...answer, isRepeat: false }
}

function findOther<Answer>(tx: Db, { keys, since }: OtherKeys): Promise<Former<Answer> | undefined> {
  return tx.maybe<Former<Answer>>(sql`
    select body_digest as digest, answer from month_changes
    where key = any(${keys}::text[]) and created_at > ${since} and answer is not null limit 1`)
}
