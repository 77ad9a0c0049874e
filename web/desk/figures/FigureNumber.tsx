import type { MonthlyFigure } from '#contract/billing/figure-names.ts'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { figureLabels } from '#contract/desk/figures/figure-labels.ts'
import type { FiguresOfMonth, Sum } from '#contract/desk/figures/values.ts'
import { figurePath } from './figure-path.ts'
import { countOf, formatMovement } from './format.ts'

const NONE: Sum = { entries: 0, cents: 0 }

export function sumIn({ sums }: FiguresOfMonth, figure: Exclude<MonthlyFigure, 'reason'>): Sum {
  return sums[figure] ?? NONE
}

type FigureNumberProps = {
  month: FiguresOfMonth
  figure: MonthlyFigure
  /** What is shown: an amount with the number of accounts, a movement with its sign, or a count. */
  as: 'amount' | 'movement' | 'count'
  reason?: Sum & { reason: string }
}

/** A number of a table, which opens what it counts. Nothing opens nothing. */
export function FigureNumber({ month, figure, as, reason }: FigureNumberProps) {
  const sum = figure === 'reason' ? (reason ?? NONE) : sumIn(month, figure)
  const text = as === 'count' ? sum.entries.toLocaleString('en-US') : amountAs(as, sum.cents)
  if (sum.entries === 0) return <span className="hint">{text}</span>
  const { title, one = 'account' } = figureLabels[figure]
  return (
    <a
      className="figures-number"
      href={figurePath({ figure, month: month.month, ...(reason && { part: reason.reason }) })}
    >
      <span className="unseen">
        {reason ? reason.reason : title}, {formatMonth(month.month)}:{' '}
      </span>
      {text}
      {as !== 'count' && <span className="figures-count"> {countOf(sum.entries, one)}</span>}
    </a>
  )
}

function amountAs(as: 'amount' | 'movement', cents: number): string {
  return as === 'movement' ? formatMovement(cents) : formatAmount(cents)
}
