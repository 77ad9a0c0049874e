import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { AccountEventRow } from '#contract/desk/feed.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import type { DeskColumn } from '../DeskTable.tsx'

/** What the provider's systems were sent about one account. */
export function AccountFeedPage({ values, operator }: DeskPageProps<'account-feed'>) {
  const { number, company, rows, older, isNewest } = values
  return (
    <DeskLayout
      operator={operator}
      page="account-feed"
      title="What the feed said"
      lede={
        <>
          {'About '}
          <a href={fillPath(deskPages.account.path, { number })}>{`${company}, account ${number}`}</a>
          {', the newest first. How far each system is behind: '}
          <a href={deskPages.feed.path}>Feed</a>.
        </>
      }
    >
      <DeskList
        caption="Events"
        rows={rows}
        columns={columns}
        keyOf={({ sequence }) => sequence}
        empty="Nothing was said about this account yet."
        parts={{
          label: 'Pages of events',
          first: isNewest ? null : fillPath(deskPages['account-feed'].path, { number }),
          next: older,
        }}
      />
    </DeskLayout>
  )
}

const columns: DeskColumn<AccountEventRow>[] = [
  { title: 'Number', isHead: true, cell: ({ sequence }) => sequence },
  { title: 'Time', cell: ({ at }) => formatUtcMoment(at) },
  {
    title: 'Event',
    cell: ({ type, says }) => (
      <>
        <code>{type}</code>
        {says !== '' && <span className="hint"> {says}</span>}
      </>
    ),
  },
  { title: 'Status told', cell: ({ status }) => status || '–' },
  {
    title: 'Details',
    cell: ({ details }) =>
      details.length === 0 ? (
        '–'
      ) : (
        <ul className="plain">
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
  },
  { title: 'Position', isAmount: true, cell: ({ position }) => position ?? 'next' },
]
