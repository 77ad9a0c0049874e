import type { FiguresOfMonth } from '#contract/desk/figures.ts'
import { MonthChart, type Series } from './Charts.tsx'
import { type Column, FigureNumber, MonthTable, sumIn } from './FigureNumber.tsx'
import { formatCompact } from './format.ts'

const kinds = [
  { figure: 'new', name: 'New', fill: 'solid' },
  { figure: 'returned', name: 'Returned', fill: 'dots' },
  { figure: 'more', name: 'More', fill: 'diagonal' },
  { figure: 'less', name: 'Less', fill: 'lines' },
  { figure: 'lost', name: 'Lost', fill: 'outline' },
] as const

/** What accounts pay per month, and what changed it. */
export function RevenueSection({ months }: { months: readonly FiguresOfMonth[] }) {
  const names = months.map(({ month }) => month)
  const series: Series[] = kinds.map(({ figure, name, fill }) => ({
    name,
    fill,
    values: months.map((month) => sumIn(month, figure).cents),
  }))
  const columns: Column[] = [
    { title: 'At the start', cell: (month) => <FigureNumber month={month} figure="opening" as="amount" /> },
    ...kinds.map(
      ({ figure, name }): Column => ({
        title: name,
        cell: (month) => <FigureNumber month={month} figure={figure} as="movement" />,
      }),
    ),
    { title: 'At the end', cell: (month) => <FigureNumber month={month} figure="closing" as="amount" /> },
    {
      title: 'Refunded',
      cell: (month) => <FigureNumber month={month} figure="refunded" as="amount" />,
    },
  ]
  return (
    <section className="desk-card" aria-labelledby="figures-revenue">
      <h2 id="figures-revenue">Recurring revenue</h2>
      <p className="hint">
        What the plans in force cost per month, at the prices they were bought at. The start and all movements
        make the end. Refunds change no plan, so they are not part of that sum.
      </p>
      <div className="figures-charts">
        <MonthChart
          id="closing"
          title="Recurring revenue at the end of each month"
          empty="No account had a plan with a price in these months."
          description="One bar for each month. The table below has the same numbers."
          months={names}
          series={[
            {
              name: 'At the end',
              fill: 'solid',
              values: months.map((month) => sumIn(month, 'closing').cents),
            },
          ]}
          format={formatCompact}
        />
        <MonthChart
          id="movements"
          title="What changed recurring revenue in each month"
          meaning="The number of a month is the sum of its changes."
          empty="No account changed what it pays in these months."
          description="New, returned and more revenue stands above the line, less and lost revenue below it. The table below has the same numbers."
          months={names}
          series={series}
          format={(cents) => (cents > 0 ? `+${formatCompact(cents)}` : formatCompact(cents))}
        />
      </div>
      <MonthTable caption="Recurring revenue by month" months={months} columns={columns} />
    </section>
  )
}

/** What was charged and refunded, each in its month. */
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
