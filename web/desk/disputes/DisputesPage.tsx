import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { type DisputeRow, disputeTags } from '#contract/desk/disputes.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AccountLink, Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import type { DeskColumn } from '../DeskTable.tsx'

const path = deskPages.disputes.path

export function DisputesPage({ values, operator, now }: DeskPageProps<'disputes'>) {
  const { show, rows, next, isFirst } = values
  const isOpen = show === 'open'
  return (
    <DeskLayout
      operator={operator}
      page="disputes"
      title="Disputes"
      lede={
        isOpen
          ? 'Charges that customers dispute with their bank, next due first. Send evidence by the date shown.'
          : 'Open disputes, next due first. Then decided ones, newest first.'
      }
      actions={
        <LinkButton look="quiet" small href={isOpen ? `${path}?show=all` : path}>
          {isOpen ? 'Show all disputes' : 'Show open disputes'}
        </LinkButton>
      }
    >
      <DeskList
        caption={isOpen ? 'Open disputes' : 'All disputes'}
        rows={rows}
        columns={columnsAt(now)}
        keyOf={({ id }) => id}
        empty={isOpen ? 'No dispute is open.' : 'No charge has been disputed yet.'}
        parts={{
          label: 'Pages of the list',
          first: isFirst ? null : `${path}?show=${show}`,
          next: next && `${path}?show=${show}&after=${next}`,
        }}
      />
    </DeskLayout>
  )
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
      title: 'Evidence due',
      cell: ({ replyBy, state }) => {
        if (replyBy === null) return '–'
        const isLate = state === 'opened' && replyBy < today
        return isLate ? `${formatDay(replyBy)} (passed)` : formatDay(replyBy)
      },
    },
    { title: 'Opened', cell: ({ openedOn }) => formatDay(openedOn) },
    { title: 'Amount', isAmount: true, cell: ({ amountCents }) => formatAmount(amountCents) },
    { title: 'Bank’s reason', cell: ({ reason }) => reason || '–' },
    { title: 'Account', cell: ({ pin, company }) => <AccountLink pin={pin} company={company} /> },
  ]
}
