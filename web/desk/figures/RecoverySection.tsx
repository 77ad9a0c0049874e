import { type RecoveryFigure, recoveryFigures, retryFigures } from '#contract/billing/figure-names.ts'
import { figureLabels } from '#contract/desk/figures/figure-labels.ts'
import type { FiguresOfMonth } from '#contract/desk/figures/values.ts'
import { FigureNumber, sumIn } from './FigureNumber.tsx'
import { formatShare } from './format.ts'
import { MonthChart } from './MonthChart.tsx'
import { type Column, MonthTable } from './MonthTable.tsx'

/** What became of renewals that the bank refused at first. */
export function RecoverySection({ months }: { months: readonly FiguresOfMonth[] }) {
  const valuesOf = (figures: readonly RecoveryFigure[]) =>
    months.map((month) => figures.reduce((sum, figure) => sum + sumIn(month, figure).entries, 0))
  const columns: Column[] = recoveryFigures.map((figure) => ({
    title: figureLabels[figure].title,
    cell: (month) => <FigureNumber month={month} figure={figure} as="count" />,
  }))
  return (
    <section className="desk-card" aria-labelledby="figures-recovery">
      <h2 id="figures-recovery">Recovery of refused renewals</h2>
      <p className="hint">
        Renewals stay in the month in which the bank first refused them, whenever they are paid. Retries
        follow one, three, five and seven days later.
      </p>
      <MonthChart
        id="recovery"
        title="What became of the renewals refused in each month"
        empty="No renewal was refused in these months."
        description="Renewals paid by a retry, paid by the customer, waived, never paid, and not decided yet. The table below has the same numbers."
        months={months.map(({ month }) => month)}
        series={[
          { name: 'Paid by a retry', fill: 'solid', values: valuesOf(retryFigures) },
          { name: 'Paid by the customer', fill: 'diagonal', values: valuesOf(['by-customer']) },
          { name: 'Waived', fill: 'lines', values: valuesOf(['waived']) },
          { name: 'Never paid', fill: 'outline', values: valuesOf(['never']) },
          { name: 'Not decided', fill: 'dots', values: valuesOf(['undecided']) },
        ]}
        format={String}
      />
      <MonthTable
        caption="Refused renewals by month and by what became of them"
        months={months}
        columns={[...columns, { title: 'Paid in all', cell: (month) => shareOf(month) }]}
      />
    </section>
  )
}

function shareOf(month: FiguresOfMonth): string {
  const paid = [...retryFigures, 'by-customer' as const].reduce(
    (sum, figure) => sum + sumIn(month, figure).entries,
    0,
  )
  return formatShare(paid, sumIn(month, 'refused').entries)
}
