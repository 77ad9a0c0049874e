import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { AuditRow, AuditValues } from '#contract/desk/audit.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AccountLink, actorName } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { type DeskColumn, DeskTable, PageLinks } from '../DeskTable.tsx'
import { FilterField, FilterForm, queryOf } from '../FilterField.tsx'

const path = deskPages.audit.path

/** Works without a script: the filter is a form, the rest are links. */
export function AuditPage({ values, operator }: DeskPageProps<'audit'>) {
  const { filter, rows, complaint, older, isNewest } = values
  const isFiltered = Object.values(filter).some((text) => text !== '')
  return (
    <DeskLayout
      operator={operator}
      page="audit"
      title="Audit log"
      lede="Every change, who made it and why, the newest first. Times are in UTC."
      actions={
        <LinkButton look="quiet" small href={`${path}audit.csv${queryOf(filter)}`}>
          Download as CSV
        </LinkButton>
      }
    >
      <Filter values={values} />
      {complaint && <Banner tone="bad">{complaint}</Banner>}
      <section className="desk-card">
        {!complaint && (
          <DeskTable
            caption="Entries"
            stacks
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            empty={isFiltered ? 'Nothing matches this filter.' : 'Nothing was changed yet.'}
          />
        )}
        <PageLinks
          label="Pages of the log"
          byTime
          first={isNewest ? null : `${path}${queryOf(filter)}`}
          next={older === null ? null : `${path}${queryOf({ ...filter, before: older })}`}
        />
      </section>
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

function Filter({ values: { filter, operators, actions } }: { values: AuditValues }) {
  return (
    <FilterForm path={path}>
      <FilterField name="operator" label="Operator" value={filter.operator} suggested={operators} />
      <FilterField name="action" label="Action" value={filter.action} suggested={actions} />
      <FilterField name="account" label="Account number" value={filter.account} />
      <FilterField name="from" label="From" value={filter.from} type="date" />
      <FilterField name="to" label="To" value={filter.to} type="date" />
    </FilterForm>
  )
}
