import type { Database } from '#server/platform/db/database.ts'
import { isTooSlow } from '#server/platform/db/errors.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Hit } from './hit.ts'
import { typosOf } from './typos.ts'

/** What a search for part of a text reads depends on the text: it may not hold a connection for longer. */
const LONGEST_MS = 700
/** Other spellings are looked for after everything else, so that all of it stays below a second. */
const LONGEST_TYPO_MS = 400
/** Trigrams find three letters or more. A shorter text is compared as a whole. */
const SHORTEST_PART = 3

export type ByWords = { hits: Hit[]; isCutShort: boolean }

/** By parts of a company, a name or an email, in any order of the words. */
export async function findByWords(db: Database, words: readonly string[], atMost: number): Promise<ByWords> {
  const patterns = patternsOf(words)
  if (patterns === undefined) return { hits: [], isCutShort: false }
  return patiently(db, { atMost, longestMs: LONGEST_MS }, [
    companiesLike(patterns, atMost),
    namesLike(patterns, atMost),
    emailsLike(patterns, atMost),
  ])
}

/** By a name or company with one letter wrong, missing, too many, or two of them swapped. */
export async function findByTypo(db: Database, words: readonly string[], atMost: number): Promise<ByWords> {
  const typos = typosOf(words)
  if (typos === undefined) return { hits: [], isCutShort: false }
  const { first, last, swapped, written } = typos
  const rest = patternOf(words[1])
  return patiently(db, { atMost, longestMs: LONGEST_TYPO_MS }, [
    sql`
      select 'account' as kind, 'Company, spelled differently' as what, company as text, id as "accountId", false as "isExact",
        '' as reference, null as state, null::integer as "amountCents", null::timestamptz as at
      from accounts
      where (folded(company) like folded(${first}) or folded(company) like folded(${last}) or folded(company) like folded(${swapped}))
        and folded(company) like folded(${rest}) and folded(company) ~ folded(${written}) order by id limit ${atMost}`,
    sql`
      select 'person' as kind, 'Name, spelled differently' as what, first_name || ' ' || last_name as text,
        account_id as "accountId", false as "isExact", id::text as reference, role as state, null::integer as "amountCents",
        null::timestamptz as at
      from agents
      where removed_at is null and (folded(first_name || ' ' || last_name) like folded(${first})
          or folded(first_name || ' ' || last_name) like folded(${last})
          or folded(first_name || ' ' || last_name) like folded(${swapped}))
        and folded(first_name || ' ' || last_name) like folded(${rest})
        and folded(first_name || ' ' || last_name) ~ folded(${written}) order by id limit ${atMost}`,
  ])
}

type Patterns = [string, string, string]

function patternsOf(words: readonly string[]): Patterns | undefined {
  const [longest = ''] = words
  if (longest === '') return undefined
  if (longest.length < SHORTEST_PART) return [escaped(words.join(' ')), '%', '%']
  return [patternOf(words[0]), patternOf(words[1]), patternOf(words[2])]
}

function patternOf(word: string | undefined): string {
  return word === undefined ? '%' : `%${escaped(word)}%`
}

function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&')
}

const companiesLike = ([first, second, third]: Patterns, atMost: number): Sql => sql`
  select 'account' as kind, 'Company' as what, company as text, id as "accountId", false as "isExact", '' as reference,
    null as state, null::integer as "amountCents", null::timestamptz as at
  from accounts
  where folded(company) like folded(${first}) and folded(company) like folded(${second})
    and folded(company) like folded(${third}) order by id limit ${atMost}`

const namesLike = ([first, second, third]: Patterns, atMost: number): Sql => sql`
  select 'person' as kind, 'Name' as what, first_name || ' ' || last_name as text, account_id as "accountId",
    false as "isExact", id::text as reference, role as state, null::integer as "amountCents", null::timestamptz as at
  from agents
  where removed_at is null and folded(first_name || ' ' || last_name) like folded(${first})
    and folded(first_name || ' ' || last_name) like folded(${second})
    and folded(first_name || ' ' || last_name) like folded(${third}) order by id limit ${atMost}`

const emailsLike = ([first, second, third]: Patterns, atMost: number): Sql => sql`
  select 'person' as kind, 'Email' as what, email as text, account_id as "accountId", false as "isExact",
    id::text as reference, role as state, null::integer as "amountCents", null::timestamptz as at
  from agents
  where removed_at is null and email_key like lower(${first}) and email_key like lower(${second})
    and email_key like lower(${third}) order by id limit ${atMost}`

/**
 * How many rows match depends on the text: for a rare one the index is right, for a common one the first rows. So each
 * search is planned for its own text, and one that takes too long is given up.
 */
async function patiently(
  db: Database,
  { atMost, longestMs }: { atMost: number; longestMs: number },
  searches: readonly Sql[],
): Promise<ByWords> {
  const found: ByWords = { hits: [], isCutShort: false }
  for (const search of searches) {
    const hits = await inTime(db, search, longestMs)
    found.hits.push(...(hits ?? []))
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
