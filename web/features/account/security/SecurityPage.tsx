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

export function SecurityPage(props: PageProps<'security'>) {
  const { values } = props
  // Changing the password ends sessions, too.
  const [sessions, setSessions] = useState<SignedInDevice[]>(values.sessions)
  return (
    <AccountLayout {...props} title="Security" lede="Where you are signed in, and what you sign in with.">
      <div className="tiles">
        <SessionsTile sessions={sessions} onChange={setSessions} />
        <PasswordTile email={values.email} company={values.company} onChanged={setSessions} />
        <EmailTile email={values.email} waiting={values.waitingEmail} />
        <SecondFactorTile factor={values.factor} mayDemand={may(values.role, 'demand-second-factor')} />
        <PasskeysTile passkeys={values.passkeys} />
        <TimeZoneTile values={values} />
      </div>
    </AccountLayout>
  )
}
