import type { ReactNode } from 'react'
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
import { Banner } from '#web/ui/Banner.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AccountLink, labelOf } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { type DeskColumn, DeskTable, PageLinks } from '../DeskTable.tsx'
import { FilterField, FilterForm, queryOf } from '../FilterField.tsx'

const { path } = deskPages.reasons

/** Works without a script: the filter is a form, the rest are links. */
export function ReasonsPage({ values, operator, query }: DeskPageProps<'reasons'>) {
  const { filter, complaint, cancellations, feedback } = values
  // Turning the pages of one list leaves the other where it is.
  const places = { cancellations: query.cancellations ?? '', feedback: query.feedback ?? '' }
  const hrefOf = (changed: Partial<typeof places>) => path + queryOf({ ...filter, ...places, ...changed })
  return (
    <DeskLayout
      operator={operator}
      page="reasons"
      title="Reasons"
      lede="Why people cancel, and what they say when they leave, the newest first. Times are in UTC."
    >
      <FilterForm path={path}>
        <FilterField name="from" label="From" value={filter.from} type="date" />
        <FilterField name="to" label="To" value={filter.to} type="date" />
      </FilterForm>
      {complaint && <Banner tone="bad">{complaint}</Banner>}
      {!complaint && (
        <>
          <List
            name="cancellations"
            title="Cancellations"
            file={cancellationsFile + queryOf(filter)}
            part={cancellations}
            hrefOf={(place) => hrefOf({ cancellations: place })}
          >
            <DeskTable
              caption="Cancellations by time"
              hidesCaption
              stacks
              rows={cancellations.rows}
              columns={cancellationColumns}
              keyOf={({ reference, requestedAt }) => `${reference} ${requestedAt}`}
              empty="Nobody has canceled in this time."
            />
          </List>
          <List
            name="feedback"
            title="Feedback"
            file={feedbackFile + queryOf(filter)}
            part={feedback}
            hrefOf={(place) => hrefOf({ feedback: place })}
          >
            <DeskTable
              caption="Feedback by time"
              hidesCaption
              stacks
              rows={feedback.rows}
              columns={feedbackColumns}
              keyOf={({ id }) => id}
              empty="Nobody has given feedback in this time."
            />
          </List>
        </>
      )}
    </DeskLayout>
  )
}

type ListProps = {
  name: string
  title: string
  file: string
  part: ListPart<unknown>
  hrefOf: (place: string) => string
  children: ReactNode
}

function List({ name, title, file, part: { older, isNewest }, hrefOf, children }: ListProps) {
  return (
    <section className="desk-card" id={name} aria-labelledby={`${name}-title`}>
      <div className="reasons-head">
        <h2 id={`${name}-title`}>{title}</h2>
        <LinkButton look="quiet" small href={file}>
          Download as CSV
          <span className="unseen">: {title}</span>
        </LinkButton>
      </div>
      {children}
      <PageLinks
        label={`Pages of ${title.toLowerCase()}`}
        byTime
        first={isNewest ? null : `${hrefOf('')}#${name}`}
        next={older === null ? null : `${hrefOf(older)}#${name}`}
      />
    </section>
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
