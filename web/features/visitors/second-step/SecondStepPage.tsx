import type { SecondStepValues } from '#contract/features/second-step.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LostBoth } from './LostBoth.tsx'
import { PasskeyWay } from './PasskeyWay.tsx'
import { SecondStepForm } from './SecondStepForm.tsx'
import { SecondStepPanel } from './SecondStepPanel.tsx'
import { SigningIn } from './SigningIn.tsx'

/** After the password: a code from the app, a recovery code, or what to do without both. */
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

/** Someone without an authenticator app, where the password alone is not enough. */
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

function describeCodes(left: number): string {
  if (left === 0) return 'All your recovery codes have been used.'
  const codes = left === 1 ? '1 unused recovery code' : `${left} unused recovery codes`
  return `You have ${codes}. Each of them works once.`
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
