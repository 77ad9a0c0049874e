import { signUpFigures } from '#contract/billing/figure-names.ts'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { type FiguresOfMonth, figureLabels } from '#contract/desk/figures.ts'
import { MonthChart, RowChart } from './Charts.tsx'
import { FigureNumber, MonthTable, sumIn } from './FigureNumber.tsx'
import { countOf, formatShare } from './format.ts'

const steps = [
  { figure: 'email', name: 'Entered an email' },
  { figure: 'details', name: 'Saved their details' },
  { figure: 'payment', name: 'Sent a payment' },
  { figure: 'paid', name: 'Paid' },
] as const

/** How far sign-ups get: one month as a chart, all months as a table, by wizard. */
export function SignUpSection({
  months,
  month,
}: {
  months: readonly FiguresOfMonth[]
  month: FiguresOfMonth
}) {
  const monthName = formatMonth(month.month)
  return (
    <section className="desk-card" aria-labelledby="figures-sign-ups">
      <h2 id="figures-sign-ups">Sign-ups, {monthName}</h2>
      <p className="hint">
        Each visitor counts once per step, in the month of the step; the share is of the step before. Which
        wizard it was is known once the details are saved.
      </p>
      <Steps month={month} />
      <MonthTable
        caption="Sign-ups by month, step and wizard"
        months={months}
        columns={signUpFigures.map((figure) => ({
          title: figureLabels[figure].title,
          cell: (one) => <FigureNumber month={one} figure={figure} as="count" />,
        }))}
      />
    </section>
  )
}

function Steps({ month }: { month: FiguresOfMonth }) {
  const monthName = formatMonth(month.month)
  if (steps.every(({ figure }) => sumIn(month, figure).entries === 0))
    return <p className="desk-empty">Nobody took a step of a sign-up in {monthName}.</p>
  return (
    <RowChart
      id="sign-ups"
      title={`Visitors by step, ${monthName}`}
      description="One bar for each step, from the email to the payment. The table below has the same numbers."
      rows={steps.map(({ figure, name }, at) => {
        const { entries } = sumIn(month, figure)
        const before = steps[at - 1]
        const share = before ? shareOf(entries, sumIn(month, before.figure).entries) : ''
        return { name, value: entries, label: `${entries.toLocaleString('en-US')}${share}` }
      })}
    />
  )
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '' : ` (${formatShare(part, whole)})`
}

const causes = [
  { figure: 'canceled', name: 'Voluntary: canceled', fill: 'solid' },
  { figure: 'expired', name: 'Involuntary: refused payments', fill: 'diagonal' },
  { figure: 'closed', name: 'Involuntary: dispute or fraud', fill: 'dots' },
] as const

/** Lost accounts, by cause. */
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

/** Why accounts canceled, in one month. */
export function ReasonSection({ month }: { month: FiguresOfMonth }) {
  const { reasons } = month
  const monthName = formatMonth(month.month)
  return (
    <section className="desk-card" aria-labelledby="figures-reasons">
      <h2 id="figures-reasons">Reasons for leaving, {monthName}</h2>
      {reasons.length === 0 ? (
        <p className="desk-empty">Nobody who canceled left in {monthName}.</p>
      ) : (
        <>
          <RowChart
            id="reasons"
            title={`Accounts by reason, ${monthName}`}
            description="One bar for each reason, the most frequent first. The table below has the same numbers."
            rows={reasons.map(({ reason, entries }) => ({
              name: reason === '' ? NO_REASON : reason,
              value: entries,
              label: countOf(entries, 'account'),
            }))}
          />
          <table className="desk-table figures-table">
            <caption className="unseen">Reasons for leaving in {monthName}</caption>
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
                    <FigureNumber
                      month={month}
                      figure="reason"
                      as="movement"
                      part={{ reason: reason.reason, name: reason.reason, sum: reason }}
                    />
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
