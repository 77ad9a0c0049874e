import { join } from '#contract/features/people/calls.ts'
import { fullName } from '#contract/fields/person.ts'
import { confirmNewPassword, newPassword } from '#contract/fields/sign-in.ts'
import type { PageValues } from '#contract/page-values.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { StrengthHint } from '#web/form/StrengthHint.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'

type Joining = Values<'full_name' | 'password' | 'password_confirm'>
type JoinFormProps = {
  values: PageValues['invitation']
  onJoined: () => void
  /** Withdrawn or used while the person was typing. */
  onOver: (words: string) => void
}

const NOT_FOUND = 404

export function JoinForm({ values: { linkToken, sent }, onJoined, onOver }: JoinFormProps) {
  const form = useForm({
    fields: {
      full_name: configOf(fullName, { value: sent?.fullName ?? '' }),
      password: configOf(newPassword),
      password_confirm: configOf(confirmNewPassword),
    },
    checks: differing,
    errors: sent?.errors,
  })

  async function take(joining: Joining) {
    const outcome = await send(join, joining, { parts: { linkToken } })
    if (outcome.kind === 'answered') onJoined()
    else if (outcome.kind === 'failed') form.serverErrors(outcome.message)
    else if (outcome.kind === 'refused' && outcome.status === NOT_FOUND) onOver(String(outcome.errors))
    else if (outcome.kind === 'refused') form.serverErrors(outcome.errors)
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={take}>
      <TextField field={form.field('full_name')} autoComplete="name" />
      <PasswordField
        field={form.field('password')}
        autoComplete="new-password"
        hint={<StrengthHint password={form.values.password} />}
      />
      <PasswordField field={form.field('password_confirm')} autoComplete="new-password" />
      <SubmitButton form={form}>Join</SubmitButton>
    </Form>
  )
}

function differing({ password, password_confirm }: Joining): Partial<Joining> {
  return password === password_confirm ? {} : { password_confirm: messages.passwordsDiffer }
}
