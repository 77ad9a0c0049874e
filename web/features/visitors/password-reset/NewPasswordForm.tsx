import { useRef } from 'react'
import * as messages from '#contract/accounts/sign-in-messages.ts'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from '#contract/fields/new-password.ts'
import type { PageProps } from '#contract/page-values.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'

type Passwords = Values<'password' | 'password_confirm'>
type NewPasswordFormProps = Pick<PageProps<'new-password'>, 'values'> & {
  onChanged: () => void
  /** The link expired or was used while the person was typing; `used` if this form may have used it. */
  onOver: (kind: 'invalid' | 'used') => void
}

export function NewPasswordForm({ values, onChanged, onOver }: NewPasswordFormProps) {
  const { linkToken, sent } = values
  const form = useForm({
    fields: { password: configOf(newPassword), password_confirm: configOf(confirmNewPassword) },
    checks: checksOf(newPasswordRules),
    errors: sent?.errors,
  })
  const hasSent = useRef(false)

  function change(passwords: Passwords) {
    const isRepeat = hasSent.current
    hasSent.current = true
    return makeCall(chooseNewPassword, passwords, {
      parts: { linkToken },
      onAnswer: onChanged,
      onNotFound: (sentence) => onOver(isRepeat && sentence === messages.resetLinkUsed ? 'used' : 'invalid'),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={change}>
      <PasswordField field={form.field('password')} hint={<StrengthHint password={form.values.password} />} />
      <PasswordField field={form.field('password_confirm')} />
      <SubmitButton form={form}>Reset</SubmitButton>
    </Form>
  )
}
