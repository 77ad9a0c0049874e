import type { ReactNode } from 'react'

export type DeskColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Names the row: read out before its other cells. */
  isHead?: true
  /** Amounts and counts are right-aligned. */
  isAmount?: true
}

export type DeskTableProps<Row> = {
  caption: string
  /** A heading above the table already says it. */
  hidesCaption?: boolean
  rows: readonly Row[]
  columns: readonly DeskColumn<Row>[]
  keyOf: (row: Row) => string | number
  /** The sentence for an empty table. */
  empty: string
  /** On a narrow screen each row becomes a list of its cells, with their titles. */
  stacks?: true
}

/** On a narrow screen a table that does not stack scrolls within its region, which the keyboard can reach. */
export function DeskTable<Row>({
  caption,
  hidesCaption = false,
  rows,
  columns,
  ...props
}: DeskTableProps<Row>) {
  const { keyOf, empty, stacks } = props
  if (rows.length === 0) return <p className="desk-empty">{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    <section className="desk-scroll" aria-label={caption} tabIndex={0}>
      <table className={stacks ? 'desk-table stacks' : 'desk-table'}>
        <caption className={hidesCaption ? 'unseen' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isAmount }) => (
              <th key={title} scope="col" className={isAmount && 'is-amount'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell<Row>({ column, row }: { column: DeskColumn<Row>; row: Row }) {
  const { cell, isHead, isAmount } = column
  if (isHead)
    return (
      <th scope="row" data-label={column.title}>
        {cell(row)}
      </th>
    )
  return (
    <td className={isAmount && 'is-amount'} data-label={column.title}>
      {cell(row)}
    </td>
  )
}
