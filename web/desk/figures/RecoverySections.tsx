import { type RecoveryFigure, recoveryFigures, retryFigures } from '#contract/billing/figure-names.ts'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { type FiguresOfMonth, figureLabels, type RefusalsByReason } from '#contract/desk/figures.ts'
import { MonthChart } from './Charts.tsx'
import { type Column, FigureNumber, MonthTable, sumIn } from './FigureNumber.tsx'
import { formatShare, sentenceCase } from './format.ts'

/** The outcome of renewals that the bank refused at first. */
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
        follow within seven days. The bank’s reason decides when.
      </p>
      <MonthChart
        id="recovery"
        title="What became of the renewals refused in each month"
        empty="No renewal was refused in these months."
        description="Renewals paid by a retry, with the backup card, after a card update, by the customer, waived, never paid, and not decided yet. The table below has the same numbers."
        months={months.map(({ month }) => month)}
        series={[
          { name: 'Paid by a retry', fill: 'solid', values: valuesOf(retryFigures) },
          { name: 'Paid with the backup card', fill: 'cross', values: valuesOf(['backup']) },
          { name: 'Paid after a card update', fill: 'checks', values: valuesOf(['updated']) },
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
        columns={[...columns, { title: PAID, cell: ({ sums }) => shareOf(sums) }]}
      />
    </section>
  )
}

const PAID = 'Paid in all'

function shareOf(sums: RefusalsByReason['sums']): string {
  const paid = [...retryFigures, 'backup' as const, 'updated' as const, 'by-customer' as const]
  const entries = paid.reduce((sum, figure) => sum + (sums[figure]?.entries ?? 0), 0)
  return formatShare(entries, sums.refused?.entries ?? 0)
}

/** The same in one month, by what the bank first said. */
export function RefusalSection({ month }: { month: FiguresOfMonth }) {
  const monthName = formatMonth(month.month)
  const caption = `Refused renewals of ${monthName} by reason and by what became of them`
  return (
    <section className="desk-card" aria-labelledby="figures-refusals">
      <h2 id="figures-refusals">{`Recovery by the bank’s first reason, ${monthName}`}</h2>
      {month.refusals.length === 0 ? (
        <p className="desk-empty">No renewal was refused in {monthName}.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
        <section className="desk-scroll" aria-label={caption} tabIndex={0}>
          <table className="desk-table figures-table">
            <caption className="unseen">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">Reason</th>
                {recoveryFigures.map((figure) => (
                  <th key={figure} scope="col" className="is-amount">
                    {figureLabels[figure].title}
                  </th>
                ))}
                <th scope="col" className="is-amount">
                  {PAID}
                </th>
              </tr>
            </thead>
            <tbody>
              {month.refusals.map(({ reason, words, sums }) => (
                <tr key={reason}>
                  <th scope="row" className="figures-row">
                    {sentenceCase(words)}
                  </th>
                  {recoveryFigures.map((figure) => (
                    <td key={figure} className="is-amount">
                      <FigureNumber
                        month={month}
                        figure={figure}
                        as="count"
                        part={{
                          reason,
                          name: `${figureLabels[figure].title}, ${words}`,
                          sum: sums[figure],
                        }}
                      />
                    </td>
                  ))}
                  <td className="is-amount">{shareOf(sums)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
