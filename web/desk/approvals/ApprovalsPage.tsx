import { useState } from 'react'
import { type ApprovalState, approvalStates } from '#contract/billing/approval-states.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { ApprovalRow, ApprovalsValues } from '#contract/desk/approvals/values.ts'
import type { Tone } from '#contract/desk/desk-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { AccountLink } from '../AccountLink.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { PageLinks } from '../PageLinks.tsx'
import { Tag } from '../Tag.tsx'
import { RequestCard } from './RequestCard.tsx'

const { path } = deskPages.approvals

export function ApprovalsPage({ values, operator }: DeskPageProps<'approvals'>) {
  const { after, isFirst, before, chosen } = values
  const [state, setState] = useState(chosen?.state)
  const { waiting, closed } = withDecision(values, state, operator?.name ?? '')
  return (
    <DeskLayout
      operator={operator}
      page="approvals"
      title="Approvals"
      lede="What operators give above the limit needs a second operator."
    >
      {chosen && state && <RequestCard key={chosen.id} request={chosen} state={state} onDecided={setState} />}
      <div className="desk-card">
        <h2>Waiting</h2>
        <Requests
          rows={waiting}
          caption="Waiting"
          empty={isFirst ? 'No request is waiting for a second operator.' : 'There are no more.'}
        />
        <PageLinks
          label="Pages of waiting requests"
          first={isFirst ? null : path}
          next={after && `${path}?after=${after}`}
        />
      </div>
      <div className="desk-card">
        <h2>Closed</h2>
        <Requests rows={closed} caption="Closed" empty="No request has been closed yet." />
        {before !== null && <a href={`${path}?before=${before}`}>Show older</a>}
      </div>
    </DeskLayout>
  )
}

/** The lists with what was decided on this page. */
function withDecision(
  { waiting, closed, chosen }: ApprovalsValues,
  state: ApprovalState | undefined,
  decidedBy: string,
): Pick<ApprovalsValues, 'waiting' | 'closed'> {
  const decided = waiting.find(({ id }) => id === chosen?.id)
  if (!decided || state === undefined || state === decided.state) return { waiting, closed }
  return {
    waiting: waiting.filter((row) => row !== decided),
    closed: [{ ...decided, state, decidedBy }, ...closed],
  }
}

function Requests({ rows, caption, empty }: { rows: ApprovalRow[]; caption: string; empty: string }) {
  return (
    <DeskTable
      caption={caption}
      stacks
      hidesCaption
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { title: 'What', isHead: true, cell: ({ id, says }) => <a href={`${path}?request=${id}`}>{says}</a> },
        {
          title: 'Account',
          cell: ({ account }) =>
            account.number === '' ? (
              account.company
            ) : (
              <AccountLink pin={account.number} company={account.company} />
            ),
        },
        { title: 'Value', isAmount: true, cell: ({ valueCents }) => formatAmount(valueCents) },
        { title: 'Asked', cell: ({ askedBy, asked }) => `${askedBy}, ${formatUtcMoment(asked)}` },
        {
          title: 'State',
          cell: ({ state, decidedBy }) => (
            <>
              <Tag text={approvalStates[state]} tone={tones[state] ?? null} /> {decidedBy}
            </>
          ),
        },
      ]}
    />
  )
}

const tones: Partial<Record<ApprovalRow['state'], Tone>> = { asked: 'warn', done: 'good', failed: 'bad' }
