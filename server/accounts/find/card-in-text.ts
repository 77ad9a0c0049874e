import { brandOf, isCardNumber } from '#contract/fields/card-number.ts'

const LONGEST_CARD = 19
/** What people put between the groups of a card number. */
const between = /^[\s.-]{1,3}$/
const besideNumber = /^[\s,;()]?$/

type Place = { start: number; end: number }

/**
 * A text in which whole card numbers stood, without them: its words, and the last four digits of the first card. Further
 * numbers are left out, too: beside a card number they are its expiration date and its security code.
 */
export function withoutCardNumbers(text: string): string | undefined {
  const [first, ...others] = placesOfCards(text)
  if (!first) return undefined
  const lastFour = digitsAt(text, first).slice(-4)
  const rest = [first, ...others].reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    text,
  )
  const words = rest
    .split(/[\s,;:()/]+/)
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word.replace(/^[.#*-]+/, '').replace(/[.#*-]+$/, ''))
  return [...words, 'ending in', lastFour].join(' ')
}

/** Whole groups of digits only, so that no part of a longer number is taken for a card. */
function placesOfCards(text: string): Place[] {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    start: index,
    end: index + digits.length,
  }))
  const cards: Place[] = []
  for (let at = 0; at < groups.length; at += 1) {
    const last = lastGroupOfCard(text, groups, at)
    if (last === undefined) continue
    cards.push(placeFrom(groups, at, last))
    at = last
  }
  return cards
}

function lastGroupOfCard(text: string, groups: readonly Place[], first: number): number | undefined {
  let found: number | undefined
  for (let last = first; last < groups.length; last += 1) {
    if (last > first && !isJoined(text, groups[last - 1], groups[last])) break
    const place = placeFrom(groups, first, last)
    const digits = digitsAt(text, place)
    if (digits.length > LONGEST_CARD) break
    if (isCardNumber(digits) && (brandOf(digits).name !== '' || standsAlone(text, place))) found = last
  }
  return found
}

/** Of a number that no brand uses, also dates and references have the form: it has to be all there is between words. */
function standsAlone(text: string, { start, end }: Place): boolean {
  return besideNumber.test(text.charAt(start - 1)) && besideNumber.test(text.charAt(end))
}

function isJoined(text: string, one: Place | undefined, next: Place | undefined): boolean {
  return one !== undefined && next !== undefined && between.test(text.slice(one.end, next.start))
}

function placeFrom(groups: readonly Place[], first: number, last: number): Place {
  return { start: groups[first]?.start ?? 0, end: groups[last]?.end ?? 0 }
}

function digitsAt(text: string, { start, end }: Place): string {
  return text.slice(start, end).replace(/\D/g, '')
}
