import { useCallback, useState } from 'react'
import { longerWait } from '#contract/accounts/second-factor-messages.ts'
import { type PasskeysValues, recoverPasskeys } from '#contract/features/passkeys.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { CancelRemoval } from '#web/account/FactorNotices.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { UserName } from '#web/new-password/UserName.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'

type LostTileProps = {
  email: string
  lost: NonNullable<PasskeysValues['lost']>
  removal: Removal
  onAsked: (removesAt: string) => void
  onCanceled: () => void
}

/**
 * For someone who cannot confirm a change in any other way. It takes days, so that the owner of the email can
 * stop it.
 */
export function LostTile({ email, lost: { waitHours }, removal, onAsked, onCanceled }: LostTileProps) {
  const [presses, setPresses] = useState(0)
  const heading = useFocusOnChange(presses)

  function showAsked(removesAt: string) {
    setPresses(presses + 1)
    onAsked(removesAt)
  }

  function showCanceled() {
    setPresses(presses + 1)
    onCanceled()
  }

  return (
    <section className="tile whole" aria-labelledby="lost">
      <h2 id="lost" ref={heading} tabIndex={-1}>
        If you lost your passkeys
      </h2>
      <div role="status">
        {removal.kind === 'waits' && (
          <div className="banner ok">
            {`We sent you an email. Your passkeys are removed on ${removal.removesAt}, unless you use one of them or cancel this, here or with the link in that email.`}
          </div>
        )}
        {removal.kind === 'canceled' && (
          <div className="banner ok">The request was canceled. You keep your passkeys.</div>
        )}
      </div>
      {removal.kind === 'waits' && <CancelRemoval onCanceled={showCanceled} />}
      {removal.kind !== 'waits' && (
        <details className="account-more">
          <summary>{`Remove them all in ${waitHours} hours`}</summary>
          <AskForm email={email} waitHours={waitHours} onAsked={showAsked} />
        </details>
      )}
    </section>
  )
}

type AskFormProps = Pick<LostTileProps, 'email' | 'onAsked'> & { waitHours: number }

function AskForm({ email, waitHours, onAsked }: AskFormProps) {
  const form = useForm({ fields: { current_password: configOf(currentPassword) }, needsScript: true })

  function ask(typed: { current_password: string }) {
    return makeCall(recoverPasskeys, typed, {
      onAnswer: ({ data }) => onAsked(data.removes_at),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={ask}>
      <p>
        {`Then your password is enough again to make changes. We will email you now, with a link to cancel, and again when it is done. Nobody can make this faster.${longerWait(waitHours)}`}
      </p>
      <UserName email={email} />
      <PasswordField field={form.field('current_password')} autoComplete="current-password" />
      <div className="cluster">
        <SubmitButton form={form}>{`Remove in ${waitHours} hours`}</SubmitButton>
      </div>
    </Form>
  )
}

/** Whether lost passkeys are about to be removed. Canceled: here, or because one was used. */
type Removal = { kind: 'none' } | { kind: 'waits'; removesAt: string } | { kind: 'canceled' }

export function useRemoval(lost: PasskeysValues['lost']) {
  const [removal, setRemoval] = useState<Removal>(
    lost?.removesAt ? { kind: 'waits', removesAt: lost.removesAt } : { kind: 'none' },
  )

  const wait = (removesAt: string) => setRemoval({ kind: 'waits', removesAt })
  /** The server cancels a removal when a factor is used or added. */
  const cancel = useCallback(
    () => setRemoval((shown) => (shown.kind === 'waits' ? { kind: 'canceled' } : shown)),
    [],
  )
  return { removal, wait, cancel }
}

const otherWays = {
  code: 'When we ask you to confirm a change, use your authenticator app or a recovery code.',
  password: 'When we ask you to confirm a change, your password is enough.',
} as const

type OtherWayProps = { confirmsWith: keyof typeof otherWays; hasPasskeys: boolean }

/** For someone who has no list of passkeys here, and does not need their removal. */
export function OtherWay({ confirmsWith, hasPasskeys }: OtherWayProps) {
  return (
    <section className="tile whole" aria-labelledby="lost">
      <h2 id="lost">{hasPasskeys ? 'If you lost your passkeys' : 'You have no passkeys'}</h2>
      <p>{otherWays[confirmsWith]}</p>
      {!hasPasskeys && <p>You can add a passkey once the account is active again.</p>}
    </section>
  )
}
