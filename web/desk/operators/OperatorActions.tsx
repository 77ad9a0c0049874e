import {
  changeOperatorRole,
  disableOperator,
  enableOperator,
  resetOperator,
} from '#contract/desk/operators/calls.ts'
import { operatorRole } from '#contract/desk/operators/fields.ts'
import type { OperatorListed, OperatorsValues } from '#contract/desk/operators/values.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import type { Done } from '../use-outcome.ts'

type ActionsProps = { operator: OperatorListed; onDone: Done<OperatorsValues> }

export function OperatorActions({ operator, onDone }: ActionsProps) {
  const { email, name, disabledAt } = operator
  if (disabledAt)
    return (
      <ReasonDialog
        call={enableOperator}
        bodyOf={({ reason }) => ({ email, reason })}
        verb="Enable"
        label={`Enable ${name}`}
        title={`Enable ${name}?`}
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
        title={`Reset the sign-in of ${name}?`}
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
        title={`Disable ${name}?`}
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
      title={`Change the role of ${name}`}
      onDone={onDone}
    >
      <p>It takes effect with their next click.</p>
    </ReasonDialog>
  )
}
