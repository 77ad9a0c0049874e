import type { FiguresOfMonth } from '#contract/desk/figures/values.ts'
import { FigureNumber, sumIn } from './FigureNumber.tsx'
import { formatCompact } from './format.ts'
import { MonthChart } from './MonthChart.tsx'
import { MonthTable } from './MonthTable.tsx'

/** What was taken and what went back, each in the month in which it did. */
export function MoneySection({ months }: { months: readonly FiguresOfMonth[] }) {
  const valuesOf = (figure: 'charged' | 'refunded' | 'disputed') =>
    months.map((month) => sumIn(month, figure).cents)
  return (
    <section className="desk-card" aria-labelledby="figures-money">
      <h2 id="figures-money">Money</h2>
      <p className="hint">
        Payments that the gateway confirmed, and what went back, each in its own month. Credit pays later
        bills, so it is not charged again.
      </p>
      <MonthChart
        id="money"
        title="Charged, refunded and lost to disputes in each month"
        meaning="The number of a month is what remained."
        empty="Nothing was charged, and nothing went back in these months."
        description="What was charged stands above the line, what went back below it. The table below has the same numbers."
        months={months.map(({ month }) => month)}
        series={[
          { name: 'Charged', fill: 'solid', values: valuesOf('charged') },
          { name: 'Refunded', fill: 'diagonal', values: valuesOf('refunded').map((cents) => -cents) },
          { name: 'Lost to disputes', fill: 'dots', values: valuesOf('disputed').map((cents) => -cents) },
        ]}
        format={formatCompact}
      />
      <MonthTable
        caption="Money by month"
        months={months}
        columns={[
          {
            title: 'Charged',
            cell: (month) => <FigureNumber month={month} figure="charged" as="amount" />,
          },
          {
            title: 'Refunded',
            cell: (month) => <FigureNumber month={month} figure="refunded" as="amount" />,
          },
          {
            title: 'Lost to disputes',
            cell: (month) => <FigureNumber month={month} figure="disputed" as="amount" />,
          },
          {
            title: 'Credited',
            cell: (month) => <FigureNumber month={month} figure="credited" as="amount" />,
          },
        ]}
      />
    </section>
  )
}
