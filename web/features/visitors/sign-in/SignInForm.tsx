import { keepingQuery, type SentForm } from '#contract/accounts/sign-in.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { send } from '#web/api.ts'
import { AccountChooser, PostedChooser } from '#web/choose-account/choosers.ts'
import { type GoneOn, useAccountChoice } from '#web/choose-account/use-account-choice.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { Button } from '#web/ui/Button.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'

type SignInFormProps = Pick<PageProps<'sign-in'>, 'values' | 'query' | 'provider'> & { onRefused: () => void }

/** Without an action it posts to its own URL, including the query, so it works before hydration. */
export function SignInForm({ values, query, provider, onRefused }: SignInFormProps) {
  const { sent } = values
  const isMobileRetry = query.mr === '1'
  const email = sent?.email ?? values.email
  const { form, lookUp, chooser, passkey } = useSignIn({
    email,
    errors: sent?.errors,
    isMobileRetry,
    next: query.next,
    onRefused,
  })
  const flags = { ...(isMobileRetry && { mobile_retry: '1' }), ...(values.isMobile && { is_mobile: '1' }) }
  return (
    <>
      <Form form={form} encType="multipart/form-data" onSubmit={lookUp}>
        {Object.entries(flags).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField field={form.field('email')} inputMode="email" />
        <PasswordField field={form.field('password')} />
        <SubmitButton form={form}>Submit</SubmitButton>
        <div className="between ways">
          <a href={resetLink(query, form.values.email)}>Forgot your password?</a>
          <SupportBanner provider={provider} />
        </div>
      </Form>
      {values.offersPasskeys && (
        <div className="sign-in-passkey">
          <Button look="quiet" busy={passkey.isBusy} disabled={!form.isHydrated} onClick={passkey.byPasskey}>
            Sign in with a passkey
          </Button>
        </div>
      )}
      <AccountChooser option="Login" {...chooser} />
      {sent?.choice && (
        <PostedChooser
          option="Login"
          email={email}
          accounts={sent.choice.accounts}
          hidden={{ ...flags, email, ticket: sent.choice.ticket }}
        />
      )}
    </>
  )
}

/** Without a password, by passkey. The form itself accepts no empty one. */
type Credentials = { email: string; password: string }

type SignInDescription = {
  email: string
  errors: SentForm['errors']
  isMobileRetry: boolean
  /** The account page the person asked for; the server decides whether to go there. */
  next: string | undefined
  onRefused: () => void
}

function useSignIn({ email, errors, isMobileRetry, next, onRefused }: SignInDescription) {
  const form = useForm({
    fields: { email: configOf(loginEmail, { value: email }), password: configOf(loginPassword) },
    errors,
  })

  async function enter(credentials: Credentials, pin: string, signal: AbortSignal): Promise<GoneOn> {
    const { email, password } = credentials
    if (password === '') {
      const { enterWithPasskey } = await import('./enter-with-passkey.ts')
      return enterWithPasskey({ email, pin, isMobileRetry, next }, signal)
    }
    const optional = { ...(pin !== '' && { pin }), ...(next && { next }) }
    // The device description is fetched with the first sign-in. If that fails, the server just knows less.
    const device = await import('./device.ts').catch(() => undefined)
    const body = { ...credentials, ...optional, mobile_retry: isMobileRetry, ...device?.deviceFields() }
    const outcome = await send(signIn, body, { signal })
    if (outcome.kind === 'answered' && leaveFor(outcome.answer.data.redirect_url)) return 'leaving'
    if (outcome.kind !== 'cancelled') onRefused()
    return { refused: outcome.kind === 'refused' ? outcome.errors : messages.networkError }
  }

  const { lookUp, proceed, chooser } = useAccountChoice(form, enter)
  const { isBusy, run } = useBusy()

  /** The account is chosen first if the email was typed; otherwise the browser lists the passkeys it has. */
  function byPasskey() {
    const typed = { email: form.values.email, password: '' }
    void run(() => (form.state.fields.email.valid && typed.email ? lookUp(typed) : proceed(typed, '')))
  }

  return { form, lookUp, chooser, passkey: { isBusy, byPasskey } }
}

/** The email goes into the URL fragment: it prefills the reset form, and no server or log sees it. */
function resetLink(query: Query, email: string): string {
  const path = keepingQuery(pages['password-reset'], query)
  return email === '' ? path : `${path}#email=${encodeURIComponent(email)}`
}
