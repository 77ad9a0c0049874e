import type { Marked } from '#contract/desk/find/values.ts'
import { folded } from '#server/accounts/find/find-by-words.ts'
import type { Wanted } from '#server/accounts/find/read-wanted.ts'

const PHONE_DIGITS = 10

/** Which part of a stored text was searched for: all of it if possible, or one of the words. */
export function mark(stored: string, wanted: Wanted): Marked {
  const letters = [...stored]
  // A letter may be folded into two: the place of each is kept.
  const places = letters.flatMap((letter, at) => [...folded(letter)].map(() => at))
  const text = letters.map(folded).join('')
  for (const sought of soughtBy(wanted)) {
    const at = sought === '' ? -1 : text.indexOf(sought)
    const [first, last] = [places[at], places[at + sought.length - 1]]
    if (at >= 0 && first !== undefined && last !== undefined)
      return {
        before: letters.slice(0, first).join(''),
        hit: letters.slice(first, last + 1).join(''),
        after: letters.slice(last + 1).join(''),
      }
  }
  return { before: stored, hit: '', after: '' }
}

function soughtBy(wanted: Wanted): string[] {
  const { text, email = '', digits, lastFour = '', bills, creditNotes, references, words } = wanted
  return [
    text,
    email,
    digits,
    digits.slice(-PHONE_DIGITS),
    ...bills,
    ...creditNotes,
    ...references,
    lastFour,
    ...words,
  ].map(folded)
}
