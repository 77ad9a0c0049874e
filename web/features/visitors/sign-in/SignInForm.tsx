import { keepingQuery } from '#contract/accounts/sign-in-query.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import { AccountChooser, PostedChooser } from '#web/choose-account/choosers.ts'
import { Form } from '#web/form/Form.tsx'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'
import { useSignIn } from './use-sign-in.ts'

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

/** The email goes into the URL fragment: it prefills the reset form, and no server or log sees it. */
function resetLink(query: Query, email: string): string {
  const path = keepingQuery(pages['password-reset'], query)
  return email === '' ? path : `${path}#email=${encodeURIComponent(email)}`
}
