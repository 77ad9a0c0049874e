import { accountPages, openPagesOf } from '#contract/accounts/account-pages.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { LostTile } from './LostTile.tsx'
import { useRemoval } from './use-removal.ts'

const otherWays = {
  code: 'When we ask you to confirm a change, use your authenticator app or a recovery code.',
  password: 'When we ask you to confirm a change, your password is enough.',
} as const

export function ledeOf(hasPasskeys: boolean): string {
  return hasPasskeys
    ? 'You can sign in with a passkey instead of your password.'
    : 'Sign in with your fingerprint, face or screen lock instead of your password.'
}

/** For someone who can only pay or reactivate: a change of the card asks for a passkey, too. */
export function LostPasskeys(props: PageProps<'passkeys'>) {
  const { email, hasPasskeys, lost, confirmsWith, scope, role } = props.values
  const { removal, wait, cancel } = useRemoval(lost)
  const [home] = openPagesOf(scope, role)
  return (
    <AccountLayout
      {...props}
      onConfirmed={cancel}
      saysRemoval={lost !== undefined}
      title="Passkeys"
      isOn={hasPasskeys}
      lede={ledeOf(hasPasskeys)}
    >
      {home && (
        <p>
          <a href={accountPages[home].path}>{`Back to ${accountPages[home].label}`}</a>
        </p>
      )}
      {lost && <LostTile email={email} lost={lost} removal={removal} onAsked={wait} onCanceled={cancel} />}
      {confirmsWith && (
        <section className="tile whole" aria-labelledby="lost">
          <h2 id="lost">If you lost your passkeys</h2>
          <p>{otherWays[confirmsWith]}</p>
        </section>
      )}
    </AccountLayout>
  )
}
