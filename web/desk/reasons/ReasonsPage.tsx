import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import {
  type CancellationRow,
  cancellationsFile,
  type FeedbackRow,
  feedbackFile,
  type ListPart,
} from '#contract/desk/reasons.ts'
import { AccountLink, labelOf } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList, type ListParts } from '../DeskList.tsx'
import type { DeskColumn } from '../DeskTable.tsx'
import { queryOf } from '../Filter.tsx'

const { path } = deskPages.reasons

export function ReasonsPage({ values, operator, query }: DeskPageProps<'reasons'>) {
  const { filter, complaint, cancellations, feedback } = values
  // Paging one list leaves the other in place.
  const cursors = { cancellations: query.cancellations ?? '', feedback: query.feedback ?? '' }
  const partsOf = (name: keyof typeof cursors, { older, isNewest }: ListPart<unknown>): ListParts => {
    const hrefOf = (cursor: string) => `${path}${queryOf({ ...filter, ...cursors, [name]: cursor })}#${name}`
    return {
      label: `Pages of ${name}`,
      byTime: true,
      first: isNewest ? null : hrefOf(''),
      next: older === null ? null : hrefOf(older),
    }
  }
  return (
    <DeskLayout
      operator={operator}
      page="reasons"
      title="Reasons"
      lede="Why people cancel, and what they say when they leave, the newest first. Times are in UTC."
      filter={{
        path,
        complaint,
        fields: [
          { name: 'from', label: 'From', value: filter.from, type: 'date' },
          { name: 'to', label: 'To', value: filter.to, type: 'date' },
        ],
      }}
    >
      <DeskList
        heading={{
          id: 'cancellations',
          title: 'Cancellations',
          download: cancellationsFile + queryOf(filter),
        }}
        caption="Cancellations by time"
        rows={cancellations.rows}
        columns={cancellationColumns}
        keyOf={({ reference, requestedAt }) => `${reference} ${requestedAt}`}
        empty="Nobody has canceled in this time."
        parts={partsOf('cancellations', cancellations)}
      />
      <DeskList
        heading={{ id: 'feedback', title: 'Feedback', download: feedbackFile + queryOf(filter) }}
        caption="Feedback by time"
        rows={feedback.rows}
        columns={feedbackColumns}
        keyOf={({ id }) => id}
        empty="Nobody has given feedback in this time."
        parts={partsOf('feedback', feedback)}
      />
    </DeskLayout>
  )
}

const cancellationColumns: DeskColumn<CancellationRow>[] = [
  { title: 'Requested', isHead: true, cell: ({ requestedAt }) => formatUtcMoment(requestedAt) },
  { title: 'Account', cell: ({ pin, company }) => <AccountLink pin={pin} company={company} /> },
  { title: 'Reason', cell: ({ reason }) => <span className="reasons-words">{reason || '–'}</span> },
  { title: 'Last day', cell: ({ lastDay }) => formatDay(lastDay) },
  { title: 'State', cell: ({ state }) => labelOf(state) },
]

const feedbackColumns: DeskColumn<FeedbackRow>[] = [
  { title: 'Time', isHead: true, cell: ({ at }) => formatUtcMoment(at) },
  {
    title: 'Account',
    cell: ({ pin, company }) =>
      company === null ? `${pin || '–'} (no such account)` : <AccountLink pin={pin} company={company} />,
  },
  { title: 'Reason', cell: ({ reason }) => reason || '–' },
  { title: 'To do better', cell: ({ missing }) => <span className="reasons-words">{missing || '–'}</span> },
  { title: 'Would return', cell: ({ wouldReturn }) => wouldReturn || '–' },
]
