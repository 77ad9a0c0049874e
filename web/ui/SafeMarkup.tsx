import { Fragment, type ReactNode } from 'react'
import { type MarkupNode, parseMarkup } from './markup.ts'

/** A server message with the few tags it may contain; anything else is shown as text. */
export function SafeMarkup({ text }: { text: string }) {
  return <>{rendered(parseMarkup(text))}</>
}

function rendered(nodes: MarkupNode[]): ReactNode {
  // Nodes have no ids and the list never changes its order, so the index is a safe key.
  return nodes.map((node, place) => <Fragment key={String(place)}>{element(node)}</Fragment>)
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
