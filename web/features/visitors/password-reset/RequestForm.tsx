import { useEffect } from 'react'
import { requestPasswordReset } from '#contract/features/password-reset/calls.ts'
import { loginEmail } from '#contract/fields/sign-in.ts'
import type { PageProps } from '#contract/page-values.ts'
import { errorsOf, send } from '#web/api.ts'
import { AccountChooser } from '#web/choose-account/choosers.ts'
import { type GoneOn, useAccountChoice } from '#web/choose-account/use-account-choice.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'
import { backToLogin } from './back-to-login.ts'

type RequestFormProps = Pick<PageProps<'password-reset'>, 'values' | 'query' | 'provider'> & {
  onSent: () => void
}

/** Before hydration it posts to its own URL; then one mail lists a link for each account. */
export function RequestForm({ values: { sent }, query, provider, onSent }: RequestFormProps) {
  const form = useForm({
    fields: { email: configOf(loginEmail, { value: sent?.email ?? '' }) },
    errors: sent?.errors,
  })
  const { lookUp, chooser } = useAccountChoice(form, ask)
  const flags = query.mr === '1' ? { mobile_retry: '1' } : {}
  const login = backToLogin(query)
  const { fill } = form

  // The email typed at sign-in arrives in the URL fragment, and is removed from there.
  useEffect(() => {
    const email = new URLSearchParams(location.hash.slice(1)).get('email')
    if (!email) return
    history.replaceState(history.state, '', location.pathname + location.search)
    fill({ email })
  }, [fill])

  async function ask({ email }: { email: string }, pin: string, signal: AbortSignal): Promise<GoneOn> {
    const outcome = await send(
      requestPasswordReset,
      { email, ...(pin !== '' && { pin }), ...flags },
      { signal },
    )
    const refused = errorsOf(outcome)
    if (refused !== undefined) return { refused }
    if (outcome.kind === 'answered') onSent()
    return 'done'
  }

  return (
    <>
      <Form form={form} encType="multipart/form-data" onSubmit={lookUp}>
        {Object.entries(flags).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField field={form.field('email')} inputMode="email" />
        <SubmitButton form={form}>Send</SubmitButton>
        <div className="between ways">
          <a href={login.href}>{login.label}</a>
          <SupportBanner provider={provider} />
        </div>
      </Form>
      <AccountChooser option="Reset" {...chooser} />
    </>
  )
}
