import type { Database, Db } from '#server/platform/db/database.ts'
import {
  type ByWords,
  findByCard,
  findByTypo,
  findByWords,
  findCompanies,
  findPeople,
  folded,
  NEWEST_CARD,
  nothingFound,
} from './find-by-words.ts'
import {
  accountsOf,
  type FoundPerson,
  type FoundAccount as FoundResults,
  findByEmail,
  findByNumber,
  findByReference,
  type Hit,
  peopleOf,
} from './find-named.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'

type Found = {
  wanted: ParsedQuery
  /** Exact matches first, then matches that begin with the text. */
  matches: Match[]
  /** More than these match, or the search for parts took too long: another word would narrow it. */
  isCutShort: boolean
}

const FOUND_AT_MOST = 50

/**
 * One box for everything: the text is looked for wherever it may stand. Each part is answered by an index and bounded
 * (docs/decisions/desk.md).
 */
export async function findAnything(db: Database, typed: string): Promise<Found> {
  const wanted = parseQuery(typed)
  const cards = await findByCard(db, wanted, { before: NEWEST_CARD, atMost: FOUND_AT_MOST })
  const named = [
    ...(await findByNumber(db, wanted, FOUND_AT_MOST)),
    ...cards.hits,
    ...(await findByEmail(db, wanted.email, FOUND_AT_MOST)),
    ...(await findByReference(db, wanted)),
  ]
  const alike = await findAlike(db, wanted, named)
  return {
    wanted,
    matches: await complete(db, [...named, ...ranked(alike.hits, wanted.text)]),
    isCutShort: alike.isCutShort || cards.isCutShort,
  }
}

/** Other spellings are tried only where nothing else was found: they cost the most. */
async function findAlike(db: Database, wanted: ParsedQuery, named: readonly Hit[]): Promise<ByWords> {
  const hasOnlyDigits = wanted.digits !== ''
  const isNamed = hasOnlyDigits ? named.length > 0 : named.some(({ isExact }) => isExact)
  // An email may also be part of a longer one.
  if (isNamed && wanted.email === undefined) return nothingFound
  const alike = await findByWords(db, wanted.words, FOUND_AT_MOST)
  if (named.length > 0 || alike.hits.length > 0 || alike.isCutShort || hasOnlyDigits) return alike
  return findByTypo(db, wanted.words, FOUND_AT_MOST)
}

/** The same text, then a prefix, then a prefix of a word, then any part. */
function ranked(hits: readonly Hit[], text: string): Hit[] {
  const wanted = folded(text)
  const rank = (hit: Hit) => {
    const stored = folded(hit.text)
    if (stored === wanted) return 0
    if (stored.startsWith(wanted)) return 1
    return stored.split(/[\s.@_-]+/).some((word) => word.startsWith(wanted)) ? 2 : 3
  }
  return hits.toSorted((one, other) => rank(one) - rank(other))
}

/** Kinds with pages of further results: many rows can match. */
export const listedKinds = ['account', 'person', 'card'] as const
export type ListedKind = (typeof listedKinds)[number]

type FoundPage = {
  wanted: ParsedQuery
  matches: Match[]
  /** The cursor of the last one, if there are more. */
  next: number | null
  isTooSlow: boolean
}

/**
 * The results of one kind after a cursor: accounts and people by their ids, cards newest first. A cursor is the id of a row, so
 * that every page costs as much as the first.
 */
export async function findMore(
  db: Database,
  { typed, kind, after, atMost }: { typed: string; kind: ListedKind; after: number | null; atMost: number },
): Promise<FoundPage> {
  const wanted = parseQuery(typed)
  const { hits, isTooSlow } = await searches[kind](db, wanted, after, atMost + 1)
  const direction = kind === 'card' ? -1 : 1
  const sorted = hits.toSorted((one, other) => direction * (cursorOf(one) - cursorOf(other)))
  const cursors = [...new Set(sorted.map(cursorOf))]
  const last = cursors.length > atMost ? (cursors[atMost - 1] ?? null) : null
  const shown = last === null ? sorted : sorted.filter((hit) => direction * (cursorOf(hit) - last) <= 0)
  return {
    wanted,
    matches: await complete(db, shown),
    next: last,
    isTooSlow,
  }
}

type Search = (db: Database, wanted: ParsedQuery, after: number | null, atMost: number) => Promise<ByWords>

const searches: Record<ListedKind, Search> = {
  account: (db, { words }, after, atMost) => findCompanies(db, words, { after: after ?? 0, atMost }),
  person: (db, { words }, after, atMost) => findPeople(db, words, { after: after ?? 0, atMost }),
  card: (db, wanted, after, atMost) => findByCard(db, wanted, { before: after ?? NEWEST_CARD, atMost }),
}

function cursorOf({ kind, accountId, reference }: Hit): number {
  return kind === 'account' ? (accountId ?? 0) : Number(reference)
}

const byWords = ['Company', 'Name', 'Email']

/** Whether the list of this kind has all these results: matches by number or typo are not in it. */
export function isListed(kind: string, matches: readonly Match[]): kind is ListedKind {
  if (kind === 'card') return true
  return (kind === 'account' || kind === 'person') && matches.every(({ what }) => byWords.includes(what))
}

export type Match = Hit & { account: FoundResults | null; person: FoundPerson | null }

/** Each result with its account and person, without duplicates. */
async function complete(db: Db, found: readonly Hit[]): Promise<Match[]> {
  const hits = withoutRepeats(found)
  const accounts = await accountsOf(db, [...new Set(hits.flatMap(({ accountId }) => accountId ?? []))])
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const people = await peopleOf(
    db,
    hits.flatMap(({ kind, reference }) => (kind === 'person' ? Number(reference) : [])),
  )
  const personOf = new Map(people.map((person) => [String(person.id), person]))
  return hits.map((hit) => ({
    ...hit,
    account: byId.get(hit.accountId ?? 0) ?? null,
    person: hit.kind === 'person' ? (personOf.get(hit.reference) ?? null) : null,
  }))
}

/**
 * A person whose name and email both match is one result; so is an owner whose email was typed, and a card
 * entered again.
 */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ kind, accountId, reference, text }) => {
    const own = kind === 'account' ? '' : kind === 'card' ? text : reference || text
    const key = [kind, accountId, own].join(' ')
    return !seen.has(key) && seen.add(key)
  })
}
