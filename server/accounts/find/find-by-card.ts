import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type ByWords, LONGEST_MS, nothingFound, patiently } from './patiently.ts'
import type { Wanted } from './read-wanted.ts'

export const NEWEST_CARD = Number.MAX_SAFE_INTEGER

/**
 * By the last four digits of a card, newest first, and by words that its account has: in the company, or in the name or
 * email of anybody in it. The index has every ten-thousandth card; their accounts are then read one by one.
 */
export async function findByCard(
  db: Database,
  { lastFour, cardWords }: Wanted,
  { before, atMost }: { before: number; atMost: number },
): Promise<ByWords> {
  if (lastFour === undefined) return nothingFound
  const [first = '', second = '', third = ''] = cardWords
  return patiently(db, { atMost, longestMs: LONGEST_MS }, [
    sql`
      select 'card' as kind, 'Card' as what, c.brand || ' ending ' || c.last_four as text, c.account_id as "accountId",
        false as "isExact", c.id::text as reference,
        case when c.replaced_at is null then 'on file' else 'replaced' end as state, null::integer as "amountCents",
        c.created_at as at
      from cards c
      where c.last_four = ${lastFour} and c.id < ${before}::bigint
        and (${first} = '' or exists (
          select from (
            select folded(a.company || ' ' || coalesce(string_agg(g.first_name || ' ' || g.last_name || ' ' || g.email, ' '), ''))
              as has
            from accounts a left join agents g on g.account_id = a.id and g.removed_at is null
            where a.id = c.account_id group by a.id
          ) of_account
          where strpos(has, folded(${first})) > 0 and strpos(has, folded(${second})) > 0 and strpos(has, folded(${third})) > 0
        ))
      order by c.id desc limit ${atMost}`,
  ])
}
