import type { Database } from '#server/platform/db/database.ts'
import { isTooSlow } from '#server/platform/db/errors.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Hit } from './find-named.ts'
import type { ParsedQuery } from './parse-query.ts'

/** A partial search reads more or less depending on the text: it may not hold a connection for longer. */
const LONGEST_MS = 700

export type ByWords = {
  hits: Hit[]
  /** More match, or one of the searches timed out. */
  isCutShort: boolean
  isTooSlow: boolean
}
export const nothingFound: ByWords = { hits: [], isCutShort: false, isTooSlow: false }

/** Typos are searched last, so that the total stays below a second. */
const LONGEST_TYPO_MS = 400
/** Trigrams find three letters or more. A shorter text is compared as a whole. */
const SHORTEST_PART = 3

/** The rows after this id, in id order. */
type Part = { after: number; atMost: number }

/** By parts of a company, a name or an email, in any word order. */
export async function findByWords(db: Database, words: readonly string[], atMost: number): Promise<ByWords> {
  const part = { after: 0, atMost }
  const companies = await findCompanies(db, words, part)
  const people = await findPeople(db, words, part)
  return {
    hits: [...companies.hits, ...people.hits],
    isCutShort: companies.isCutShort || people.isCutShort,
    isTooSlow: companies.isTooSlow || people.isTooSlow,
  }
}

export async function findCompanies(db: Database, words: readonly string[], part: Part): Promise<ByWords> {
  const patterns = patternsOf(words)
  if (patterns === undefined) return nothingFound
  return searchInTime(db, { ...part, longestMs: LONGEST_MS }, [companiesLike(patterns, part)])
}

export async function findPeople(db: Database, words: readonly string[], part: Part): Promise<ByWords> {
  const patterns = patternsOf(words)
  if (patterns === undefined) return nothingFound
  const searches = [namesLike(patterns, part), emailsLike(patterns, part)]
  return searchInTime(db, { ...part, longestMs: LONGEST_MS }, searches)
}

