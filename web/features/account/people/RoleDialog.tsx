import { roles } from '#contract/accounts/role-labels.ts'
import { assignableRoleOf, type Person, role } from '#contract/features/people.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { nameOf } from './PeopleTable.tsx'
import { useLast } from './PersonDialogs.tsx'

type RoleDialogProps = {
  /** The person whose role changes. */
  person: Person | undefined
  /** The request is in progress. */
  isBusy: boolean
  onCancel: () => void
  onGive: (person: Person, role: string) => Promise<ServerErrors | undefined>
}

export function RoleDialog({ person, isBusy, onCancel, onGive }: RoleDialogProps) {
  const shown = useLast(person)
  return (
    <Dialog
      title={`Role of ${shown ? nameOf(shown) : ''}`}
      size="question"
      open={person !== undefined}
      busy={isBusy}
      onClose={onCancel}
    >
      {person && <RoleForm person={person} onCancel={onCancel} onGive={onGive} />}
    </Dialog>
  )
}

type RoleFormProps = Omit<RoleDialogProps, 'person' | 'isBusy'> & { person: Person }

function RoleForm({ person, onCancel, onGive }: RoleFormProps) {
  const form = useForm({ fields: { role: configOf(role, { value: person.role }) }, needsScript: true })
  const { one, allows } = roles[assignableRoleOf(form.values.role)]

  async function give({ role }: { role: string }) {
    const wrong = await onGive(person, role)
    if (wrong) form.serverErrors(wrong)
  }

  return (
    <Form form={form} onSubmit={give}>
      <SelectField
        field={form.field('role')}
        hint={`${one.charAt(0).toUpperCase()}${one.slice(1)} ${allows}.`}
      />
      <p className="hint">
        {person.has_joined
          ? 'The new role applies right away. We will email them.'
          : 'They have the new role once they have joined.'}
      </p>
      <div className="cluster end">
        <Button look="quiet" disabled={form.isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form}>Save role</SubmitButton>
      </div>
    </Form>
  )
}
