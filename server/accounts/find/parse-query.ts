import { brandOf, isCardNumber, isCardNumber as isWholeCard } from '#contract/fields/card-number.ts'
import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import { withAsciiDigits } from '#contract/wire/rules.ts'

/** The possible meanings of a typed or pasted text; it can have several at once. */
export type ParsedQuery = {
  /** The text without invisible characters and surrounding punctuation. */
  text: string
  /** What the text itself names: "bill 100123". */
  label: Label | undefined
  email: string | undefined
  /** All digits of a text that contains only digits and separators. */
  digits: string
  /** A whole card number was given: only its last four digits are searched. */
  isCardNumber: boolean
  lastFour: string | undefined
  /** Words beside the last four digits: "4242 smith". */
  cardWords: string[]
  bills: string[]
  creditNotes: string[]
  /** References from others, such as the gateway: as typed, in upper and in lower case. */
  references: string[]
  /** A request number, as shown by a page that failed. */
  requestId: string | undefined
  /** The longest words first, up to the search's limit. */
  words: string[]
}

const LONGEST_WANTED = 200
const WORDS_AT_MOST = 3
const TOKENS_AT_MOST = 4
const SHORTEST_REFERENCE = 5

export function parseQuery(typed: string): ParsedQuery {
  const asTyped = withoutFrame(plain(cutTo(typed, LONGEST_WANTED)))
  const whole = withAsciiDigits(asTyped)
  const { label, rest: given } = readLabel(whole)
  const cut = cutCard(given)
  const isCardNumber = cut !== undefined
  const rest = cut ?? given
  const digits = onlyDigits(rest)
  return {
    text: rest,
    label,
    email: /[^\s<>()[\]"',;:|]+@[^\s<>()[\]"',;:|]+/.exec(rest)?.[0].replace(/\.+$/, '').toLowerCase(),
    digits,
    isCardNumber,
    ...readCard(rest),
    bills: readNumbers('R', rest, label === 'bill' || label === undefined ? digits : ''),
    // Debit notes are stored among them.
    creditNotes: [
      ...readNumbers('N', rest, label === 'credit-note' ? digits : ''),
      ...readNumbers('D', rest, ''),
    ],
    references: isCardNumber ? [] : readReferences(rest),
    requestId: /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/i.exec(rest)?.[0].toLowerCase(),
    // A name may be stored with the digits of another script.
    words: isCardNumber ? [] : readWords(asTyped),
  }
}

/**
 * A text as it may appear in a URL: of a whole card number only the last four digits. Undefined if it has
 * none. Reads all of the text, including the part too long to search.
 */
export function withoutCard(typed: string): string | undefined {
  const cut = cutCard(withAsciiDigits(plain(typed)))
  return cut === undefined ? undefined : cutTo(cut, LONGEST_WANTED)
}

function plain(typed: string): string {
  return oneLine(typed.normalize('NFKC')).replace(/[‐-―−]/g, '-')
}

/** Quotes and brackets around it, and a sign before it: `<dana@example.com>`, `"Lake Realty"`, `#482913`. */
function withoutFrame(text: string): string {
  return text.replace(/^[\s"'“”‘’«»<>()[\]{}#:;,.]+|[\s"'“”‘’«»<>()[\]{}:;,]+$/g, '')
}

const labels = {
  account: /^(?:account|acct|pin)(?=[\s.:#])/i,
  bill: /^(?:bill|invoice|receipt)(?=[\s.:#])/i,
  'credit-note': /^credit[ -]?note(?=[\s.:#])/i,
  mail: /^(?:mail|e-?mail|message)(?=[\s.:#])/i,
  charge: /^(?:charge|payment|transaction)(?=[\s.:#])/i,
  'sign-up': /^(?:order|sign-?up)(?=[\s.:#])/i,
  phone: /^(?:tel|phone|mobile|call)(?=[\s.:#])/i,
} as const
type Label = keyof typeof labels

/** Only before a number: a company may be called "Mail Boxes". */
function readLabel(text: string): { label: Label | undefined; rest: string } {
  for (const [label, begins] of Object.entries(labels) as [Label, RegExp][]) {
    const after = text.replace(begins, '').replace(/^[\s.:]*(?:number|no|id|ref|reference)?[\s.:#]*/i, '')
    if (begins.test(text) && /^[A-Z]?[-\s]?[\d+(]/i.test(after)) return { label, rest: withoutFrame(after) }
  }
  return { label: undefined, rest: text }
}

function onlyDigits(text: string): string {
  return /^[\d\s().+#*/-]*$/.test(text) ? text.replace(/\D/g, '') : ''
}

/** A text without the whole card number in it: all of it, in any notation, or a part. */
function cutCard(text: string): string | undefined {
  const digits = onlyDigits(text)
  return isWholeCard(digits) ? `ending in ${digits.slice(-4)}` : withoutCardNumbers(text)
}

/** The last four digits alone, or with words of the account: "smith 4242", "visa 4242, Lake Realty". */
function readCard(text: string): Pick<ParsedQuery, 'lastFour' | 'cardWords'> {
  const alone = readLastFour(text)
  if (alone !== undefined) return { lastFour: alone, cardWords: [] }
  const tokens = text.split(/[\s,;]+/)
  const numbers = tokens.filter((token) => !/\p{L}{2}/u.test(token) && /\d/.test(token))
  const lastFour = numbers.length === 1 ? /^[•*x·.…-]*(\d{4})$/i.exec(numbers[0] ?? '')?.[1] : undefined
  const words = tokens.filter((token) => /\p{L}{2}/u.test(token) && !aboutCards.test(token))
  return lastFour !== undefined && words.length > 0
    ? { lastFour, cardWords: readWords(words.join(' ')) }
    : { lastFour: undefined, cardWords: [] }
}

const aboutCards =
  /^(?:ending|in|with|debit|credit|card|visa|master(?:card)?|amex|american|express|discover)$/i

/** "1111", "•••• 1111", "visa 1111", "ending in 1111". */
function readLastFour(text: string): string | undefined {
  return /^(?:(?:visa|master ?card|amex|american express|discover|debit|credit|card)\s*)*(?:ending(?: in| with)?)?[\s•*x·.…-]*(\d{4})$/i.exec(
    text,
  )?.[1]
}

/** R-100123 in any notation, even within a pasted link; and bare digits, where that is plausible. */
function readNumbers(letter: string, text: string, digits: string): string[] {
  const written = [...text.matchAll(new RegExp(`\\b${letter}[-\\s]?(\\d{6,12})\\b`, 'gi'))].map(
    ([, number]) => number,
  )
  const all = /^\d{6,12}$/.test(digits) ? [...written, digits] : written
  return [...new Set(all)].slice(0, TOKENS_AT_MOST).map((number) => `${letter}-${number}`)
}

function readReferences(text: string): string[] {
  const tokens = [text, ...text.split(/[\s/?=&,;:"'<>()[\]]+/)].filter(
    (token) => token.length >= SHORTEST_REFERENCE && /\d|-|_/.test(token),
  )
  const written = [...new Set(tokens)].slice(0, TOKENS_AT_MOST)
  const cased = written.flatMap((token) => [token, token.toUpperCase(), token.toLowerCase()])
  return [...new Set([...cased, ...readCancellation(text)])]
}

/** Read out over the phone and typed without dashes: O is 0, I and L are 1. */
function readCancellation(text: string): string[] {
  const [, signs = ''] =
    /^C((?:[\dA-Z]{4}){4}|(?:[\dA-Z]{4}){7})$/.exec(text.toUpperCase().replace(/[^\dA-Z]/g, '')) ?? []
  if (signs === '') return []
  const read = signs.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return [['C', ...(read.match(/.{4}/g) ?? [])].join('-')]
}

function readWords(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^["'“”‘’<>()[\]{}]+|["'“”‘’<>()[\]{}]+$/g, ''))
    .filter((word) => word !== '')
  return [...new Set(words)].toSorted(longestFirst).slice(0, WORDS_AT_MOST)
}

/** Words of one or two letters keep their order: they are compared as a whole. */
function longestFirst(one: string, other: string): number {
  return Math.max(other.length, 2) - Math.max(one.length, 2)
}

const LONGEST_CARD = 19
/** The separators between the groups of a card number. */
const between = /^[\s.-]{1,3}$/
const besideNumber = /^[\s,;()]?$/

type Span = { start: number; end: number }

/**
 * A text without the whole card numbers in it: its words, and the last four digits of the first card. Further
 * numbers are dropped as well: beside a card number they are its expiration date and security code.
 */
function withoutCardNumbers(text: string): string | undefined {
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

/** Only whole groups of digits, so that no part of a longer number is taken for a card. */
function placesOfCards(text: string): Span[] {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    start: index,
    end: index + digits.length,
  }))
  const cards: Span[] = []
  for (let at = 0; at < groups.length; at += 1) {
    const last = lastGroupOfCard(text, groups, at)
    if (last === undefined) continue
    cards.push(placeFrom(groups, at, last))
    at = last
  }
  return cards
}

function lastGroupOfCard(text: string, groups: readonly Span[], first: number): number | undefined {
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

/**
 * Dates and references look like a number of no known brand, so such a number must be all there is between
 * words.
 */
function standsAlone(text: string, { start, end }: Span): boolean {
  return besideNumber.test(text.charAt(start - 1)) && besideNumber.test(text.charAt(end))
}

function isJoined(text: string, one: Span | undefined, next: Span | undefined): boolean {
  return one !== undefined && next !== undefined && between.test(text.slice(one.end, next.start))
}

function placeFrom(groups: readonly Span[], first: number, last: number): Span {
  return { start: groups[first]?.start ?? 0, end: groups[last]?.end ?? 0 }
}

function digitsAt(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\D/g, '')
}
