import { useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import type { Devices } from '#contract/features/security.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { EmailTile } from './EmailTile.tsx'
import { PasskeysTile } from './PasskeysTile.tsx'
import { PasswordTile } from './PasswordTile.tsx'
import { SecondFactorTile } from './SecondFactorTile.tsx'
import { SessionsTile } from './SessionsTile.tsx'
import { TimeZoneTile } from './TimeZoneTile.tsx'
import { TrustedTile } from './TrustedTile.tsx'
import { useEmailChange } from './use-email-change.ts'

export function SecurityPage(props: PageProps<'security'>) {
  const { values } = props
  const [{ sessions, trusted_devices }, setDevices] = useState<Devices>(values)
  const [emailChange, setEmailChange] = useEmailChange(values.waitingEmail)

  /** It ends sessions, trust and an open change of email, too. */
  function showNewPassword(left: Devices) {
    setDevices(left)
    setEmailChange((shown) => (shown.kind === 'waits' ? { kind: 'ended' } : shown))
  }

  return (
    <AccountLayout {...props} title="Security" lede="Where you are signed in, and what you sign in with.">
      <div className="tiles">
        <SessionsTile sessions={sessions} onChange={setDevices} />
        {values.factor && <TrustedTile trusted={trusted_devices} onChange={setDevices} />}
        <PasswordTile email={values.email} company={values.company} onChanged={showNewPassword} />
        <EmailTile email={values.email} change={emailChange} onChange={setEmailChange} />
        <SecondFactorTile factor={values.factor} mayDemand={may(values.role, 'demand-second-factor')} />
        <PasskeysTile passkeys={values.passkeys} />
        <TimeZoneTile values={values} />
      </div>
    </AccountLayout>
  )
}
