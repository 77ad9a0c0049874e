import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { disputeTags } from '#contract/desk/dispute-tags.ts'
import type { DisputeRow } from '#contract/desk/disputes/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AccountLink } from '../AccountLink.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { type DeskColumn, DeskTable } from '../DeskTable.tsx'
import { Tag } from '../Tag.tsx'

const path = deskPages.disputes.path

export function DisputesPage({ values, operator, now }: DeskPageProps<'disputes'>) {
  const { show, rows, older, isNewest, isCut } = values
  const isOpen = show === 'open'
  return (
    <DeskLayout
      operator={operator}
      page="disputes"
      title="Disputes"
      lede={
        isOpen
          ? 'Charges that a bank wants to take back, the oldest first. Send evidence before the reply day.'
          : 'Every dispute, the newest first.'
      }
      actions={
        <LinkButton look="quiet" small href={isOpen ? `${path}?show=all` : path}>
          {isOpen ? 'Show all disputes' : 'Show open disputes'}
        </LinkButton>
      }
    >
      <section className="desk-card">
        <DeskTable
          caption={isOpen ? 'Open disputes' : 'All disputes'}
          rows={rows}
          columns={columnsAt(now)}
          keyOf={({ id }) => id}
          empty={emptyText(isOpen, isNewest)}
        />
        {isCut && <p className="hint">There are more open disputes than are shown here.</p>}
        <nav className="cluster" aria-label="Pages of the list">
          {!isNewest && (
            <LinkButton look="quiet" small href={`${path}?show=all`}>
              Newest
            </LinkButton>
          )}
          {older !== null && (
            <LinkButton look="quiet" small href={`${path}?show=all&before=${older}`}>
              Older
            </LinkButton>
          )}
        </nav>
      </section>
    </DeskLayout>
  )
}

function emptyText(isOpen: boolean, isNewest: boolean): string {
  if (isOpen) return 'No dispute is open.'
  return isNewest ? 'No charge was ever disputed.' : 'There is nothing older.'
}

function columnsAt(now: string): DeskColumn<DisputeRow>[] {
  const today = now.slice(0, 10)
  return [
    {
      title: 'Dispute',
      isHead: true,
      cell: ({ id }) => <a href={fillPath(deskPages.dispute.path, { id })}>{id}</a>,
    },
    { title: 'State', cell: ({ state }) => <Tag {...disputeTags[state]} /> },
    {
      title: 'Reply by',
      cell: ({ replyBy, state }) => {
        if (replyBy === null) return '–'
        const isLate = state === 'opened' && replyBy < today
        return isLate ? `${formatDay(replyBy)} (passed)` : formatDay(replyBy)
      },
    },
    { title: 'Opened', cell: ({ openedOn }) => formatDay(openedOn) },
    { title: 'Amount', isAmount: true, cell: ({ amountCents }) => formatAmount(amountCents) },
    { title: 'Reason of the bank', cell: ({ reason }) => reason || '–' },
    { title: 'Account', cell: ({ pin, company }) => <AccountLink pin={pin} company={company} /> },
  ]
}
