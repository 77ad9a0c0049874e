import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskTable, type DeskTableProps } from './DeskTable.tsx'

/** The other pages of a paged list. */
export type ListParts = {
  /** The accessible name of their links. */
  label: string
  /** Null on the first page. */
  first: string | null
  /** Null on the last page. */
  next: string | null
  /** The list is in chronological order, newest first. */
  byTime?: true
}

type DeskListProps<Row> = Omit<DeskTableProps<Row>, 'stacks' | 'hidesCaption'> & {
  /** If a page has several lists: the heading of this one, and the id of its section. */
  heading?: { id: string; title: string; download?: string }
  parts?: ListParts
  /** There are more rows than these, but no further page. */
  isCut?: boolean
  /** A row's actions, in the last column. Null for operators whose role has none. */
  actions?: ((row: Row) => ReactNode) | null
}

/** A card with a list, and the links to its other pages. */
export function DeskList<Row>({ heading, parts, isCut, actions, ...list }: DeskListProps<Row>) {
  const { columns, empty } = list
  return (
    <section
      className="desk-card"
      {...(heading && { id: heading.id, 'aria-labelledby': `${heading.id}-title` })}
    >
      {heading && <Heading {...heading} />}
      <DeskTable
        {...list}
        stacks
        hidesCaption={heading !== undefined}
        columns={actions ? [...columns, { title: 'Options', cell: actions }] : columns}
        empty={sayEmpty(empty, parts)}
      />
      {parts && <PartLinks {...parts} />}
      {isCut && <More />}
    </section>
  )
}

function Heading({ id, title, download }: { id: string; title: string; download?: string }) {
  const heading = <h2 id={`${id}-title`}>{title}</h2>
  if (download === undefined) return heading
  return (
    <div className="desk-list-head">
      {heading}
      <LinkButton look="quiet" small href={download}>
        Download as CSV
        <span className="unseen">: {title}</span>
      </LinkButton>
    </div>
  )
}

type DeskCardsProps<Row> = {
  rows: readonly Row[]
  /** Names the card of a row, and its section. */
  headingOf: (row: Row) => { id: string; title: string }
  card: (row: Row) => ReactNode
  empty: string
  parts?: ListParts
  isCut?: boolean
}

/** A list whose rows are too long for a table: each is a card. */
export function DeskCards<Row>({ rows, headingOf, card, empty, parts, isCut }: DeskCardsProps<Row>) {
  return (
    <>
      {rows.length === 0 && <p className="desk-empty">{sayEmpty(empty, parts)}</p>}
      {rows.map((row) => {
        const { id, title } = headingOf(row)
        return (
          <section className="desk-card" key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {card(row)}
          </section>
        )
      })}
      {parts && <PartLinks {...parts} />}
      {isCut && <More />}
    </>
  )
}

/** A later page may be empty: its rows are gone, or the link was changed. */
export function sayEmpty(empty: string, parts: Pick<ListParts, 'first'> | undefined): string {
  return parts && parts.first !== null ? 'There are no more.' : empty
}

export function PartLinks({ label, first, next, byTime }: ListParts) {
  if (first === null && next === null) return null
  return (
    <nav className="cluster" aria-label={label}>
      {first !== null && (
        <LinkButton look="quiet" small href={first}>
          {byTime ? 'Newest' : 'First page'}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton look="quiet" small href={next}>
          {byTime ? 'Older' : 'Next page'}
        </LinkButton>
      )}
    </nav>
  )
}

function More() {
  return <p className="hint">There are more than are shown here.</p>
}
