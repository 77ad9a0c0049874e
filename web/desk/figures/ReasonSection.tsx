import { formatMonth } from '#contract/calendar/reporting-months.ts'
import type { FiguresOfMonth } from '#contract/desk/figures/values.ts'
import { FigureNumber } from './FigureNumber.tsx'
import { countOf } from './format.ts'
import { RowChart } from './RowChart.tsx'

/** Why accounts that canceled have left, in one month. */
export function ReasonSection({ month }: { month: FiguresOfMonth }) {
  const { reasons } = month
  const said = formatMonth(month.month)
  return (
    <section className="desk-card" aria-labelledby="figures-reasons">
      <h2 id="figures-reasons">Reasons for leaving, {said}</h2>
      {reasons.length === 0 ? (
        <p className="desk-empty">Nobody who canceled left in {said}.</p>
      ) : (
        <>
          <RowChart
            id="reasons"
            title={`Accounts by reason, ${said}`}
            description="One bar for each reason, the most frequent first. The table below has the same numbers."
            rows={reasons.map(({ reason, entries }) => ({
              name: reason === '' ? NO_REASON : reason,
              value: entries,
              label: countOf(entries, 'account'),
            }))}
          />
          <table className="desk-table figures-table">
            <caption className="unseen">Reasons for leaving in {said}</caption>
            <thead>
              <tr>
                <th scope="col">Reason</th>
                <th scope="col" className="is-amount">
                  Lost
                </th>
              </tr>
            </thead>
            <tbody>
              {reasons.map((reason) => (
                <tr key={reason.reason}>
                  <th scope="row" className="figures-row">
                    {reason.reason === '' ? NO_REASON : reason.reason}
                  </th>
                  <td className="is-amount">
                    <FigureNumber month={month} figure="reason" as="movement" reason={reason} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

const NO_REASON = 'No reason given'
