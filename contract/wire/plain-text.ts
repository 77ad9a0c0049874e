/**
 * Control characters, bidirectional marks, zero-width characters, tags: invisible, and never typed on
 * purpose.
 */
const unseen = /[^\P{Cc}\n]|[^\P{Cf}\u200c\u200d]|\p{Cs}/gu

/** Single-line text: pasted line breaks and tabs become spaces, invisible characters are removed. */
export function oneLine(text: string): string {
  const collapsed = text.replace(/[\s\u0085]+/g, (gap) => (/[\t-\r\u0085\u2028\u2029]/.test(gap) ? ' ' : gap))
  return seen(collapsed).trim()
}

/** Multi-line text: line breaks are normalized. */
export function severalLines(text: string): string {
  return seen(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')).trim()
}

/** Cuts to a maximum length, never through a surrogate pair, which no database would store. */
export function cutTo(text: string, longest: number): string {
  return text.slice(0, longest).replace(/\p{Cs}/gu, '')
}

function seen(text: string): string {
  const joined = text.replace(unseen, '')
  return joined.replace(/[\u200c\u200d]+/g, (joiners, at: number) =>
    isPlain(joined[at - 1]) || isPlain(joined[at + joiners.length]) ? '' : joiners.charAt(0),
  )
}

/**
 * The two joiners have a purpose within other scripts and emoji; next to ASCII, or alone, they are just
 * invisible.
 */
function isPlain(neighbor: string | undefined): boolean {
  return neighbor === undefined || neighbor < '\x80'
}
