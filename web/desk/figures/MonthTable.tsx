import type { ReactNode } from 'react'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import type { FiguresOfMonth } from '#contract/desk/figures/values.ts'

export type Column = { title: string; cell: (month: FiguresOfMonth) => ReactNode }

type MonthTableProps = { caption: string; months: readonly FiguresOfMonth[]; columns: readonly Column[] }

/** The numbers of a chart, the newest month first. Wider than the screen, it scrolls within its region. */
export function MonthTable({ caption, months, columns }: MonthTableProps) {
  if (months.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    <section className="desk-scroll" aria-label={caption} tabIndex={0}>
      <table className="desk-table figures-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="is-amount">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row" className="figures-row">
                {formatMonth(month.month)}
                {!month.isClosed && <span className="hint"> so far</span>}
              </th>
              {columns.map(({ title, cell }) => (
                <td key={title} className="is-amount">
                  {cell(month)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
