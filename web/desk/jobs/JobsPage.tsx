import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { retryJob, startSetUpAgain } from '#contract/desk/jobs/calls.ts'
import type { FailedJob, JobsValues, SetUpRow, WaitingMail } from '#contract/desk/jobs/values.ts'
import { Unavailable } from '#web/ui/Unavailable.tsx'
import { AccountLink } from '../AccountLink.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskOutcome } from '../DeskOutcome.tsx'
import { type DeskColumn, DeskTable } from '../DeskTable.tsx'
import { may } from '../may.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { type Done, useOutcome } from '../use-outcome.ts'

export function JobsPage({ values: given, operator }: DeskPageProps<'jobs'>) {
  const { values, outcome, done } = useOutcome(given)
  return (
    <DeskLayout
      operator={operator}
      page="jobs"
      title="Jobs"
      lede="Work that is done in the background. Counts are at most 15 seconds old."
    >
      <DeskOutcome outcome={outcome} />
      <section className="desk-card">
        <DeskTable
          caption="Failed jobs of the past two days"
          stacks
          rows={values.failed}
          keyOf={({ id }) => id}
          empty="No job has failed in the past two days."
          columns={may(operator, 'money') ? [...failedColumns, retrying(done)] : failedColumns}
        />
      </section>
      <section className="desk-card">
        <DeskTable
          caption="Set-ups that are not finished"
          stacks
          rows={values.setUps}
          keyOf={({ pin, startedAt }) => `${pin} ${startedAt}`}
          empty="Every account is set up."
          columns={may(operator, 'help') ? [...setUpColumns, repeating(done)] : setUpColumns}
        />
        {values.areSetUpsCut && <p className="hint">There are more than are shown here.</p>}
      </section>
      <section className="desk-card">
        <DeskTable
          caption="Emails waiting for delivery"
          stacks
          rows={values.mails}
          keyOf={({ id }) => id}
          empty="No email is waiting."
          columns={mailColumns}
        />
        {values.areMailsCut && <p className="hint">There are more than are shown here.</p>}
      </section>
      <section className="desk-card">
        <DeskTable
          caption="Queues"
          rows={values.queues}
          keyOf={({ name }) => name}
          empty="No queue has been counted yet."
          columns={[
            { title: 'Queue', isHead: true, cell: ({ name }) => name },
            { title: 'Due', isAmount: true, cell: ({ ready }) => ready },
            { title: 'Later', isAmount: true, cell: ({ later }) => later },
            { title: 'Running', isAmount: true, cell: ({ active }) => active },
            { title: 'Failed', isAmount: true, cell: ({ failed }) => failed },
          ]}
        />
      </section>
    </DeskLayout>
  )
}

const failedColumns: DeskColumn<FailedJob>[] = [
  { title: 'Queue', isHead: true, cell: ({ queue }) => queue },
  { title: 'Failed', cell: ({ failedAt }) => formatUtcMoment(failedAt) },
  { title: 'Tries', isAmount: true, cell: ({ tries }) => tries },
  { title: 'Error', cell: ({ error }) => error || '–' },
]

function retrying(onDone: Done<JobsValues>): DeskColumn<FailedJob> {
  return {
    title: 'Options',
    cell: ({ id, queue, failedAt, canRetry }) =>
      canRetry && (
        <ReasonDialog
          call={retryJob}
          bodyOf={({ reason }) => ({ queue, job_id: id, reason })}
          verb="Try again"
          label={`Try again: the job of ${queue} that failed at ${formatUtcMoment(failedAt)}`}
          title={`Try the job of ${queue} again?`}
          onDone={onDone}
        >
          <p>It runs once more within seconds. If it fails again, it is listed here again.</p>
        </ReasonDialog>
      ),
  }
}

const setUpColumns: DeskColumn<SetUpRow>[] = [
  {
    title: 'Account',
    isHead: true,
    cell: ({ pin, company }) => <AccountLink pin={pin} company={company} />,
  },
  {
    title: 'State',
    cell: ({ state }) => (
      <span className={`desk-tag ${state === 'dead' ? 'is-bad' : ''}`}>
        {state === 'dead' ? 'Failed permanently' : 'Running'}
      </span>
    ),
  },
  { title: 'Tries', isAmount: true, cell: ({ tries }) => tries },
  { title: 'Last error', cell: ({ lastError }) => lastError || '–' },
  { title: 'Started', cell: ({ startedAt }) => formatUtcMoment(startedAt) },
]

function repeating(onDone: Done<JobsValues>): DeskColumn<SetUpRow> {
  return {
    title: 'Options',
    cell: ({ pin, state, why }) => {
      if (state !== 'dead') return null
      const label = `Try again: the set-up of ${pin}`
      if (why !== null)
        return (
          <Unavailable why={why} label={label}>
            Try again
          </Unavailable>
        )
      return (
        <ReasonDialog
          call={startSetUpAgain}
          bodyOf={({ reason }) => ({ number: pin, reason })}
          verb="Try again"
          label={label}
          title={`Try the set-up of ${pin} again?`}
          onDone={onDone}
        >
          <p>It starts again from the beginning, and is tried as often as a new one.</p>
        </ReasonDialog>
      )
    },
  }
}

const mailColumns: DeskColumn<WaitingMail>[] = [
  { title: 'Email', isHead: true, cell: ({ id }) => id },
  { title: 'About', cell: ({ purpose }) => purpose.replaceAll('-', ' ') },
  { title: 'To', cell: ({ recipient }) => recipient },
  { title: 'Account', cell: ({ pin }) => (pin ? <AccountLink pin={pin} /> : '–') },
  { title: 'Tries', isAmount: true, cell: ({ tries }) => tries },
  { title: 'Last error', cell: ({ lastError }) => lastError || '–' },
  { title: 'Since', cell: ({ createdAt }) => formatUtcMoment(createdAt) },
]
