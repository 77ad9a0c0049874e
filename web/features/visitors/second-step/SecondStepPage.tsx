import { useState } from 'react'
import { longerWait } from '#contract/accounts/second-factor-messages.ts'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import {
  askForFactorRecovery,
  confirmSecondStep,
  type SecondStepValues,
} from '#contract/features/second-step.ts'
import { factorCode, trustDevice } from '#contract/fields/second-factor.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { SecondStepPanel, SigningIn } from './SecondStepPanel.tsx'

/** After the password: a code from the app, a recovery code, or help without either. */
export function SecondStepPage({ values, query, provider, now }: PageProps<'second-step'>) {
  const way = query.with === 'recovery-code' ? 'recovery-code' : query.with === 'neither' ? 'neither' : 'app'
  return (
    <Layout provider={provider} now={now} panel={<SecondStepPanel />}>
      {values.sent?.continueTo ? (
        <>
          <h1>You are signed in</h1>
          <p className="lede">Continue to the app that you are connecting.</p>
          <LinkButton href={values.sent.continueTo}>Continue</LinkButton>
        </>
      ) : way === 'neither' ? (
        <LostBoth {...values} errors={values.sent?.errors} />
      ) : !values.hasApp ? (
        <PasskeyOnly account={values.account} canUse={values.hasPasskey} />
      ) : (
        <>
          <h1>{way === 'app' ? 'Enter your code' : 'Enter a recovery code'}</h1>
          <p className="lede">
            {way === 'app'
              ? 'Open your authenticator app and enter the six-digit code it shows for this account.'
              : describeCodes(values.codesLeft)}
          </p>
          <SigningIn account={values.account} />
          <SecondStepForm key={way} way={way} errors={values.sent?.errors} />
          {values.hasPasskey && <PasskeyWay />}
          <OtherWays way={way} />
        </>
      )}
    </Layout>
  )
}

/** For someone without an authenticator app for whom the password alone is not enough. */
function PasskeyOnly({ account, canUse }: Pick<SecondStepValues, 'account'> & { canUse: boolean }) {
  return (
    <>
      <h1>Use your passkey</h1>
      <p className="lede">
        {canUse
          ? 'Your password is not enough here. Confirm with the passkey that you created for this account.'
          : 'Your password is not enough here, and passkeys do not work at this address. Open the sign-in page at its usual address.'}
      </p>
      <SigningIn account={account} />
      {canUse && <PasskeyWay isOnly />}
      <noscript>
        <p>Turn on JavaScript in your browser to use a passkey.</p>
      </noscript>
      <ul className="second-step-ways">
        <li>
          <a href={pages['sign-in']}>Sign in with another account</a>
        </li>
        <li>
          <a href={`${pages['second-step']}?with=neither`}>I lost my passkeys</a>
        </li>
      </ul>
    </>
  )
}

/** Instead of a code, or `isOnly` for someone without one. Its script is fetched on demand. */
function PasskeyWay({ isOnly = false }: { isOnly?: boolean }) {
  const { isBusy, run } = useBusy()
  const [error, setError] = useState('')
  const isHydrated = useHydrated()

  async function confirm() {
    setError('')
    const { confirmWithPasskey } = await import('./confirm-with-passkey.ts')
    const { result, text } = await confirmWithPasskey()
    setError(text)
    return result
  }

  return (
    <div className="second-step-passkey">
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <Button
        look={isOnly ? 'primary' : 'quiet'}
        busy={isBusy}
        disabled={!isHydrated}
        onClick={() => void run(confirm)}
      >
        Use a passkey
      </Button>
    </div>
  )
}

function describeCodes(left: number): string {
  if (left === 0) return 'All your recovery codes have been used.'
  const codes = left === 1 ? '1 unused recovery code' : `${left} unused recovery codes`
  return `You have ${codes}. Each of them works once.`
}

type SecondStepFormProps = { way: 'app' | 'recovery-code'; errors: SentForm['errors'] }

