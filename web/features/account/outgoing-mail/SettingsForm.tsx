import { useState } from 'react'
import {
  fromAddress,
  type MailSettings,
  type OutgoingMailCheck,
  type SmtpField,
  saveOutgoingMail,
  smtpHost,
  smtpPassword,
  smtpPort,
  smtpRules,
  smtpSecurity,
  smtpUsername,
} from '#contract/features/outgoing-mail.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'

type SettingsFormProps = { settings: MailSettings | null; onSaved: (check: OutgoingMailCheck) => void }

export function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const [hasPassword, setHasPassword] = useState(settings?.hasPassword)
  const form = useForm<SmtpField>({
    fields: {
      host: configOf(smtpHost, { value: settings?.host ?? '' }),
      port: configOf(smtpPort, { value: String(settings?.port ?? 587) }),
      security: configOf(smtpSecurity, { value: settings?.security ?? 'starttls' }),
      username: configOf(smtpUsername, { value: settings?.username ?? '' }),
      password: configOf(smtpPassword),
      from_address: configOf(fromAddress, { value: settings?.fromAddress ?? '' }),
    },
    checks: checksOf(smtpRules),
    needsScript: true,
  })

  function save(values: Values<SmtpField>) {
    return makeCall(saveOutgoingMail, values, {
      onAnswer: ({ data }) => {
        form.set({ password: '' })
        setHasPassword(values.username.trim() !== '')
        onSaved(data)
      },
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={save}>
      <TextField field={form.field('host')} placeholder="smtp.example.com" />
      <div className="row">
        <SelectField field={form.field('security')} />
        <TextField field={form.field('port')} inputMode="numeric" />
      </div>
      <TextField field={form.field('username')} />
      <PasswordField
        field={form.field('password')}
        // Not the one of this site, which browsers would fill in by themselves.
        autoComplete="new-password"
        hint={hasPassword ? 'Leave empty to keep the saved password.' : undefined}
      />
      <TextField
        field={form.field('from_address')}
        inputMode="email"
        autoComplete="email"
        hint="Your emails are sent from this address."
      />
      <p className="hint">
        We will send you a verification email through this server. The password is stored encrypted and never
        shown.
      </p>
      <SubmitButton form={form}>Save and verify</SubmitButton>
    </Form>
  )
}
