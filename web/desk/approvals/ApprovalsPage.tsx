import { approvalStates } from '#contract/billing/approval-states.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { ApprovalRow } from '#contract/desk/approvals/values.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { formatUtcMoment } from '#web/ui/format-moment.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { RequestCard } from './RequestCard.tsx'

const { path } = deskPages.approvals

export function ApprovalsPage({ values, operator }: DeskPageProps<'approvals'>) {
  const { waiting, closed, before, chosen } = values
  return (
    <DeskLayout
      operator={operator}
      page="approvals"
      title="Approvals"
      lede="What goes back above the limit is done once a second operator agrees."
    >
      {chosen && <RequestCard key={chosen.id} request={chosen} />}
      <section className="desk-card" aria-labelledby="waiting">
        <h2 id="waiting">Waiting</h2>
        {waiting.length === 0 ? (
          <p className="desk-empty">Nothing waits for a second operator.</p>
        ) : (
          <Requests rows={waiting} label="Waiting" />
        )}
      </section>
      <section className="desk-card" aria-labelledby="closed">
        <h2 id="closed">Closed</h2>
        {closed.length === 0 ? (
          <p className="desk-empty">Nothing was asked of a second operator before.</p>
        ) : (
          <Requests rows={closed} label="Closed" />
        )}
        {before !== null && <a href={`${path}?before=${before}`}>Show older ones</a>}
      </section>
    </DeskLayout>
  )
}

function Requests({ rows, label }: { rows: ApprovalRow[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="desk-scroll" tabIndex={0} aria-label={label}>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Account</th>
            <th scope="col" className="is-amount">
              Value
            </th>
            <th scope="col">Asked</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, says, account, valueCents, askedBy, asked, state, decidedBy }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`${path}?request=${id}`}>{says}</a>
              </th>
              <td>
                {account.number}, {account.company}
              </td>
              <td className="is-amount">{formatAmount(valueCents)}</td>
              <td>
                {askedBy}, {formatUtcMoment(asked)}
              </td>
              <td>
                <span className="desk-tag">{approvalStates[state]}</span> {decidedBy}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
