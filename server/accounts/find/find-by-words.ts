import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { type ByWords, LONGEST_MS, nothingFound, patiently } from './patiently.ts'

/** Other spellings are looked for after everything else, so that all of it stays below a second. */
const LONGEST_TYPO_MS = 400
/** Trigrams find three letters or more. A shorter text is compared as a whole. */
const SHORTEST_PART = 3

/** The rows after this id, in the order of their ids. */
type Part = { after: number; atMost: number }

/** By parts of a company, a name or an email, in any order of the words. */
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
  return patiently(db, { ...part, longestMs: LONGEST_MS }, [companiesLike(patterns, part)])
}

export async function findPeople(db: Database, words: readonly string[], part: Part): Promise<ByWords> {
  const patterns = patternsOf(words)
  if (patterns === undefined) return nothingFound
  const searches = [namesLike(patterns, part), emailsLike(patterns, part)]
  return patiently(db, { ...part, longestMs: LONGEST_MS }, searches)
}

/** By a name or company with one letter wrong, missing, too many, or two of them swapped. */
export async function findByTypo(db: Database, words: readonly string[], atMost: number): Promise<ByWords> {
  const typos = typosOf(words)
  if (typos === undefined) return nothingFound
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

type Patterns = [string, string, string]

function patternsOf(words: readonly string[]): Patterns | undefined {
  const [longest = ''] = words
  if (!words.some(isWord)) return undefined
  if (longest.length < SHORTEST_PART) return [escaped(words.join(' ')), '%', '%']
  return [patternOf(words[0]), patternOf(words[1]), patternOf(words[2])]
}

/** Signs alone have no trigram: the whole index would be read for them. */
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

/** Without case and marks on letters, as the function of the same name in the database. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđıß]/g, (letter) => plainLetters[letter] ?? letter)
}

const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/** Half of a shorter word is found in too many names. */
const SHORTEST_WORD = 6
/** Every letter adds its slips to the expression. */
const LONGEST_WORD = 30

type Typos = {
  /** At least one half of a word with one slip is right, unless the two letters in its middle are swapped. */
  first: string
  last: string
  swapped: string
  /** A regular expression for every way to write the word with one slip. */
  written: string
}

/** Only letters and digits are compared, so that nothing in it means something else in a pattern. */
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
