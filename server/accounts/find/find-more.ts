import type { Database } from '#server/platform/db/database.ts'
import { complete, type Match } from './complete.ts'
import { findByCard, NEWEST_CARD } from './find-by-card.ts'
import { findCompanies, findPeople } from './find-by-words.ts'
import type { Hit } from './hit.ts'
import type { ByWords } from './patiently.ts'
import { readWanted, type Wanted } from './read-wanted.ts'

/** Of these there can be more than the first results: they are read on, page by page. */
export const listedKinds = ['account', 'person', 'card'] as const
export type ListedKind = (typeof listedKinds)[number]

export type FoundPage = {
  wanted: Wanted
  matches: Match[]
  /** The place of the last one, if there are more. */
  next: number | null
  isTooSlow: boolean
}

/**
 * The results of one kind after a place: accounts and people by their ids, cards newest first. A place is the id of a row, so
 * that every page costs as much as the first.
 */
export async function findMore(
  db: Database,
  { typed, kind, after, atMost }: { typed: string; kind: ListedKind; after: number | null; atMost: number },
): Promise<FoundPage> {
  const wanted = readWanted(typed)
  const { hits, isTooSlow } = await searches[kind](db, wanted, after, atMost + 1)
  const direction = kind === 'card' ? -1 : 1
  const sorted = hits.toSorted((one, other) => direction * (placeOf(one) - placeOf(other)))
  const places = [...new Set(sorted.map(placeOf))]
  const last = places.length > atMost ? (places[atMost - 1] ?? null) : null
  const shown = last === null ? sorted : sorted.filter((hit) => direction * (placeOf(hit) - last) <= 0)
  return {
    wanted,
    matches: await complete(db, shown),
    next: last,
    isTooSlow,
  }
}

type Search = (db: Database, wanted: Wanted, after: number | null, atMost: number) => Promise<ByWords>

const searches: Record<ListedKind, Search> = {
  account: (db, { words }, after, atMost) => findCompanies(db, words, { after: after ?? 0, atMost }),
  person: (db, { words }, after, atMost) => findPeople(db, words, { after: after ?? 0, atMost }),
  card: (db, wanted, after, atMost) => findByCard(db, wanted, { before: after ?? NEWEST_CARD, atMost }),
}

function placeOf({ kind, accountId, reference }: Hit): number {
  return kind === 'account' ? (accountId ?? 0) : Number(reference)
}

const byWords = ['Company', 'Name', 'Email']

/** Whether the list of this kind has all these results: those by a number or another spelling are not in it. */
export function isListed(kind: string, matches: readonly Match[]): kind is ListedKind {
  if (kind === 'card') return true
  return (kind === 'account' || kind === 'person') && matches.every(({ what }) => byWords.includes(what))
}
