import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later, MINUTE } from '#server/ports/clock.ts'

const NAME_AT_MOST = 60

/** A key that reads the feed. It is shown once; two can be valid while one replaces the other. */
export async function addFeedKey(tx: Db, name: string, now: Date): Promise<{ key: string } | Refused> {
  if (!/^\S(?:.*\S)?$/.test(name) || name.length > NAME_AT_MOST)
    return refuse('invalid-fields', {
      errors: `Enter a name of at most ${NAME_AT_MOST} characters for the key.`,
    })
  const key = `fdk_${newToken()}`
  const added = await tx.run(sql`
    insert into feed_keys (name, token_hash, created_at) values (${name}, ${hashToken(key)}, ${now})
    on conflict (name) do nothing`)
  return added === 1 ? { key } : refuse('invalid-fields', { errors: `There is already a key named ${name}.` })
}

/** By its id: another key may have been made under the same name since. */
export async function removeFeedKey(tx: Db, id: number): Promise<{ name: string } | Refused> {
  const removed = await tx.maybe<{ name: string }>(sql`delete from feed_keys where id = ${id} returning name`)
  return removed ?? refuse('not-found', { errors: `There is no key ${id}.` })
}

export type ListedKey = { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }

export function listFeedKeys(db: Db): Promise<ListedKey[]> {
  return db.many<ListedKey>(sql`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from feed_keys order by name`)
}

/** The id of the key behind a bearer token. */
export async function findFeedKey(db: Db, key: string, now: Date): Promise<number | undefined> {
  const found = await db.maybe<{ id: number; lastUsedAt: Date | null }>(sql`
    select id, last_used_at as "lastUsedAt" from feed_keys where token_hash = ${hashToken(key)}`)
  if (!found) return undefined
  if (!found.lastUsedAt || found.lastUsedAt < later(now, -MINUTE))
    await db.run(sql`update feed_keys set last_used_at = ${now} where id = ${found.id}`)
  return found.id
}
