import type { Passkey } from '#contract/features/passkeys.ts'
import { passkeyName } from '#contract/fields/passkey.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type RenameDialogProps = {
  /** Open while set. */
  passkey: Passkey | undefined
  onRename: (passkey: Passkey, name: string, onErrors: (errors: ServerErrors) => void) => Promise<TaskResult>
  onCancel: () => void
}

export function RenameDialog({ passkey, onRename, onCancel }: RenameDialogProps) {
  const form = useForm({
    fields: { name: configOf(passkeyName, { value: passkey?.name ?? '' }) },
    needsScript: true,
  })
  return (
    <Dialog
      title="Rename this passkey"
      size="question"
      open={passkey !== undefined}
      busy={form.isBusy}
      onClose={onCancel}
    >
      <Form form={form} onSubmit={({ name }) => passkey && onRename(passkey, name, form.serverErrors)}>
        <TextField field={form.field('name')} hint="Such as “Work laptop” or “My phone”." />
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
