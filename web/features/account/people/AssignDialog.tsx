import { listNames } from '#contract/catalogue/dialers.ts'
import type { Person, SharedDialer } from '#contract/features/people.ts'
import { choice } from '#contract/wire/field.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { candidatesFor } from './DialersTile.tsx'
import { useLast } from './PersonDialogs.tsx'

type AssignDialogProps = {
  /** The dialer to assign. */
  dialer: SharedDialer | undefined
  dialers: readonly SharedDialer[]
  people: readonly Person[]
  /** The request is in progress. */
  isBusy: boolean
  onCancel: () => void
  onAssign: (dialer: SharedDialer, person: Person) => Promise<ServerErrors | undefined>
}

export function AssignDialog({ dialer, ...props }: AssignDialogProps) {
  const shown = useLast(dialer)
  const isShared = shown !== undefined && shown.people.length > 0
  return (
    <Dialog
      title={`${isShared ? 'Share' : 'Assign'} ${shown?.name ?? ''}`}
      size="question"
      open={dialer !== undefined}
      busy={props.isBusy}
      onClose={props.onCancel}
    >
      {dialer && <AssignForm dialer={dialer} {...props} />}
    </Dialog>
  )
}

type AssignFormProps = Omit<AssignDialogProps, 'dialer' | 'isBusy'> & { dialer: SharedDialer }

function AssignForm({ dialer, dialers, people, onCancel, onAssign }: AssignFormProps) {
  const candidates = candidatesFor(dialer, people)
  const options = candidates.map(({ id, name }) => ({ value: String(id), displayValue: name }))
  const form = useForm({ fields: { person: configOf(choice('Person', options)) }, needsScript: true })
  const chosen = candidates.find(({ id }) => String(id) === form.values.person)
  const former = chosen && dialers.find((one) => one.item === dialer.item && hasIt(one, chosen))

  async function assign() {
    const wrong = chosen && (await onAssign(dialer, chosen))
    if (wrong) form.serverErrors(wrong)
  }

  return (
    <Form form={form} onSubmit={assign}>
      {dialer.people.length > 0 && (
        <p className="hint">
          {`${listNames(dialer.people)} ${dialer.people.length > 1 ? 'have' : 'has'} it now and will share it. Only one of them can dial at a time.`}
        </p>
      )}
      <SelectField
        field={form.field('person')}
        hint={former && `${chosen.name} gives up ${former.name} for it.`}
      />
      <div className="cluster end">
        <Button look="quiet" disabled={form.isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form}>{dialer.people.length > 0 ? 'Share' : 'Assign'}</SubmitButton>
      </div>
    </Form>
  )
}

function hasIt({ people }: SharedDialer, { id }: Person): boolean {
  return people.some((one) => one.id === id)
}
