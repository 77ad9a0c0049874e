/** Half of a shorter word is found in too many names. */
const SHORTEST_WORD = 6
/** Every letter adds its slips to the expression. */
const LONGEST_WORD = 30

export type Typos = {
  /** At least one half of a word with one slip is right, unless the two letters in its middle are swapped. */
  first: string
  last: string
  swapped: string
  /** A regular expression for every way to write the word with one slip. */
  written: string
}

/** Only letters and digits are compared, so that nothing in it means something else in a pattern. */
export function typosOf([word = '']: readonly string[]): Typos | undefined {
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
