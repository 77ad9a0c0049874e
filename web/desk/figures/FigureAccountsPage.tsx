import { churnFigures, type FigureName, hasAmount, movementFigures } from '#contract/billing/figure-names.ts'
import { formatMonth } from '#contract/calendar/reporting-months.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import {
  type FigureAccountsValues,
  type FigureEntry,
  figureAccountsFile,
  figureLabels,
} from '#contract/desk/figures.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Query } from '#contract/wire/query.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { countOf, figurePath, formatMovement, formatReported, withQuery } from './format.ts'

export function FigureAccountsPage({ operator, values, query }: DeskPageProps<'figure-accounts'>) {
  const { figure, month, part } = values
  return (
    <DeskLayout
      operator={operator}
      page="figures"
      title={titleOf(values)}
      lede={figureLabels[figure].says}
      actions={
        <LinkButton look="quiet" small href={withQuery(figureAccountsFile, { figure, month, part })}>
          Download as CSV
        </LinkButton>
      }
    >
      <p>
        <a href={deskPages.figures.path}>All figures</a>
      </p>
      <Counts values={values} query={query} />
    </DeskLayout>
  )
}

function Counts({ values, query }: { values: FigureAccountsValues; query: Query }) {
  const { figure, month, part, entries, next } = values
  return (
    <>
      <p>
        <strong>{totalOf(values)}</strong>
        <span className="hint"> as of {formatReported(values.asOf)}</span>
      </p>
      {entries.length === 0 ? (
        <p className="desk-empty">{nothingListed(values, query)}</p>
      ) : (
        <Entries values={values} />
      )}
      <nav className="desk-toolbar" aria-label="Parts of the list">
        {query.after && <a href={figurePath({ figure, month, part })}>From the beginning</a>}
        {next && <a href={figurePath({ figure, month, part }, next)}>Next {entries.length}</a>}
      </nav>
    </>
  )
}

/** Steps of sign-ups are deleted earlier than their sums. */
function nothingListed({ sum }: FigureAccountsValues, { after }: Query): string {
  if (after) return 'There are no more.'
  return sum.entries > 0 ? 'What was counted is no longer stored.' : 'Nothing was counted.'
}

function titleOf({ figure, month, part }: FigureAccountsValues): string {
  const { title } = figureLabels[figure]
  const named = figure === 'reason' ? `Left because: ${part === '' ? 'no reason given' : part}` : title
  return month ? `${named}, ${formatMonth(month)}` : named
}

const movements: readonly FigureName[] = [...movementFigures, ...churnFigures, 'reason']

function amountOf(figure: FigureName, cents: number): string {
  return movements.includes(figure) ? formatMovement(cents) : formatAmount(cents)
}

function totalOf({ figure, sum }: FigureAccountsValues): string {
  const counted = countOf(sum.entries, figureLabels[figure].one ?? 'account')
  return hasAmount(figure) ? `${amountOf(figure, sum.cents)} in ${counted}` : counted
}

function Entries({ values: { figure, entries } }: { values: FigureAccountsValues }) {
  const withAmount = hasAmount(figure)
  const hasWords = entries.some(({ words }) => words !== '')
  const isBalance = figure === 'opening' || figure === 'closing'
  const hasMoment = figure !== 'unused-seats'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    <section className="desk-scroll" aria-label="What was counted" tabIndex={0}>
      <table className="desk-table">
        <caption className="unseen">What was counted</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {hasMoment && <th scope="col">{isBalance ? 'Since' : 'When'}</th>}
            {withAmount && (
              <th scope="col" className="is-amount">
                Amount
              </th>
            )}
            {hasWords && <th scope="col">About</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an account may stand here several times, and rows never move.
            <tr key={at}>
              <th scope="row" className="figures-row">
                <Who entry={entry} />
              </th>
              {hasMoment && <td>{entry.at ? formatReported(entry.at) : ''}</td>}
              {withAmount && <td className="is-amount">{amountOf(figure, entry.cents)}</td>}
              {hasWords && <td>{entry.words}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Who({ entry: { account, email } }: { entry: FigureEntry }) {
  if (!account) return email === '' ? <span className="hint">No details left</span> : email
  return (
    <a href={fillPath(deskPages.account.path, { number: account.pin })}>
      {account.pin} {account.company}
    </a>
  )
}
