import { type RefObject, useEffect, useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import {
  checkOutgoingMail,
  fromAddress,
  type MailSettings,
  type OutgoingMailCheck,
  readOutgoingMail,
  removeOutgoingMail,
  type SmtpField,
  saveOutgoingMail,
  smtpHost,
  smtpPassword,
  smtpPort,
  smtpRules,
  smtpSecurity,
  smtpUsername,
} from '#contract/features/outgoing-mail.ts'
import type { PageProps } from '#contract/page-values.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { sentenceOf } from '#web/form/refusal.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'

/** The account's own mail server: settings, status and how to change it. */
export function OutgoingMailPage(props: PageProps<'outgoing-mail'>) {
  const { server, settings, role } = props.values
  const [hasSettings, setHasSettings] = useState(settings !== null)
  const [removals, setRemovals] = useState(0)
  const heading = useFocusOnChange(removals)
  const [saves, setSaves] = useState(0)
  const check = useCheck(props.values.check)
  const canChange = may(role, 'manage-settings')
  // On a phone the result is below the button, and often below the screen.
  useEffect(() => {
    if (saves > 0) heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [saves, heading])
  return (
    <AccountLayout
      {...props}
      title="Outgoing mail"
      lede="Send the emails from your dialer through your own mail server."
    >
      <div className="tiles outgoing-mail">
        <section className="tile" aria-labelledby="server">
          <h2 id="server">Your mail server</h2>
          {canChange ? (
            <SettingsForm
              // A new form after each removal, without the removed values.
              key={removals}
              settings={removals === 0 ? settings : null}
              onSaved={(saved) => {
                setHasSettings(true)
                setSaves(saves + 1)
                check.follow(saved)
              }}
            />
          ) : (
            <p className="hint">
              {server ? `${server.host}, port ${server.port}, as ${server.fromAddress}. ` : ''}
              Only the owner or an admin of the account can change this.
            </p>
          )}
        </section>
        <CheckTile
          heading={heading}
          check={check.check}
          complaint={check.complaint}
          canAct={canChange && hasSettings}
          isBusy={check.isBusy}
          onAgain={check.again}
          onRemove={() =>
            check.remove(() => {
              setHasSettings(false)
              setRemovals(removals + 1)
            })
          }
        />
      </div>
    </AccountLayout>
  )
}

type SettingsFormProps = { settings: MailSettings | null; onSaved: (check: OutgoingMailCheck) => void }

function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const [hasPassword, setHasPassword] = useState(settings?.hasPassword)
  const form = useForm<SmtpField>({
    fields: {
      host: configOf(smtpHost, { value: settings?.host ?? '' }),
      port: configOf(smtpPort, { value: String(settings?.port ?? 587) }),
      security: configOf(smtpSecurity, { value: settings?.security ?? 'starttls' }),
      username: configOf(smtpUsername, { value: settings?.username ?? '' }),
      password: configOf(smtpPassword),
      from_address: configOf(fromAddress, { value: settings?.fromAddress ?? '' }),
    },
    checks: checksOf(smtpRules),
    needsScript: true,
  })

  function save(values: Values<SmtpField>) {
    return makeCall(saveOutgoingMail, values, {
      onAnswer: ({ data }) => {
        form.set({ password: '' })
        setHasPassword(values.username.trim() !== '')
        onSaved(data)
      },
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={save}>
      <TextField field={form.field('host')} placeholder="smtp.example.com" />
      <div className="row">
        <SelectField field={form.field('security')} />
        <TextField field={form.field('port')} inputMode="numeric" />
      </div>
      <TextField field={form.field('username')} />
      <PasswordField
        field={form.field('password')}
        // Not this site's password, which browsers would fill in automatically.
        autoComplete="new-password"
        hint={hasPassword ? 'Leave empty to keep the saved password.' : undefined}
      />
      <TextField
        field={form.field('from_address')}
        inputMode="email"
        autoComplete="email"
        hint="Your emails are sent from this address."
      />
      <p className="hint">
        We will send you a verification email through this server. The password is stored encrypted and never
        shown.
      </p>
      <SubmitButton form={form}>Save and verify</SubmitButton>
    </Form>
  )
}

type CheckTileProps = {
  heading: RefObject<HTMLHeadingElement | null>
  check: OutgoingMailCheck
  complaint: string
  canAct: boolean
  isBusy: boolean
  onAgain: () => void
  onRemove: () => void
}

const badges: Record<OutgoingMailCheck['state'], { words: string; look: string }> = {
  none: { words: 'Not set up', look: 'badge' },
  sending: { words: 'Sending', look: 'badge pending' },
  sent: { words: 'Waiting for you', look: 'badge pending' },
  failed: { words: 'Not working', look: 'badge past-due' },
  verified: { words: 'Verified', look: 'badge active' },
}

/** The verification status, updated live. */
function CheckTile({ heading, check, complaint, canAct, isBusy, onAgain, onRemove }: CheckTileProps) {
  const { words, look } = badges[check.state]
  return (
    <section className="tile" aria-labelledby="verification">
      <h2 id="verification" ref={heading} tabIndex={-1}>
        Verification
      </h2>
      <div className="stack" role="status">
        <span className={look}>{words}</span>
        {check.state === 'sending' ? <Spinner text={check.words} isTextShown /> : <p>{check.words}</p>}
      </div>
      {complaint !== '' && <Banner tone="bad">{complaint}</Banner>}
      {canAct && check.state !== 'none' && (
        <div className="cluster">
          {check.state !== 'verified' && check.state !== 'sending' && (
            <Button small look="quiet" busy={isBusy} onClick={onAgain}>
              Send again
            </Button>
          )}
          <Button small look="ghost" busy={isBusy} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </section>
  )
}

const LOOK_EVERY_MS = 1_500

/** Polls a verification while it is being sent. */
export function useCheck(known: OutgoingMailCheck) {
  const [check, setCheck] = useState(known)
  const [complaint, setComplaint] = useState('')
  const { isBusy, run } = useBusy()
  const isSending = check.state === 'sending'

  useEffect(() => {
    if (!isSending) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    async function look() {
      const outcome = await send(readOutgoingMail, {}, { signal: leaving.signal })
      if (outcome.kind === 'cancelled') return
      if (outcome.kind === 'answered' && outcome.answer.data.state !== 'sending')
        setCheck(outcome.answer.data)
      else lookLater()
    }
    function lookLater() {
      timer = setTimeout(() => void look(), LOOK_EVERY_MS)
    }
    lookLater()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isSending])

  /** All three calls return the current status. */
  function ask(call: typeof checkOutgoingMail | typeof removeOutgoingMail, onDone = () => {}) {
    return makeCall(
      call,
      {},
      {
        onAnswer: ({ data }) => {
          follow(data)
          onDone()
        },
        onErrors: (errors) => setComplaint(sentenceOf(errors)),
      },
    )
  }

  function follow(check: OutgoingMailCheck) {
    setComplaint('')
    setCheck(check)
  }

  return {
    check,
    complaint,
    isBusy,
    follow,
    again: () => void run(() => ask(checkOutgoingMail)),
    remove: (onRemoved: () => void) => void run(() => ask(removeOutgoingMail, onRemoved)),
  }
}
