import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type FiguresOfMonth, type FiguresValues, figuresFile } from '#contract/desk/figures.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { ChurnSection, ReasonSection, SignUpSection } from './CustomerSections.tsx'
import { countOf, figurePath, formatReported } from './format.ts'
import { MoneySection, RevenueSection } from './MoneySections.tsx'
import { RecoverySection, RefusalSection } from './RecoverySections.tsx'

export function FiguresPage({ operator, values, query }: DeskPageProps<'figures'>) {
  const { months, asOf } = values
  const shown = months.find(({ month }) => month.slice(0, 7) === query.month) ?? months.at(-1)
  return (
    <DeskLayout
      operator={operator}
      page="figures"
      title="Figures"
      lede={asOf ? `As of ${formatReported(asOf)}. Every number opens what it counts.` : undefined}
      actions={
        shown && (
          <LinkButton look="quiet" small href={figuresFile}>
            Download as CSV
          </LinkButton>
        )
      }
    >
      {shown ? <Figures values={values} month={shown} /> : <Empty state={values.state} />}
    </DeskLayout>
  )
}

function Empty({ state }: Pick<FiguresValues, 'state'>) {
  return (
    <p className="desk-empty">
      {state === 'computing'
        ? 'The figures are being computed. Reload this page in a few minutes.'
        : 'There are no figures yet. They begin with the first sign-up.'}
    </p>
  )
}

function Figures({ values, month }: { values: FiguresValues; month: FiguresOfMonth }) {
  const { months } = values
  return (
    <>
      <p className="hint">Months begin at midnight Eastern.</p>
      <RevenueSection months={months} />
      <ChurnSection months={months} />
      <MoneySection months={months} />
      <RecoverySection months={months} />
      <MonthChoice months={months} month={month} />
      <RefusalSection month={month} />
      <SignUpSection months={months} month={month} />
      <div className="desk-columns">
        <ReasonSection month={month} />
        <SeatSection values={values} />
      </div>
    </>
  )
}

/** What has many parts is drawn for one month. Works without a script. */
function MonthChoice({ months, month }: { months: readonly FiguresOfMonth[]; month: FiguresOfMonth }) {
  return (
    <form className="figures-choice" method="get" action={deskPages.figures.path}>
      <label htmlFor="figures-month">Month of the sections below</label>
      <select id="figures-month" name="month" defaultValue={month.month.slice(0, 7)}>
        {months.toReversed().map((one) => (
          <option key={one.month} value={one.month.slice(0, 7)}>
            {formatMonth(one.month)}
          </option>
        ))}
      </select>
      <Button type="submit" look="quiet" small>
        Show
      </Button>
    </form>
  )
}

function SeatSection({ values: { seats } }: { values: FiguresValues }) {
  return (
    <section className="desk-card" aria-labelledby="figures-seats">
      <h2 id="figures-seats">Unused seats</h2>
      {seats === null ? (
        <p className="desk-empty">The seats are being counted.</p>
      ) : (
        <>
          <p>
            {seats.unused === 0 ? (
              'Every seat is in use.'
            ) : (
              <a href={figurePath({ figure: 'unused-seats', month: null })}>
                {countOf(seats.unused, 'seat')} in {countOf(seats.accounts, 'account')}
              </a>
            )}
            {seats.unused > 0 && `, ${formatAmount(seats.cents)} a month.`}
          </p>
          <p className="hint">
            Agent access in running plans that nobody has, as of {formatReported(seats.countedAt)}.
          </p>
        </>
      )}
    </section>
  )
}
