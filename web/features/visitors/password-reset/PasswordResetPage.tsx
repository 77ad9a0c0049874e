import { useEffect, useState } from 'react'
import { requestPasswordReset } from '#contract/features/password-reset.ts'
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
import { Layout } from '#web/ui/Layout.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'
import { backToLogin, ResetPanel } from './ResetPanel.tsx'

export function PasswordResetPage({ values, query, provider, now }: PageProps<'password-reset'>) {
  const [isSentHere, setSentHere] = useState(false)
  const isSent = isSentHere || values.sent?.isDone
  return (
    <Layout provider={provider} now={now} panel={<ResetPanel />}>
      {isSent ? (
        <SuccessView text="Please check your Email." isNews={isSentHere} next={backToLogin(query)} />
      ) : (
        <>
          <h1>Reset password</h1>
          <p className="lede">
            Enter the email for your account. We will send you a link to choose a new password.
          </p>
          <RequestForm values={values} query={query} provider={provider} onSent={() => setSentHere(true)} />
        </>
      )}
    </Layout>
  )
}

type RequestFormProps = Pick<PageProps<'password-reset'>, 'values' | 'query' | 'provider'> & {
  onSent: () => void
}

/** Before hydration it posts to its own URL; then one mail lists a link for each account. */
function RequestForm({ values: { sent }, query, provider, onSent }: RequestFormProps) {
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
