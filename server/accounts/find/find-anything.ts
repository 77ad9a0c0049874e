import type { Database } from '#server/platform/db/database.ts'
import { complete, type Match } from './complete.ts'
import { findByCard, NEWEST_CARD } from './find-by-card.ts'
import { findByEmail } from './find-by-email.ts'
import { findByNumber } from './find-by-number.ts'
import { findByReference } from './find-by-reference.ts'
import { findByTypo, findByWords } from './find-by-words.ts'
import { folded } from './folded.ts'
import type { Hit } from './hit.ts'
import { type ByWords, nothingFound } from './patiently.ts'
import { readWanted, type Wanted } from './read-wanted.ts'

export type Found = {
  wanted: Wanted
  /** Those that the text names come first, then those that begin with it. */
  matches: Match[]
  /** More than these match, or the search for parts took too long: another word would narrow it. */
  isCutShort: boolean
}

const FOUND_AT_MOST = 50

/**
 * One box for everything: the text is looked for wherever it may stand. Each part is answered by an index and bounded
 * (docs/decisions/0086).
 */
export async function findAnything(db: Database, typed: string): Promise<Found> {
  const wanted = readWanted(typed)
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
async function findAlike(db: Database, wanted: Wanted, named: readonly Hit[]): Promise<ByWords> {
  const hasOnlyDigits = wanted.digits !== ''
  const isNamed = hasOnlyDigits ? named.length > 0 : named.some(({ isExact }) => isExact)
  // An email may also be part of a longer one.
  if (isNamed && wanted.email === undefined) return nothingFound
  const alike = await findByWords(db, wanted.words, FOUND_AT_MOST)
  if (named.length > 0 || alike.hits.length > 0 || alike.isCutShort || hasOnlyDigits) return alike
  return findByTypo(db, wanted.words, FOUND_AT_MOST)
}

/** The same text, then its beginning, then the beginning of a word, then any part. */
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
