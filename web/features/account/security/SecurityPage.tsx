import { useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import { timeZones } from '#contract/calendar/time-zones.ts'
import { changePassword, changeTimeZone, type Devices } from '#contract/features/security.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from '#contract/fields/new-password.ts'
import { timeZone } from '#contract/fields/person.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'
import { UserName } from '#web/new-password/UserName.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'
import { EmailTile, useEmailChange } from './EmailTile.tsx'
import { SessionsTile } from './SessionsTile.tsx'
import { TrustedTile } from './TrustedTile.tsx'

export function SecurityPage(props: PageProps<'security'>) {
  const { values } = props
  const [{ sessions, trusted_devices }, setDevices] = useState<Devices>(values)
  const [emailChange, setEmailChange] = useEmailChange(values.waitingEmail)

  /** Also ends sessions, trusted devices and a pending change of email. */
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

type Passwords = Values<'current_password' | 'password' | 'password_confirm'>
type PasswordTileProps = {
  email: string
  company: string
  onChanged: (devices: Devices) => void
}

function PasswordTile({ email, company, onChanged }: PasswordTileProps) {
  const [changes, setChanges] = useState(0)
  const [isNews, setNews] = useState(false)
  const heading = useFocusOnChange(changes)
  return (
    <section className="tile" aria-labelledby="password">
      <h2 id="password" ref={heading} tabIndex={-1}>
        Change your password
      </h2>
      <p className="hint">This signs out all your other devices. We will email you to confirm.</p>
      <div role="status">
        {isNews && (
          <div className="banner ok">Your password was changed. All your other devices were signed out.</div>
        )}
      </div>
      <PasswordForm
        key={changes}
        email={email}
        company={company}
        onSent={() => setNews(false)}
        onChanged={(devices) => {
          setChanges(changes + 1)
          setNews(true)
          onChanged(devices)
        }}
      />
    </section>
  )
}

function PasswordForm({ email, company, onSent, onChanged }: PasswordTileProps & { onSent: () => void }) {
  const form = useForm({
    fields: {
      current_password: configOf(currentPassword, { label: 'Current password' }),
      password: configOf(newPassword, { label: 'New password' }),
      password_confirm: configOf(confirmNewPassword, { label: 'Confirm new password' }),
    },
    checks: checksOf(newPasswordRules),
    needsScript: true,
  })

  function change(passwords: Passwords) {
    onSent()
    return makeCall(changePassword, passwords, {
      onAnswer: ({ data }) => onChanged(data),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={change}>
      <UserName email={email} />
      <PasswordField field={form.field('current_password')} autoComplete="current-password" />
      <PasswordField
        field={form.field('password')}
        autoComplete="new-password"
        hint={<StrengthHint password={form.values.password} email={email} company={company} />}
      />
      <PasswordField field={form.field('password_confirm')} autoComplete="new-password" />
      <div className="cluster">
        <SubmitButton form={form}>Change password</SubmitButton>
      </div>
    </Form>
  )
}

type SecondFactorTileProps = { factor: { codesLeft: number } | null; mayDemand: boolean }

function SecondFactorTile({ factor, mayDemand }: SecondFactorTileProps) {
  return (
    <section className="tile" aria-labelledby="second-factor">
      <h2 id="second-factor">Two-step verification</h2>
      <p className="hint">
        {factor
          ? `On. Recovery codes left: ${factor.codesLeft}.`
          : 'Off. Protect your account with a code from your phone, in case someone learns your password.'}
      </p>
      {mayDemand && <p className="hint">There you can also require it of everyone in the account.</p>}
      <div className="cluster">
        <LinkButton href={pages['second-factor']}>{factor ? 'Manage' : 'Set up'}</LinkButton>
      </div>
    </section>
  )
}

function PasskeysTile({ passkeys }: { passkeys: number }) {
  return (
    <section className="tile" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="hint">
        {passkeys === 0
          ? 'None yet. Sign in with your fingerprint, face or screen lock instead of a password.'
          : `You have ${passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}.`}
      </p>
      <div className="cluster">
        <LinkButton href={pages.passkeys}>{passkeys === 0 ? 'Add a passkey' : 'Manage passkeys'}</LinkButton>
      </div>
    </section>
  )
}

type Zones = Pick<PageValues['security'], 'timeZone' | 'billingTimeZone' | 'role'>

/** The time zone belongs to the account: the people who manage its settings set it for everyone. */
function TimeZoneTile({ values }: { values: Zones }) {
  const { billingTimeZone, role } = values
  return (
    <section className="tile whole" aria-labelledby="zone">
      <h2 id="zone">Time zone</h2>
      <p className="hint">
        Everyone in the account sees times in this time zone.
        {billingTimeZone &&
          ` Billing does not change with it: we still charge at midnight ${nameOf(billingTimeZone)} time, as when you signed up, and the dates of charges and bills stay in that time zone.`}
      </p>
      {may(role, 'manage-settings') ? <ZoneForm zone={values.timeZone} /> : <p>{nameOf(values.timeZone)}</p>}
    </section>
  )
}

function nameOf(zone: string): string {
  return timeZones.find(({ value }) => value === zone)?.displayValue ?? zone
}

function ZoneForm({ zone }: { zone: string }) {
  const [saved, setSaved] = useState('')
  const form = useForm({ fields: { time_zone: configOf(timeZone, { value: zone }) }, needsScript: true })

  function save(chosen: { time_zone: string }) {
    setSaved('')
    return makeCall(changeTimeZone, chosen, {
      onAnswer: () => setSaved(chosen.time_zone),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={save}>
      <div role="status">
        {saved && <div className="banner ok">{`Times are now shown in ${nameOf(saved)} time.`}</div>}
      </div>
      <SelectField field={form.field('time_zone')} />
      <div className="cluster">
        <SubmitButton form={form}>Save</SubmitButton>
      </div>
    </Form>
  )
}
