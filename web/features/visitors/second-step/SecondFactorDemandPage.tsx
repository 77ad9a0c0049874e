import type { SignedInTo } from '#contract/features/second-step.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { ErrorSummary, GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { configOf } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { AppKey } from '#web/second-factor/AppKey.tsx'
import { RecoveryCodes } from '#web/second-factor/RecoveryCodes.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SigningIn } from './SecondStepPanel.tsx'

type Values = PageValues['second-factor-demand']

/** Sets up the factor that the account's owner requires. Plain forms: it works without a script. */
export function SecondFactorDemandPage({ values, provider, now }: PageProps<'second-factor-demand'>) {
  return (
    <Layout provider={provider} now={now} panel={<DemandPanel />}>
      <div className="second-step-set-up">
        <State {...values} />
      </div>
    </Layout>
  )
}

function State({ state, sent }: Values) {
  switch (state.kind) {
    case 'paused':
      return (
        <>
          <div>
            <h1>Set up two-step verification</h1>
            <p className="lede">
              The owner of your account requires it, and the time to set it up is over. Sign in again to
              begin. Until then, your account stays closed.
            </p>
          </div>
          <LinkButton href={state.signInPath}>Login</LinkButton>
        </>
      )
    case 'asks':
      return (
        <>
          <div>
            <h1>Set up two-step verification</h1>
            <p className="lede">
              The owner of your account requires it: from now on, you sign in with your password and a code
              from an app on your phone.
            </p>
            <SigningIn account={state.account} />
          </div>
          <p>
            You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.
            Setting it up signs you out on all other devices.
          </p>
          <StepForm step="start" label="Continue" />
        </>
      )
    case 'scan':
      return <Scan account={state.account} qrCode={state.qrCode} code={state.key} errors={sent?.errors} />
    case 'codes':
      return (
        <>
          <h1>Save your recovery codes</h1>
          <div className="banner ok unprinted">Two-step verification is on.</div>
          <RecoveryCodes codes={state.codes} />
          <StepForm step="finish" label="I have saved them" />
        </>
      )
    case 'on':
      return (
        <>
          <div>
            <h1>Two-step verification is on</h1>
            <p className="lede">
              Your recovery codes were shown once. If you have not saved them, create new ones under Security.
            </p>
          </div>
          <StepForm step="finish" label="Continue" />
        </>
      )
    case 'optional':
      return (
        <>
          <div>
            <h1>Two-step verification is no longer required</h1>
            <p className="lede">This has changed since you signed in. You can continue without it.</p>
          </div>
          <StepForm step="finish" label="Continue" />
        </>
      )
    case 'leaves':
      return (
        <>
          <div>
            <h1>You are signed in</h1>
            <p className="lede">Continue to the app that you are connecting.</p>
          </div>
          <LinkButton href={state.continueTo}>Continue</LinkButton>
        </>
      )
  }
}

type ScanProps = {
  account: SignedInTo
  qrCode: string
  code: string
  errors: NonNullable<Values['sent']>['errors']
}

function Scan({ account, qrCode, code, errors }: ScanProps) {
  const form = useForm({ fields: { code: configOf(factorCode, { label: 'Six-digit code' }) }, errors })
  return (
    <>
      <div>
        <h1>Scan this with your app</h1>
        <SigningIn account={account} />
      </div>
      <AppKey qrCode={qrCode} code={code} />
      <form
        ref={form.element}
        className="form"
        method="post"
        encType="multipart/form-data"
        noValidate
        data-hydrated={form.isHydrated || undefined}
      >
        <ErrorSummary form={form} />
        <GeneralErrors messages={form.state.general} />
        <input type="hidden" name="step" value="code" />
        <TextField field={form.field('code')} inputMode="numeric" autoComplete="one-time-code" />
        <Button type="submit">Turn on</Button>
      </form>
    </>
  )
}

function StepForm({ step, label }: { step: 'start' | 'finish'; label: string }) {
  return (
    <form className="form" method="post" encType="multipart/form-data">
      <input type="hidden" name="step" value={step} />
      <Button type="submit">{label}</Button>
    </form>
  )
}

function DemandPanel() {
  return (
    <>
      <h2>One more step, once.</h2>
      <p>
        Someone who learns your password still cannot open the account. We will never call you to ask for a
        code.
      </p>
    </>
  )
}