/** By a name or company with one letter wrong, missing, extra, or swapped with its neighbor. */
export async function findByTypo(db: Database, words: readonly string[], atMost: number): Promise<ByWords> {
  const typos = typosOf(words)
  if (typos === undefined) return nothingFound
  const { first, last, swapped, written } = typos
  const rest = patternOf(words[1])
  return searchInTime(db, { atMost, longestMs: LONGEST_TYPO_MS }, [
    sql`
      select 'account' as kind, 'Company, spelled differently' as what, company as text, id as "accountId", false as "isExact",
        '' as reference, null as state, null::integer as "amountCents", null::timestamptz as at
      from accounts
      where (folded(company) like folded(${first}) or folded(company) like folded(${last}) or folded(company) like folded(${swapped}))
        and folded(company) like folded(${rest}) and folded(company) ~ folded(${written}) order by id limit ${atMost}`,
    sql`
      select 'person' as kind, 'Name, spelled differently' as what, trim(first_name || ' ' || last_name) as text,
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

export const NEWEST_CARD = Number.MAX_SAFE_INTEGER

/**
 * By the last four digits of a card, newest first, and by words that its account has: in the company, or in the name or
 * email of anybody in it. The index has every ten-thousandth card; their accounts are then read one by one.
 */
export async function findByCard(
  db: Database,
  { lastFour, cardWords }: ParsedQuery,
  { before, atMost }: { before: number; atMost: number },
): Promise<ByWords> {
  if (lastFour === undefined) return nothingFound
  const [first = '', second = '', third = ''] = cardWords
  return searchInTime(db, { atMost, longestMs: LONGEST_MS }, [
    sql`
      select 'card' as kind, case when c.replaced_at is not null then 'Replaced card' when c.is_backup then 'Backup card' else 'Card' end
        || case when c.replaced_at is null and c.refused_because is not null then ', refused for good' else '' end as what, c.brand || ' ending ' || c.last_four || ', expires ' || lpad(c.expires_month::text, 2, '0') || '/' || c.expires_year as text, c.account_id as "accountId",
        false as "isExact", c.id::text as reference,
        case when c.replaced_at is not null then 'replaced' when c.is_backup then 'backup' else 'on file' end as state, null::integer as "amountCents",
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

/**
 * How many rows match depends on the text: for a rare one the index is right, for a common one the first
 * rows. So each search is planned for its own text, and times out if it takes too long.
 */
async function searchInTime(
  db: Database,
  { atMost, longestMs }: { atMost: number; longestMs: number },
  searches: readonly Sql[],
): Promise<ByWords> {
  const found: ByWords = { ...nothingFound, hits: [] }
  for (const search of searches) {
    const hits = await searchOnce(db, search, longestMs)
    found.hits.push(...(hits ?? []))
    found.isTooSlow ||= hits === undefined
    found.isCutShort ||= hits === undefined || hits.length === atMost
  }
  return found
}

async function searchOnce(db: Database, search: Sql, longestMs: number): Promise<Hit[] | undefined> {
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

type Patterns = [string, string, string]

function patternsOf(words: readonly string[]): Patterns | undefined {
  const [longest = ''] = words
  if (!words.some(isWord)) return undefined
  if (longest.length < SHORTEST_PART) return [escaped(words.join(' ')), '%', '%']
  return [patternOf(words[0]), patternOf(words[1]), patternOf(words[2])]
}

/** Punctuation alone has no trigram: the whole index would be read. */
function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function patternOf(word: string | undefined): string {
  return word === undefined ? '%' : `%${escaped(word)}%`
}

function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&')
}

const companiesLike = ([first, second, third]: Patterns, { after, atMost }: Part): Sql => sql`
  select 'account' as kind, 'Company' as what, company as text, id as "accountId", false as "isExact", '' as reference,
    null as state, null::integer as "amountCents", null::timestamptz as at
  from accounts
  where id > ${after}::bigint and folded(company) like folded(${first}) and folded(company) like folded(${second})
    and folded(company) like folded(${third}) order by id limit ${atMost}`

const namesLike = ([first, second, third]: Patterns, { after, atMost }: Part): Sql => sql`
  select 'person' as kind, 'Name' as what, trim(first_name || ' ' || last_name) as text, account_id as "accountId",
    false as "isExact", id::text as reference, role as state, null::integer as "amountCents", null::timestamptz as at
  from agents
  where removed_at is null and id > ${after}::bigint and folded(first_name || ' ' || last_name) like folded(${first})
    and folded(first_name || ' ' || last_name) like folded(${second})
    and folded(first_name || ' ' || last_name) like folded(${third}) order by id limit ${atMost}`

const emailsLike = ([first, second, third]: Patterns, { after, atMost }: Part): Sql => sql`
  select 'person' as kind, 'Email' as what, email as text, account_id as "accountId", false as "isExact",
    id::text as reference, role as state, null::integer as "amountCents", null::timestamptz as at
  from agents
  where removed_at is null and id > ${after}::bigint and email_key like lower(${first}) and email_key like lower(${second})
    and email_key like lower(${third}) order by id limit ${atMost}`

/** Ignores case and accents, like the database function of the same name. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđıß]/g, (letter) => plainLetters[letter] ?? letter)
}

const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/** Half of a shorter word occurs in too many names. */
const SHORTEST_WORD = 6
/** Every letter adds its typos to the expression. */
const LONGEST_WORD = 30

type Typos = {
  /** At least one half of a word with one typo is right, unless the two middle letters are swapped. */
  first: string
  last: string
  swapped: string
  /** A regular expression for the word with any one typo. */
  written: string
}

/** Only letters and digits, so that nothing is special in a pattern. */
function typosOf([word = '']: readonly string[]): Typos | undefined {
  const letters = [...word]
  if (letters.length < SHORTEST_WORD || letters.length > LONGEST_WORD) return undefined
  if (!/^[\p{L}\p{N}]+$/u.test(word)) return undefined
  const middle = Math.floor(letters.length / 2)
  return {
    first: `%${letters.slice(0, middle).join('')}%`,
    last: `%${letters.slice(middle).join('')}%`,
    swapped: `%${swappedAt(letters, middle - 1)}%`,
    written: `\\m(?:${slipsOf(letters).join('|')})`,
  }
}

function slipsOf(letters: string[]): string[] {
  return letters.flatMap((_, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
    const slips = [`${before}.?${after}`, `${before}.${letters[at]}${after}`]
    return at + 1 < letters.length ? [...slips, swappedAt(letters, at)] : slips
  })
}

function swappedAt(letters: string[], at: number): string {
  return [...letters.slice(0, at), letters[at + 1], letters[at], ...letters.slice(at + 2)].join('')
}
