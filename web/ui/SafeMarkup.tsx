import { Fragment, type ReactNode } from 'react'

/** A server message with the few tags it may contain; anything else is shown as text. */
export function SafeMarkup({ text }: { text: string }) {
  return <>{rendered(parseMarkup(text))}</>
}

function rendered(nodes: MarkupNode[]): ReactNode {
  // Nodes have no ids and the list never changes its order, so the index is a safe key.
  return nodes.map((node, index) => <Fragment key={String(index)}>{element(node)}</Fragment>)
}

/** What a server message may contain besides text. Anything else is shown literally. */
type MarkupNode = string | { tag: 'br' } | MarkupElement
type MarkupElement = { tag: 'a' | 'b' | 'strong' | 'em'; href?: string; children: MarkupNode[] }

/** Far deeper than any message; keeps hostile nesting from overflowing the stack during rendering. */
const DEEPEST = 8
const tagPattern = /<(\/?)(a|b|strong|em|br)(\s[^<>]*|\/)?>/iy
const attributePattern = /\s*([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/y
const safeUrl = /^(?:https?:\/\/|mailto:|tel:)\S+$/i

/** Reads each character once, and supports no HTML beyond the list above. */
export function parseMarkup(text: string): MarkupNode[] {
  const root: MarkupNode[] = []
  const open: MarkupElement[] = []
  const here = () => open.at(-1)?.children ?? root
  let at = 0
  while (at < text.length) {
    const bracket = text.indexOf('<', at)
    const end = bracket === -1 ? text.length : bracket
    addText(here(), text.slice(at, end))
    if (bracket === -1) break
    tagPattern.lastIndex = bracket
    const found = tagPattern.exec(text)
    const raw = found?.[0] ?? '<'
    if (!found || !takeTag(found, open, here())) addText(here(), raw)
    at = bracket + raw.length
  }
  return root
}

function addText(nodes: MarkupNode[], text: string): void {
  if (text === '') return
  const last = nodes.at(-1)
  const decoded = decodeEntities(text)
  if (typeof last === 'string') nodes[nodes.length - 1] = last + decoded
  else nodes.push(decoded)
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

/** No control characters and no lone surrogates, which HTML would alter. */
function isCharacter(code: number): boolean {
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0)
  return !isControl && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
}

/** True if the tag was recognized and applied. */
function takeTag(
  [, slash, name = '', rest = '']: RegExpExecArray,
  open: MarkupElement[],
  here: MarkupNode[],
) {
  const tag = name.toLowerCase() as MarkupElement['tag'] | 'br'
  if (slash) return close(tag, open)
  if (tag === 'br') {
    here.push({ tag })
    return true
  }
  if (open.length >= DEEPEST) return false
  const element: MarkupElement = { tag, children: [] }
  if (tag === 'a') {
    const href = addressIn(rest)
    // Nested links are invalid HTML: the browser would split them.
    if (href === undefined || open.some((outer) => outer.tag === 'a')) return false
    element.href = href
  }
  here.push(element)
  open.push(element)
  return true
}

function close(tag: string, open: MarkupElement[]): boolean {
  const depth = open.findLastIndex((element) => element.tag === tag)
  if (depth === -1) return false
  open.length = depth
  return true
}

function element(node: MarkupNode): ReactNode {
  if (typeof node === 'string') return node
  if (node.tag === 'br') return <br />
  const children = rendered(node.children)
  if (node.tag === 'a') {
    return (
      <a href={node.href} rel="noopener">
        {children}
      </a>
    )
  }
  const Tag = node.tag
  return <Tag>{children}</Tag>
}

function addressIn(attributes: string): string | undefined {
  attributePattern.lastIndex = 0
  for (let found = attributePattern.exec(attributes); found; found = attributePattern.exec(attributes)) {
    const [, name = '', double, single, bare] = found
    if (name.toLowerCase() !== 'href') continue
    const url = decodeEntities(double ?? single ?? bare ?? '').trim()
    return safeUrl.test(url) && !hasControls(url) ? url : undefined
  }
  return undefined
}

function hasControls(url: string): boolean {
  return [...url].some((character) => !isCharacter(character.codePointAt(0) ?? 0))
}
