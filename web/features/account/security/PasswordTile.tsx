import { useState } from 'react'
import { changePassword, type Devices } from '#contract/features/security/calls.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from '#contract/fields/new-password.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'
import { UserName } from '#web/new-password/UserName.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'

type Passwords = Values<'current_password' | 'password' | 'password_confirm'>
type PasswordTileProps = {
  email: string
  company: string
  onChanged: (devices: Devices) => void
}

export function PasswordTile({ email, company, onChanged }: PasswordTileProps) {
  const [changes, setChanges] = useState(0)
  const [isNews, setNews] = useState(false)
  const heading = useFocusOnChange(changes)
  return (
    <section className="tile" aria-labelledby="password">
      <h2 id="password" ref={heading} tabIndex={-1}>
        Change your password
      </h2>
      <p className="hint">This signs out all your other devices. We will email you to confirm.</p>
      <div role="status">
        {isNews && (
          <div className="banner ok">Your password was changed. All your other devices were signed out.</div>
        )}
      </div>
      <PasswordForm
        key={changes}
        email={email}
        company={company}
        onSent={() => setNews(false)}
        onChanged={(devices) => {
          setChanges(changes + 1)
          setNews(true)
          onChanged(devices)
        }}
      />
    </section>
  )
}

function PasswordForm({ email, company, onSent, onChanged }: PasswordTileProps & { onSent: () => void }) {
  const form = useForm({
    fields: {
      current_password: configOf(currentPassword, { label: 'Current password' }),
      password: configOf(newPassword, { label: 'New password' }),
      password_confirm: configOf(confirmNewPassword, { label: 'Confirm new password' }),
    },
    checks: checksOf(newPasswordRules),
    needsScript: true,
  })

  function change(passwords: Passwords) {
    onSent()
    return makeCall(changePassword, passwords, {
      onAnswer: ({ data }) => onChanged(data),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={change}>
      <UserName email={email} />
      <PasswordField field={form.field('current_password')} autoComplete="current-password" />
      <PasswordField
        field={form.field('password')}
        autoComplete="new-password"
        hint={<StrengthHint password={form.values.password} email={email} company={company} />}
      />
      <PasswordField field={form.field('password_confirm')} autoComplete="new-password" />
      <div className="cluster">
        <SubmitButton form={form}>Change password</SubmitButton>
      </div>
    </Form>
  )
}
