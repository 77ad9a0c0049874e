import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { AuditRow } from '#contract/desk/audit.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { AccountLink, actorName } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import type { DeskColumn } from '../DeskTable.tsx'
import { queryOf } from '../Filter.tsx'

const path = deskPages.audit.path

export function AuditPage({ values, operator }: DeskPageProps<'audit'>) {
  const { filter, operators, actions, complaint, rows, older, isNewest } = values
  const isFiltered = Object.values(filter).some((text) => text !== '')
  return (
    <DeskLayout
      operator={operator}
      page="audit"
      title="Audit log"
      lede="Every change, who made it and why, the newest first. Times are in UTC."
      download={`${path}audit.csv${queryOf(filter)}`}
      filter={{
        path,
        complaint,
        fields: [
          { name: 'operator', label: 'Operator', value: filter.operator, suggested: operators },
          { name: 'action', label: 'Action', value: filter.action, suggested: actions },
          { name: 'account', label: 'Account number', value: filter.account },
          { name: 'from', label: 'From', value: filter.from, type: 'date' },
          { name: 'to', label: 'To', value: filter.to, type: 'date' },
        ],
      }}
    >
      <DeskList
        caption="Entries"
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        empty={isFiltered ? 'Nothing matches this filter.' : 'Nothing was changed yet.'}
        parts={{
          label: 'Pages of the log',
          byTime: true,
          first: isNewest ? null : `${path}${queryOf(filter)}`,
          next: older === null ? null : `${path}${queryOf({ ...filter, before: older })}`,
        }}
      />
    </DeskLayout>
  )
}

const columns: DeskColumn<AuditRow>[] = [
  {
    title: 'Time',
    isHead: true,
    cell: ({ at }) => <span className="audit-time">{formatUtcMoment(at)}</span>,
  },
  { title: 'Who', cell: ({ actor }) => actorName(actor) },
  {
    title: 'What',
    cell: ({ what, action }) => (
      <>
        {what}
        <br />
        <code className="hint">{action}</code>
      </>
    ),
  },
  { title: 'Account', cell: ({ pin }) => (pin ? <AccountLink pin={pin} /> : '–') },
  { title: 'Reason', cell: ({ reason }) => reason || '–' },
  {
    title: 'Details',
    cell: ({ details }) =>
      details.length === 0 ? (
        '–'
      ) : (
        <ul className="plain audit-details">
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
  },
]
