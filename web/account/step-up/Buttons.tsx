import { SubmitButton } from '#web/form/SubmitButton.tsx'
import type { FormHandle } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'

type ButtonsProps<Name extends string> = { form: FormHandle<Name>; onCancel: () => void }

export function Buttons<Name extends string>({ form, onCancel }: ButtonsProps<Name>) {
  return (
    <div className="cluster end">
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton form={form}>Confirm</SubmitButton>
    </div>
  )
}
