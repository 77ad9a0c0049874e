import type { FiguresOfMonth } from '#contract/desk/figures/values.ts'
import { FigureNumber, sumIn } from './FigureNumber.tsx'
import { formatShare } from './format.ts'
import { MonthChart } from './MonthChart.tsx'
import { MonthTable } from './MonthTable.tsx'

const causes = [
  { figure: 'canceled', name: 'Voluntary: canceled', fill: 'solid' },
  { figure: 'expired', name: 'Involuntary: refused payments', fill: 'diagonal' },
  { figure: 'closed', name: 'Involuntary: dispute or fraud', fill: 'dots' },
] as const

/** Accounts that left, by whose will. */
export function ChurnSection({ months }: { months: readonly FiguresOfMonth[] }) {
  return (
    <section className="desk-card" aria-labelledby="figures-churn">
      <h2 id="figures-churn">Churn</h2>
      <p className="hint">
        Accounts that paid and no longer do. The rates compare with the accounts that paid at the start of the
        month. Accounts that were made free, or pay nothing while on hold, are lost revenue, but they have not
        left.
      </p>
      <MonthChart
        id="churn"
        title="Accounts that left in each month"
        empty="No account left in these months."
        description="Accounts that canceled, that expired after refused payments, and that were closed. The table below has the same numbers."
        months={months.map(({ month }) => month)}
        series={causes.map(({ figure, name, fill }) => ({
          name,
          fill,
          values: months.map((month) => sumIn(month, figure).entries),
        }))}
        format={String}
      />
      <MonthTable
        caption="Churn by month"
        months={months}
        columns={[
          ...causes.map(({ figure, name }) => ({
            title: name,
            cell: (month: FiguresOfMonth) => <FigureNumber month={month} figure={figure} as="movement" />,
          })),
          { title: 'Voluntary rate', cell: (month) => rateOf(month, ['canceled']) },
          { title: 'Involuntary rate', cell: (month) => rateOf(month, ['expired', 'closed']) },
          {
            title: 'Made free',
            cell: (month) => <FigureNumber month={month} figure="made-free" as="movement" />,
          },
          {
            title: 'Put on hold',
            cell: (month) => <FigureNumber month={month} figure="put-on-hold" as="movement" />,
          },
          {
            title: 'Lost in all',
            cell: (month) => <FigureNumber month={month} figure="lost" as="movement" />,
          },
        ]}
      />
    </section>
  )
}

function rateOf(month: FiguresOfMonth, figures: readonly ('canceled' | 'expired' | 'closed')[]): string {
  const left = figures.reduce((sum, figure) => sum + sumIn(month, figure).entries, 0)
  return formatShare(left, sumIn(month, 'opening').entries)
}
