import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { operatorRoleLabels } from '#contract/desk/desk-roles.ts'
import {
  changeOperatorRole,
  disableOperator,
  enableOperator,
  inviteOperator,
  type OperatorListed,
  type OperatorsValues,
  operatorEmail,
  operatorName,
  operatorRole,
  resetOperator,
} from '#contract/desk/operators.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskList } from '../DeskList.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import type { DeskColumn } from '../DeskTable.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

export function OperatorsPage({ values: initial, operator }: DeskPageProps<'operators'>) {
  const { values, outcome, done, forget } = useOutcome(initial)
  return (
    <DeskLayout
      operator={operator}
      page="operators"
      title="Operators"
      lede="Who works at this desk. Nobody can change their own role, and there is always at least one admin."
      actions={<Invite onDone={done} />}
      outcome={outcome}
      onForget={forget}
    >
      <DeskList
        caption="Operators"
        rows={values.rows}
        columns={columns}
        keyOf={({ id }) => id}
        empty="There are no operators."
        actions={(row) =>
          row.isYou ? (
            <span className="hint">This is you</span>
          ) : (
            <OperatorActions operator={row} onDone={done} />
          )
        }
      />
    </DeskLayout>
  )
}

const columns: DeskColumn<OperatorListed>[] = [
  {
    title: 'Name',
    isHead: true,
    cell: ({ name, email }) => (
      <>
        {name}
        <br />
        <span className="hint">{email}</span>
      </>
    ),
  },
  { title: 'Role', cell: ({ role }) => operatorRoleLabels[role] },
  {
    title: 'State',
    cell: ({ disabledAt, hasBegun }) =>
      disabledAt ? (
        <span className="desk-tag is-bad">Disabled</span>
      ) : hasBegun ? (
        <span className="desk-tag is-good">Enabled</span>
      ) : (
        <span className="desk-tag is-warn">Not set up yet</span>
      ),
  },
  {
    title: 'Last seen',
    cell: ({ lastSeenAt }) => (lastSeenAt ? formatUtcMoment(lastSeenAt) : 'Never'),
  },
]

function Invite({ onDone }: { onDone: TakeAnswer<OperatorsValues> }) {
  return (
    <ReasonDialog
      call={inviteOperator}
      bodyOf={({ email, name, role, reason }) => ({ email, name, role, reason })}
      fields={{
        email: configOf(operatorEmail),
        name: configOf(operatorName),
        role: configOf(operatorRole),
      }}
      ask={(form) => (
        <>
          <TextField field={form.field('email')} />
          <TextField field={form.field('name')} />
          <SelectField field={form.field('role')} />
        </>
      )}
      verb="Invite"
      opener="Invite an operator"
      title="Invite an operator"
      look="primary"
      onDone={onDone}
    >
      <p>You get a link that works once, within a day. Hand it to the person yourself: no email is sent.</p>
    </ReasonDialog>
  )
}

type ActionsProps = { operator: OperatorListed; onDone: TakeAnswer<OperatorsValues> }

function OperatorActions({ operator, onDone }: ActionsProps) {
  const { email, name, disabledAt } = operator
  if (disabledAt)
    return (
      <ReasonDialog
        call={enableOperator}
        bodyOf={({ reason }) => ({ email, reason })}
        verb="Enable"
        label={`Enable ${name}`}
        title={`Enable ${name} (${email})?`}
        onDone={onDone}
      >
        <p>They start over with a new password and second factor, using a link that is shown to you once.</p>
      </ReasonDialog>
    )
  return (
    <div className="operators-options">
      <Role key={operator.role} operator={operator} onDone={onDone} />
      <ReasonDialog
        call={resetOperator}
        bodyOf={({ reason }) => ({ email, reason })}
        verb="Reset the sign-in"
        opener="Reset sign-in"
        label={`Reset sign-in of ${name}`}
        title={`Reset the sign-in of ${name} (${email})?`}
        onDone={onDone}
      >
        <p>
          For a lost second factor or password. Both are removed, passkeys too, all sessions end, and a link
          to begin again is shown to you once.
        </p>
      </ReasonDialog>
      <ReasonDialog
        call={disableOperator}
        bodyOf={({ reason }) => ({ email, reason })}
        verb="Disable"
        label={`Disable ${name}`}
        title={`Disable ${name} (${email})?`}
        onDone={onDone}
      >
        <p>They are signed out at once and cannot sign in.</p>
      </ReasonDialog>
    </div>
  )
}

function Role({ operator: { email, name, role }, onDone }: ActionsProps) {
  return (
    <ReasonDialog
      call={changeOperatorRole}
      bodyOf={(form) => ({ email, role: form.role, reason: form.reason })}
      fields={{ role: configOf(operatorRole, { value: role }) }}
      ask={(form) => <SelectField field={form.field('role')} />}
      verb="Change the role"
      opener="Change role"
      label={`Change role of ${name}`}
      title={`Change the role of ${name} (${email})`}
      onDone={onDone}
    >
      <p>It takes effect with their next click.</p>
    </ReasonDialog>
  )
}
