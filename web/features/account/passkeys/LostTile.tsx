import { useState } from 'react'
import { FACTOR_RECOVERY_HOURS } from '#contract/calendar/lifetimes.ts'
import { recoverPasskeys } from '#contract/features/passkeys/calls.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { UserName } from '#web/new-password/UserName.tsx'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'
import type { Removal } from './use-removal.ts'

type LostTileProps = { email: string; removal: Removal; onAsked: (removesAt: string) => void }

/** For someone who has no other way to confirm a change. Takes 24 hours, so that the owner of the email can stop it. */
export function LostTile({ email, removal, onAsked }: LostTileProps) {
  const [asks, setAsks] = useState(0)
  const heading = useFocusOnChange(asks)

  function showAsked(removesAt: string) {
    setAsks(asks + 1)
    onAsked(removesAt)
  }

  return (
    <section className="tile whole" aria-labelledby="lost">
      <h2 id="lost" ref={heading} tabIndex={-1}>
        If you lost your passkeys
      </h2>
      <div role="status">
        {removal.kind === 'waits' && (
          <div className="banner ok">
            {`We sent you an email. Your passkeys are removed on ${removal.removesAt}, unless someone cancels it with the link in that email or uses one of them.`}
          </div>
        )}
        {removal.kind === 'canceled' && (
          <div className="banner ok">You used or added a passkey, so your passkeys are not removed.</div>
        )}
      </div>
      {removal.kind !== 'waits' && (
        <details className="account-more">
          <summary>{`Remove them all in ${FACTOR_RECOVERY_HOURS} hours`}</summary>
          <AskForm email={email} onAsked={showAsked} />
        </details>
      )}
    </section>
  )
}

function AskForm({ email, onAsked }: Pick<LostTileProps, 'email' | 'onAsked'>) {
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
        Then your password is enough again to make changes. We will email you now, with a link to cancel, and
        again when it is done. Nobody can make this faster.
      </p>
      <UserName email={email} />
      <PasswordField field={form.field('current_password')} autoComplete="current-password" />
      <div className="cluster">
        <SubmitButton form={form}>{`Remove in ${FACTOR_RECOVERY_HOURS} hours`}</SubmitButton>
      </div>
    </Form>
  )
}
