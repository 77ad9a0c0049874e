import { signUpFigures } from '#contract/billing/figure-names.ts'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { figureLabels } from '#contract/desk/figures/figure-labels.ts'
import type { FiguresOfMonth } from '#contract/desk/figures/values.ts'
import { FigureNumber, sumIn } from './FigureNumber.tsx'
import { formatShare } from './format.ts'
import { MonthTable } from './MonthTable.tsx'
import { RowChart } from './RowChart.tsx'

const steps = [
  { figure: 'email', name: 'Entered an email' },
  { figure: 'details', name: 'Saved their details' },
  { figure: 'payment', name: 'Sent a payment' },
  { figure: 'paid', name: 'Paid' },
] as const

/** How far visitors who sign up come: one month as a chart, all months as a table, by wizard. */
export function SignUpSection({
  months,
  month,
}: {
  months: readonly FiguresOfMonth[]
  month: FiguresOfMonth
}) {
  const said = formatMonth(month.month)
  return (
    <section className="desk-card" aria-labelledby="figures-sign-ups">
      <h2 id="figures-sign-ups">Sign-ups, {said}</h2>
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
  const said = formatMonth(month.month)
  if (steps.every(({ figure }) => sumIn(month, figure).entries === 0))
    return <p className="desk-empty">Nobody took a step of a sign-up in {said}.</p>
  return (
    <RowChart
      id="sign-ups"
      title={`Visitors by step, ${said}`}
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
