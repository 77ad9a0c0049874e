import { useState } from 'react'
import * as messages from '#contract/accounts/sign-in-messages.ts'
import { loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'

const refusal = { email: ['We do not know this email.'], pin: [messages.chooseAccount] }

/**
 * A form that can be posted before hydration, and may be rendered with errors. Once hydrated, its button is
 * disabled until all fields are valid.
 */
export function PostingForm({ isRefused }: { isRefused: boolean }) {
  const email = configOf(loginEmail, { value: isRefused ? 'posted@example.com' : '' })
  const form = useForm({
    fields: { email, password: configOf(loginPassword) },
    errors: isRefused ? refusal : undefined,
  })
  const [submits, setSubmits] = useState(0)
  return (
    <section className="part" aria-labelledby="posting">
      <h2 id="posting">A form that posts by itself</h2>
      <Form
        form={form}
        label="Posting"
        action="/dev/gallery/?refused=1"
        generalErrors="below"
        onSubmit={() => {
          setSubmits(submits + 1)
          return 'leaving'
        }}
      >
        <TextField field={form.field('email')} autoComplete="username" />
        <PasswordField field={form.field('password')} autoComplete="current-password" />
        <SubmitButton form={form} whenValid>
          Submit and leave
        </SubmitButton>
        <p className="hint" role="status">{`Submitted ${submits} times`}</p>
      </Form>
    </section>
  )
}
