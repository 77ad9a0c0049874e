import { useState } from 'react'
import { type AuthorizeValues, authorize, authorizeZapier } from '#contract/features/authorize.ts'
import { loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import { AccountChooser } from '#web/choose-account/choosers.ts'
import { type GoneOn, useAccountChoice } from '#web/choose-account/use-account-choice.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { PartnerLogo } from '#web/ui/PartnerLogo.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'

type AuthorizePageProps = PageProps<'authorize' | 'authorize-zapier'>

/** One screen: who asks, for what, and the usual sign-in form. Signing in grants access. */
export function AuthorizePage({ page, values, query, provider, now }: AuthorizePageProps) {
  const { partner, problem } = values
  return (
    <Layout provider={provider} now={now} panel={<AuthorizePanel values={values} />}>
      <h1>{`Sign In to ${provider.brandName}`}</h1>
      {partner && <PartnerCard partner={partner} />}
      {problem && (
        <div className="form">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      <AuthorizeForm page={page} query={query} provider={provider} />
    </Layout>
  )
}

function AuthorizePanel({ values }: { values: AuthorizeValues }) {
  const name = values.partner?.name ?? 'The partner'
  return (
    <>
      <SystemStatus status={values.systemStatus} />
      <h2>You decide who gets access.</h2>
      <p>{`${name} gets access to one account, for what is listed here and nothing else.`}</p>
      <ol className="way">
        <li>Sign in. If you have several accounts, choose one.</li>
        <li>{`We take you back to ${values.partner?.name ?? 'the partner'} and send you an email to confirm it.`}</li>
        <li>You can disconnect it at any time, in your account under Connected apps.</li>
      </ol>
    </>
  )
}

function PartnerCard({ partner }: { partner: NonNullable<AuthorizeValues['partner']> }) {
  const { name, logo, allows } = partner
  return (
    <section className="tile authorize-partner" aria-labelledby="partner">
      <div className="face">
        <PartnerLogo name={name} logo={logo} />
        <h2 id="partner">{`${name} wants to connect to your account`}</h2>
      </div>
      {allows.length > 0 && (
        <>
          <p>{`When you sign in, ${name} will be able to:`}</p>
          <ul className="allows">
            {allows.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="hint">It never sees your password.</p>
        </>
      )}
    </section>
  )
}

type AuthorizeFormProps = Pick<PageProps<'authorize' | 'authorize-zapier'>, 'page' | 'query' | 'provider'>

function AuthorizeForm({ page, query, provider }: AuthorizeFormProps) {
  const { form, goBackUri, lookUp, chooser } = useAuthorize(page, query)
  return (
    <>
      <Form form={form} onSubmit={lookUp}>
        <TextField field={form.field('email')} inputMode="email" />
        <PasswordField field={form.field('password')} />
        <SubmitButton form={form} whenValid>
          Submit
        </SubmitButton>
        {goBackUri && (
          <Button look="ghost" onClick={() => leaveFor(goBackUri)}>
            Back to the partner
          </Button>
        )}
        <div className="between ways">
          <a href={pages['password-reset']}>Forgot your password?</a>
          <SupportBanner provider={provider} />
        </div>
      </Form>
      <AccountChooser option="Login" {...chooser} />
    </>
  )
}

type Credentials = { email: string; password: string }

/** Passed on unchanged from the partner's link. */
const passedOn = [
  'redirect_uri',
  'client_id',
  'state',
  'type',
  'vendor_user_id',
  'scope',
  'response_type',
  'code_challenge',
  'code_challenge_method',
] as const

function useAuthorize(page: 'authorize' | 'authorize-zapier', query: Query) {
  const [goBackUri, setGoBackUri] = useState('')
  const form = useForm({
    fields: { email: configOf(loginEmail), password: configOf(loginPassword) },
    needsScript: true,
  })

  async function letIn(credentials: Credentials, pin: string, signal: AbortSignal): Promise<GoneOn> {
    const request = Object.fromEntries(passedOn.map((name) => [name, query[name] ?? '']))
    const call = page === 'authorize' ? authorize : authorizeZapier
    const body = { ...credentials, ...request, ...(pin === '' ? {} : { pin }) }
    const outcome = await send(call, body, { signal })
    setGoBackUri(page === 'authorize' && outcome.kind === 'refused' ? textOf(outcome.body.go_back_uri) : '')
    if (outcome.kind === 'answered' && leaveFor(outcome.answer.redirect_uri)) return 'leaving'
    return { refused: errorsOf(outcome) ?? messages.networkError }
  }

  return { form, goBackUri, ...useAccountChoice(form, letIn) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
