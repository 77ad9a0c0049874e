import { join } from '#contract/features/people-links.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from '#contract/fields/new-password.ts'
import { fullName } from '#contract/fields/person.ts'
import type { PageValues } from '#contract/page-values.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'
import { UserName } from '#web/new-password/UserName.tsx'

type Joining = Values<'full_name' | 'password' | 'password_confirm'>
type JoinFormProps = {
  values: PageValues['invitation']
  onJoined: () => void
  /** The invitation was withdrawn or used while the person was typing. */
  onOver: (text: string) => void
}

export function JoinForm({ values: { linkToken, invitation, sent }, onJoined, onOver }: JoinFormProps) {
  const form = useForm({
    fields: {
      full_name: configOf(fullName, { value: sent?.fullName ?? '' }),
      password: configOf(newPassword),
      password_confirm: configOf(confirmNewPassword),
    },
    checks: checksOf(newPasswordRules),
    errors: sent?.errors,
  })

  function take(joining: Joining) {
    return makeCall(join, joining, {
      parts: { linkToken },
      onAnswer: onJoined,
      onNotFound: onOver,
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={take}>
      <TextField field={form.field('full_name')} autoComplete="name" />
      {invitation && <UserName email={invitation.email} />}
      <PasswordField
        field={form.field('password')}
        autoComplete="new-password"
        hint={
          <StrengthHint
            password={form.values.password}
            email={invitation?.email}
            name={form.values.full_name}
            company={invitation?.company}
          />
        }
      />
      <PasswordField field={form.field('password_confirm')} autoComplete="new-password" />
      <SubmitButton form={form}>Join</SubmitButton>
    </Form>
  )
}
