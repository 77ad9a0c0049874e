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
import { DeskLayout } from '../DeskLayout.tsx'
import { PartLinks } from '../DeskList.tsx'
import { type DeskColumn, DeskTable } from '../DeskTable.tsx'
import { countOf, figurePath, formatMovement, formatReported, withQuery } from './format.ts'

export function FigureAccountsPage({ operator, values, query }: DeskPageProps<'figure-accounts'>) {
  const { figure, month, part } = values
  return (
    <DeskLayout
      operator={operator}
      page="figures"
      title={titleOf(values)}
      lede={figureLabels[figure].says}
      download={withQuery(figureAccountsFile, { figure, month, part })}
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
      <DeskTable
        caption="What was counted"
        hidesCaption
        rows={entries}
        columns={columnsOf(values)}
        // An account may appear several times, and rows never move.
        keyOf={(entry) => entries.indexOf(entry)}
        empty={nothingListed(values, query)}
      />
      <PartLinks
        label="Parts of the list"
        first={query.after ? figurePath({ figure, month, part }) : null}
        next={next && figurePath({ figure, month, part }, next)}
      />
    </>
  )
}

/** Sign-up steps are deleted earlier than their sums. */
function nothingListed({ sum }: FigureAccountsValues, { after }: Query): string {
  if (after) return 'There are no more.'
  return sum.entries > 0 ? 'What was counted is no longer stored.' : 'Nothing was counted.'
}

function titleOf({ figure, month, part, partWords }: FigureAccountsValues): string {
  const { title } = figureLabels[figure]
  const ofReason = partWords === '' ? title : `${title}: ${partWords}`
  const named = figure === 'reason' ? `Left because: ${part === '' ? 'no reason given' : part}` : ofReason
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

function columnsOf({ figure, entries }: FigureAccountsValues): DeskColumn<FigureEntry>[] {
  const columns: (DeskColumn<FigureEntry> | false)[] = [
    { title: 'Account', isHead: true, cell: (entry) => <Who entry={entry} /> },
    figure !== 'unused-seats' && {
      title: figure === 'opening' || figure === 'closing' ? 'Since' : 'When',
      cell: ({ at }) => (at ? formatReported(at) : ''),
    },
    hasAmount(figure) && {
      title: 'Amount',
      isAmount: true,
      cell: ({ cents }) => amountOf(figure, cents),
    },
    entries.some(({ words }) => words !== '') && { title: 'About', cell: ({ words }) => words },
  ]
  return columns.filter((column) => column !== false)
}

function Who({ entry: { account, email } }: { entry: FigureEntry }) {
  if (!account && email === '') return <span className="figures-row hint">No details left</span>
  return (
    <span className="figures-row">
      {account ? (
        <a href={fillPath(deskPages.account.path, { number: account.pin })}>
          {account.pin} {account.company}
        </a>
      ) : (
        email
      )}
    </span>
  )
}
