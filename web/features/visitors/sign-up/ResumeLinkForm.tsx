import { useState } from 'react'
import { requestResume } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import * as fields from '#contract/fields/person.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/**
 * Asks for the email, since a link that is over names nobody. The wizard would not offer another link in the
 * browser that used this one.
 */
export function ResumeLinkForm({ provider }: { provider: Provider }) {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    fields: { email: configOf(fields.email) },
    needsScript: true,
    onChange: () => setSent(false),
  })

  function ask(asked: Values<'email'>) {
    setSent(false)
    return makeCall(requestResume, asked, {
      onAnswer: () => setSent(form.latestValues().email === asked.email),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={ask} label="Get another link">
      <TextField field={form.field('email')} inputMode="email" autoComplete="email" />
      {isSent && <Banner tone="ok">{messages.resumeLinkSent}</Banner>}
      <div className="cluster">
        <SubmitButton form={form}>{isSent ? 'Send it again' : 'Email me a link'}</SubmitButton>
        <LinkButton href={marketingPage(provider, 'pricing/')} look="ghost">
          See the plans
        </LinkButton>
      </div>
    </Form>
  )
}
