/** No honest post hides its first lines deeper than this; what is longer costs us nothing. */
const READ_AT_MOST = 20_000
const INLINE = 'a, abbr, b, cite, code, em, i, mark, q, s, small, span, strong, sub, sup, u'
/** Elements whose content nobody reads. */
const UNREAD = 'script, style, template, noscript, iframe, svg'

/**
 * Marked-up text → what a person would read of it, as text and nothing else: whoever shows it shows it as text. The
 * browser's own parser makes a document that runs nothing and loads nothing.
 */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.slice(0, READ_AT_MOST), 'text/html')
  for (const unread of body.querySelectorAll(UNREAD)) unread.replaceWith(' ')
  // Blocks stand apart even where their source leaves no space between them.
  for (const block of body.querySelectorAll(`:not(${INLINE})`)) {
    block.before(' ')
    block.after(' ')
  }
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
