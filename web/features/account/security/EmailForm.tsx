import { askForEmail } from '#contract/features/security/calls.ts'
import { email } from '#contract/fields/person.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'

export function EmailForm({ onAsked }: { onAsked: (email: string) => void }) {
  const form = useForm({
    fields: {
      email: configOf(email, { label: 'New email' }),
      current_password: configOf(currentPassword),
    },
    needsScript: true,
  })

  function ask(asked: Values<'email' | 'current_password'>) {
    return makeCall(askForEmail, asked, {
      onAnswer: () => onAsked(asked.email),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={ask}>
      <TextField field={form.field('email')} inputMode="email" autoComplete="email" />
      <PasswordField field={form.field('current_password')} autoComplete="current-password" />
      <div className="cluster">
        <SubmitButton form={form}>Send the link</SubmitButton>
      </div>
    </Form>
  )
}
