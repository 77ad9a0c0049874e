/** Controls, marks that turn the direction, widths of nothing, tags: nobody types them, and nobody sees them. */
const unseen = /[^\P{Cc}\n]|[^\P{Cf}\u200c\u200d]|\p{Cs}/gu

/** A text of one line: pasted line breaks and tabs are a space, and what cannot be seen is not there. */
export function oneLine(text: string): string {
  const folded = text.replace(/[\s\u0085]+/g, (gap) => (/[\t-\r\u0085\u2028\u2029]/.test(gap) ? ' ' : gap))
  return seen(folded).trim()
}

/** A text that may have several: its line breaks are of one kind. */
export function severalLines(text: string): string {
  return seen(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\t\v\f]/g, ' ')).trim()
}

/** At most so long, and never half a character: no database keeps one. */
export function cutTo(text: string, longest: number): string {
  return text.slice(0, longest).replace(/\p{Cs}/gu, '')
}

function seen(text: string): string {
  const joined = text.replace(unseen, '')
  return joined.replace(/[\u200c\u200d]+/g, (joiners, at: number) =>
    isPlain(joined[at - 1]) || isPlain(joined[at + joiners.length]) ? '' : joiners.charAt(0),
  )
}

/** The two joiners have work to do inside other scripts and emoji; beside ASCII or nothing they only hide. */
function isPlain(neighbor: string | undefined): boolean {
  return neighbor === undefined || neighbor < '\x80'
}