/** Without an action it posts to its own URL, so it works before hydration. */
function SecondStepForm({ way, errors }: SecondStepFormProps) {
  const form = useForm({
    fields: {
      code: configOf(factorCode, { label: way === 'app' ? 'Six-digit code' : 'Recovery code' }),
      trust_device: configOf(trustDevice, { elementType: 'checkbox' }),
    },
    errors,
  })

  function confirm(values: Values<'code' | 'trust_device'>) {
    return makeCall(confirmSecondStep, values, {
      onAnswer: ({ data }) => (leaveFor(data.redirect_url) ? 'leaving' : undefined),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
      {/* The only task of this page. After an error the field is focused, or the page says what is wrong. */}
      {way === 'app' ? (
        <TextField
          field={form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          hasFocusFirst={!errors}
        />
      ) : (
        <TextField field={form.field('code')} autoComplete="off" hasFocusFirst={!errors} />
      )}
      <CheckboxField
        field={form.field('trust_device')}
        hint="Only on a device that nobody else uses. You can end this under Security."
      />
      <SubmitButton form={form}>Continue</SubmitButton>
    </Form>
  )
}

function OtherWays({ way }: { way: 'app' | 'recovery-code' }) {
  const path = pages['second-step']
  return (
    <ul className="second-step-ways">
      <li>
        {way === 'app' ? (
          <a href={`${path}?with=recovery-code`}>Use a recovery code</a>
        ) : (
          <a href={path}>Use your authenticator app</a>
        )}
      </li>
      <li>
        <a href={pages['sign-in']}>Sign in with another account</a>
      </li>
      <li>
        <a href={`${path}?with=neither`}>I lost my authenticator app and my recovery codes</a>
      </li>
    </ul>
  )
}

type LostBothProps = Pick<SecondStepValues, 'account' | 'removesAt' | 'waitHours' | 'hasApp'> & {
  errors: SentForm['errors']
}

/** It takes days, so that the owner of the email can stop someone else. */
export function LostBoth({ account, removesAt: initial, waitHours, hasApp, errors }: LostBothProps) {
  const [removesAt, setRemovesAt] = useState(initial)
  const heading = useFocusOnChange(removesAt)
  const form = useForm<never>({ fields: {}, errors })

  function ask() {
    return makeCall(
      askForFactorRecovery,
      {},
      { onAnswer: ({ data }) => setRemovesAt(data.removes_at), onErrors: form.serverErrors },
    )
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {hasApp ? 'If you lost your authenticator app and your recovery codes' : 'If you lost your passkeys'}
      </h1>
      <p className="lede">
        {hasApp
          ? 'Look for your recovery codes first: you may have printed them, or kept them with your passwords.'
          : 'Try your other devices first: a passkey may be on your phone, on a security key or in a password manager.'}
      </p>
      <SigningIn account={account} />
      <div className="second-step-news" role="status">
        {removesAt !== null && (
          <div className="banner ok">
            {`We sent you an email. ${hasApp ? 'Two-step verification is turned off' : 'Your passkeys are removed'} on ${removesAt}, unless someone cancels it with the link in that email. Then sign in with your password.`}
          </div>
        )}
      </div>
      {removesAt === null && (
        <Form form={form} encType="multipart/form-data" onSubmit={ask}>
          <p>
            {`If you cannot find ${hasApp ? 'them, we can turn off two-step verification' : 'any, we can remove your passkeys'} in ${waitHours} hours. We will email you now, with a link to cancel, and again when it is done. Nobody can make this faster.${longerWait(waitHours)}`}
          </p>
          <input type="hidden" name="ask_recovery" value="1" />
          <SubmitButton form={form}>
            {`${hasApp ? 'Turn it off' : 'Remove them'} in ${waitHours} hours`}
          </SubmitButton>
        </Form>
      )}
      <ul className="second-step-ways">
        {hasApp && (
          <li>
            <a href={`${pages['second-step']}?with=recovery-code`}>Use a recovery code</a>
          </li>
        )}
        <li>
          <a href={pages['second-step']}>{hasApp ? 'Use your authenticator app' : 'Use a passkey'}</a>
        </li>
      </ul>
    </>
  )
}
