import { askForEmail } from '#contract/features/security.ts'
import { email } from '#contract/fields/person.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'

export function EmailForm({ onAsked }: { onAsked: (email: string) => void }) {
  const form = useForm({
    fields: { email: configOf(email, { label: 'New email' }) },
    needsScript: true,
  })

  function ask(asked: Values<'email'>) {
    return makeCall(askForEmail, asked, {
      onAnswer: () => onAsked(asked.email),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={ask}>
      <TextField field={form.field('email')} inputMode="email" autoComplete="email" />
      <div className="cluster">
        <SubmitButton form={form}>Send the link</SubmitButton>
      </div>
    </Form>
  )
}
