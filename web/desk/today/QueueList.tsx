import {
  decideRefund,
  gatewayReference,
  leaveDifference,
  type QueueAction,
  type QueueRow,
  refundChoice,
  repeatSetUp,
  retryJob,
  sendResumeLink,
  setJobAside,
  setMailAside,
  settleCharge,
  settleRefund,
  whichWork,
  word,
} from '#contract/desk/today.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { FormHandle } from '#web/form/use-form.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Unavailable } from '#web/ui/Unavailable.tsx'
import { type Outcome, useOutcome } from '../DeskOutcome.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

export function QueueList({ rows, done }: { rows: readonly QueueRow[]; done: RowDone }) {
  return (
    <ul className="plain desk-list">
      {rows.map((row) => (
        <li key={row.key}>
          <div className="today-row">
            <p>
              {row.href ? <a href={row.href}>{row.title}</a> : <strong>{row.title}</strong>}
              {row.due && (
                <span className={row.due.isSoon ? 'desk-tag is-bad' : 'desk-tag'}>{row.due.text}</span>
              )}
            </p>
            <p className="hint">{row.facts.join(' · ')}</p>
          </div>
          <p className="today-age" title={row.since}>
            {row.age}
            <span className="unseen">, since {row.since}</span>
          </p>
          <div className="today-action">
            {done.has(row.key) ? (
              <span className="desk-tag is-good">Done</span>
            ) : (
              <NextAction row={row} done={done} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

type RowDone = {
  outcome: Outcome | undefined
  /** Whether something was done about this row since the page was opened. */
  has(key: string): boolean
  note(key: string, said: string): void
}

const none: readonly string[] = []

/** Rows stay in place after an action, so that nothing jumps under the pointer. */
export function useDone(): RowDone {
  const { values: keys, outcome, done } = useOutcome(none)
  return {
    outcome,
    has: (key) => keys.includes(key),
    note: (key, said) => done({ data: { said, values: [...keys, key] } }),
  }
}

function NextAction({ row, done }: { row: QueueRow; done: RowDone }) {
  const { action } = row
  const onDone = ({ data }: { data: { said: string } }) => done.note(row.key, data.said)
  switch (action.kind) {
    case 'open':
      return (
        <LinkButton look="quiet" small href={action.href}>
          {action.label}
          <span className="unseen">: {row.title}</span>
        </LinkButton>
      )
    case 'cannot':
      return (
        <Unavailable why={action.why} label={action.about}>
          {action.label}
        </Unavailable>
      )
    case 'settle-charge':
      return <SettleCharge action={action} title={row.title} onDone={onDone} />
    case 'settle-refund':
      return (
        <ReasonDialog
          call={settleRefund}
          bodyOf={({ reason }) => ({ refund: action.refund, reason })}
          verb="Ask the gateway"
          label={`Ask the gateway about the refund of ${action.amount} of ${row.title}`}
          title={`Ask the gateway about the refund of ${action.amount}?`}
          onDone={onDone}
        >
          <p>
            What the gateway says is recorded. If the refund never reached it, it is sent again: no more goes
            back than was asked for. The customer gets an email when the money is refunded.
          </p>
        </ReasonDialog>
      )
    case 'decide-refund':
      return <DecideRefund action={action} title={row.title} onDone={onDone} />
    case 'settle-difference':
      return (
        <span className="cluster end">
          <LinkButton look="quiet" small href={action.href}>
            Take the credit back
            <span className="unseen">: {row.title}</span>
          </LinkButton>
          <ReasonDialog
            call={leaveDifference}
            bodyOf={({ reason }, key) => ({ difference: action.difference, reason, key })}
            verb="Leave it"
            label={`Leave ${action.amount} of ${row.title} as it is`}
            title={`Leave ${action.amount} of bill ${action.bill} as it is?`}
            onDone={onDone}
          >
            <p>The customer keeps both: the refund that was made at the gateway, and the credit.</p>
          </ReasonDialog>
        </span>
      )
    case 'repeat-set-up':
      return (
        <ReasonDialog
          call={repeatSetUp}
          bodyOf={({ reason }) => ({ pin: action.pin, reason })}
          verb="Start again"
          label={`Start the set-up of ${action.company} again`}
          title={`Start the set-up of ${action.company} again?`}
          onDone={onDone}
        >
          <p>It starts over and is retried for two days.</p>
        </ReasonDialog>
      )
    case 'retry-job':
      return (
        <span className="cluster end">
          <ReasonDialog
            call={retryJob}
            {...ofJob(action)}
            verb="Try again"
            label={`Try again: ${action.work}, failed ${row.since}`}
            title={`Try again: ${action.work}?`}
            onDone={onDone}
          >
            <p>It runs once more within seconds. If it fails again, it is listed here again.</p>
          </ReasonDialog>
          <ReasonDialog
            call={setJobAside}
            {...ofJob(action)}
            verb="Set aside"
            label={`Set aside: ${action.work}, failed ${row.since}`}
            title={`Set aside: ${action.work}?`}
            onDone={onDone}
          >
            <p>
              It is not tried again and no longer listed here. Set it aside once it was done in another way,
              or is not needed.
            </p>
          </ReasonDialog>
        </span>
      )
    case 'failed-mail':
      return (
        <span className="cluster end">
          <LinkButton look="quiet" small href={action.href}>
            Open the email
            <span className="unseen">: {row.title}</span>
          </LinkButton>
          <ReasonDialog
            call={setMailAside}
            bodyOf={({ reason }) => ({ mail_id: action.mail, reason })}
            verb="Set aside"
            label={`Set aside the email to ${action.email}, failed ${row.since}`}
            title={`Set aside the email to ${action.email}?`}
            onDone={onDone}
          >
            <p>It is no longer listed here. Set it aside once the customer was told in another way.</p>
          </ReasonDialog>
        </span>
      )
    case 'send-resume-link':
      return (
        <ReasonDialog
          call={sendResumeLink}
          bodyOf={({ reason }, key) => ({ sign_up: action.signUp, reason, key })}
          verb="Send a link"
          label={`Send a link to ${action.email}`}
          title={`Send a link to ${action.email}?`}
          onDone={onDone}
        >
          <p>The email has a link to continue where they stopped. It works once, within a day.</p>
        </ReasonDialog>
      )
  }
}

/** After an outage, all of a kind can be handled at once. */
function ofJob({ queue, job }: Extract<QueueAction, { kind: 'retry-job' }>) {
  return {
    fields: { which: configOf(whichWork, { value: 'one' }) },
    bodyOf: ({ which, reason }: { which: string; reason: string }) => ({ queue, job, which, reason }),
    ask: (form: FormHandle<'which' | 'reason'>) => <SelectField field={form.field('which')} />,
  }
}

type SettleChargeProps = {
  action: Extract<QueueAction, { kind: 'settle-charge' }>
  title: string
  onDone: (answer: { data: { said: string } }) => void
}

function SettleCharge({ action, title, onDone }: SettleChargeProps) {
  return (
    <ReasonDialog
      call={settleCharge}
      fields={{ word: configOf(word, { value: 'none' }), reference: configOf(gatewayReference) }}
      bodyOf={({ word, reference, reason }) => ({ charge: action.charge, word, reference, reason })}
      ask={(form) => (
        <>
          <SelectField field={form.field('word')} />
          <TextField field={form.field('reference')} hint="Only if it was paid." />
        </>
      )}
      verb="Ask the gateway"
      label={`Ask the gateway about ${action.amount} of ${title}`}
      title={`Ask the gateway about ${action.amount}?`}
      onDone={onDone}
    >
      <p>
        No card is charged. What the gateway says is recorded, and the customer gets the mail that belongs to
        it. Your own word counts like money that you give back: above a limit, a second operator has to agree.
      </p>
    </ReasonDialog>
  )
}

const withoutCredit = {
  ...refundChoice,
  options: refundChoice.options.filter(({ value }) => value !== 'credit'),
}

type DecideRefundProps = {
  action: Extract<QueueAction, { kind: 'decide-refund' }>
  title: string
  onDone: (answer: { data: { said: string } }) => void
}

function DecideRefund({ action: { refund, amount, bill, isForeign }, title, onDone }: DecideRefundProps) {
  const choices = bill === null ? withoutCredit : refundChoice
  return (
    <ReasonDialog
      call={decideRefund}
      fields={{ choice: configOf(choices, { value: 'again' }) }}
      bodyOf={({ choice, reason }, key) => ({ refund, choice, reason, key })}
      ask={(form) => <SelectField field={form.field('choice')} />}
      verb="Decide"
      label={`Decide about ${amount} of ${title}`}
      title={`${amount} did not reach ${title}`}
      onDone={onDone}
    >
      <p>
        {bill === null
          ? 'The payment came too late and paid no bill, so it cannot become credit.'
          : `As much of bill ${bill} can be given back again, by a credit note of its own.`}{' '}
        Sent to the card again, it may fail again, for example if the card was closed. Then it waits here
        again.
      </p>
      {isForeign && (
        <p>
          Somebody made this refund on the gateway’s own pages. Look there first: if it was made again there,
          choose that nothing more is to be done.
        </p>
      )}
      <p>The customer gets an email when the money is sent or given as credit.</p>
    </ReasonDialog>
  )
}
