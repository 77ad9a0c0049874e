import type { Person } from '#contract/features/people/calls.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useLast } from './use-last.ts'

type HandOverDialogProps = {
  /** The person who is to become the owner. */
  person: Person | undefined
  onCancel: () => void
  onHandOver: (person: Person, password: string) => Promise<ServerErrors | undefined>
}

export function HandOverDialog({ person, onCancel, onHandOver }: HandOverDialogProps) {
  const shown = useLast(person)
  return (
    <Dialog
      title={`Make ${shown?.name ?? ''} the owner?`}
      size="question"
      open={person !== undefined}
      onClose={onCancel}
    >
      <p>
        {`${shown?.name ?? ''} will manage the people, plan and billing of this account. You stay in it as a user, and only ${shown?.name ?? ''} can make you the owner again. We will email both of you.`}
      </p>
      {person && <HandOverForm person={person} onCancel={onCancel} onHandOver={onHandOver} />}
    </Dialog>
  )
}

type HandOverFormProps = Omit<HandOverDialogProps, 'person'> & { person: Person }

function HandOverForm({ person, onCancel, onHandOver }: HandOverFormProps) {
  const form = useForm({ fields: { password: configOf(currentPassword) }, needsScript: true })

  async function confirm({ password }: { password: string }) {
    const wrong = await onHandOver(person, password)
    if (wrong) form.serverErrors(wrong)
  }

  return (
    <Form form={form} onSubmit={confirm}>
      <PasswordField field={form.field('password')} autoComplete="current-password" />
      <div className="cluster end">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form}>Hand over</SubmitButton>
      </div>
    </Form>
  )
}
