import type { Database } from '#server/platform/db/database.ts'
import { isTooSlow } from '#server/platform/db/errors.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Hit } from './found.ts'

/** What a search for part of a text reads depends on the text: it may not hold a connection for longer. */
export const LONGEST_MS = 700

export type ByWords = {
  hits: Hit[]
  /** More than these match, or one of the searches was given up. */
  isCutShort: boolean
  isTooSlow: boolean
}
export const nothingFound: ByWords = { hits: [], isCutShort: false, isTooSlow: false }

/**
 * How many rows match depends on the text: for a rare one the index is right, for a common one the first rows. So each
 * search is planned for its own text, and one that takes too long is given up.
 */
export async function patiently(
  db: Database,
  { atMost, longestMs }: { atMost: number; longestMs: number },
  searches: readonly Sql[],
): Promise<ByWords> {
  const found: ByWords = { ...nothingFound, hits: [] }
  for (const search of searches) {
    const hits = await inTime(db, search, longestMs)
    found.hits.push(...(hits ?? []))
    found.isTooSlow ||= hits === undefined
    found.isCutShort ||= hits === undefined || hits.length === atMost
  }
  return found
}

async function inTime(db: Database, search: Sql, longestMs: number): Promise<Hit[] | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx.run(sql`
        select set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('statement_timeout', ${String(longestMs)}, true)`)
      return tx.many<Hit>(search)
    })
  } catch (error) {
    if (isTooSlow(error)) return undefined
    throw error
  }
}
