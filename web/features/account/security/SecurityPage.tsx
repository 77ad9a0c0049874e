import { useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import type { SignedInDevice } from '#contract/features/security/calls.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { EmailTile } from './EmailTile.tsx'
import { PasskeysTile } from './PasskeysTile.tsx'
import { PasswordTile } from './PasswordTile.tsx'
import { SecondFactorTile } from './SecondFactorTile.tsx'
import { SessionsTile } from './SessionsTile.tsx'
import { TimeZoneTile } from './TimeZoneTile.tsx'
import { useEmailChange } from './use-email-change.ts'

export function SecurityPage(props: PageProps<'security'>) {
  const { values } = props
  const [sessions, setSessions] = useState<SignedInDevice[]>(values.sessions)
  const [emailChange, setEmailChange] = useEmailChange(values.waitingEmail)

  /** It ends sessions and an open change of email, too. */
  function showNewPassword(left: SignedInDevice[]) {
    setSessions(left)
    setEmailChange((shown) => (shown.kind === 'waits' ? { kind: 'ended' } : shown))
  }

  return (
    <AccountLayout {...props} title="Security" lede="Where you are signed in, and what you sign in with.">
      <div className="tiles">
        <SessionsTile sessions={sessions} onChange={setSessions} />
        <PasswordTile email={values.email} company={values.company} onChanged={showNewPassword} />
        <EmailTile email={values.email} change={emailChange} onChange={setEmailChange} />
        <SecondFactorTile factor={values.factor} mayDemand={may(values.role, 'demand-second-factor')} />
        <PasskeysTile passkeys={values.passkeys} />
        <TimeZoneTile values={values} />
      </div>
    </AccountLayout>
  )
}
