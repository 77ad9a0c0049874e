import type { SignedInDevice } from '#contract/features/security.ts'
import { deviceName } from '#contract/fields/device.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type NameDialogProps = {
  /** Open while set. */
  session: SignedInDevice | undefined
  onName: (
    session: SignedInDevice,
    name: string,
    onErrors: (errors: ServerErrors) => void,
  ) => Promise<TaskResult>
  onCancel: () => void
}

export function NameDialog({ session, onName, onCancel }: NameDialogProps) {
  const form = useForm({
    fields: { name: configOf(deviceName, { value: session?.name ?? '' }) },
    needsScript: true,
  })
  return (
    <Dialog
      title="Name this device"
      size="question"
      open={session !== undefined}
      busy={form.isBusy}
      onClose={onCancel}
    >
      <Form form={form} onSubmit={({ name }) => session && onName(session, name, form.serverErrors)}>
        <TextField
          field={form.field('name')}
          hint="Such as “Work laptop” or “My phone”. Leave it empty to show the browser only."
        />
        <div className="cluster">
          <SubmitButton form={form}>Save</SubmitButton>
          <Button look="quiet" disabled={form.isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
