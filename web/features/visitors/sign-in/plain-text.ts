import { decodeEntities } from './entities.ts'

/** No honest post hides its first lines deeper than this; what is longer costs us nothing. */
const READ_AT_MOST = 20_000

/** Marked-up text → the words a person would read. It is text and nothing else: whoever shows it shows it as text. */
export function plainText(html: string): string {
  return decodeEntities(withoutTags(html.slice(0, READ_AT_MOST)))
    .replace(/\s+/g, ' ')
    .trim()
}

/** A bracket before a digit or a space is a bracket: prices and comparisons stay. */
const tag = /^<(?:[a-z/!?])/i
const inlineTag = /^<\/?(?:a|abbr|b|cite|code|em|i|mark|q|s|small|span|strong|sub|sup|u)[\s/>]/i
/** Elements whose content nobody reads. */
const unreadTag = /^<(script|style|template|noscript|iframe|svg)[\s/>]/i
const LONGEST_START = 12

/** Goes through the text once, whatever is in it: an opening without an end swallows the rest. */
function withoutTags(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const bracket = html.indexOf('<', at)
    if (bracket === -1) return text + html.slice(at)
    text += html.slice(at, bracket)
    const start = html.slice(bracket, bracket + LONGEST_START)
    if (tag.test(start)) {
      at = endOf(html, bracket, start)
      // Blocks stand apart even where their source leaves no space between them.
      if (!inlineTag.test(start)) text += ' '
    } else {
      at = bracket + 1
      text += '<'
    }
  }
  return text
}

function endOf(html: string, from: number, start: string): number {
  if (start.startsWith('<!--')) return behind(html, /-->/g, from)
  const name = unreadTag.exec(start)?.[1]
  return behind(html, name ? new RegExp(`</${name}[^>]*>`, 'gi') : />/g, from)
}

function behind(html: string, mark: RegExp, from: number): number {
  mark.lastIndex = from
  const found = mark.exec(html)
  return found ? found.index + found[0].length : html.length
}
