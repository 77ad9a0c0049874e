import type { ReactNode } from 'react'
import type { MonthlyFigure } from '#contract/billing/figure-names.ts'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type FiguresOfMonth, figureLabels, type Sum } from '#contract/desk/figures.ts'
import { countOf, figurePath, formatMovement } from './format.ts'

const NONE: Sum = { entries: 0, cents: 0 }

export function sumIn({ sums }: FiguresOfMonth, figure: Exclude<MonthlyFigure, 'reason'>): Sum {
  return sums[figure] ?? NONE
}

type FigureNumberProps = {
  month: FiguresOfMonth
  figure: MonthlyFigure
  /** The content: an amount with the number of accounts, a movement with its sign, or a count. */
  as: 'amount' | 'movement' | 'count'
  /** Only what has this reason. `name` says the number to those who do not see its row and column. */
  part?: { reason: string; name: string; sum: Sum | undefined }
}

/** A number in a table, which links to its rows. Zero has no link. */
export function FigureNumber({ month, figure, as, part }: FigureNumberProps) {
  const sum = part || figure === 'reason' ? (part?.sum ?? NONE) : sumIn(month, figure)
  const text = as === 'count' ? sum.entries.toLocaleString('en-US') : amountAs(as, sum.cents)
  if (sum.entries === 0) return <span className="hint">{text}</span>
  const { title, one = 'account' } = figureLabels[figure]
  return (
    <a
      className="figures-number"
      href={figurePath({ figure, month: month.month, ...(part && { part: part.reason }) })}
    >
      <span className="unseen">
        {part ? part.name : title}, {formatMonth(month.month)}:{' '}
      </span>
      {text}
      {as !== 'count' && <span className="figures-count"> {countOf(sum.entries, one)}</span>}
    </a>
  )
}

function amountAs(as: 'amount' | 'movement', cents: number): string {
  return as === 'movement' ? formatMovement(cents) : formatAmount(cents)
}

export type Column = { title: string; cell: (month: FiguresOfMonth) => ReactNode }

type MonthTableProps = { caption: string; months: readonly FiguresOfMonth[]; columns: readonly Column[] }

/** A chart's numbers, newest month first. Wider than the screen, it scrolls within its region. */
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
