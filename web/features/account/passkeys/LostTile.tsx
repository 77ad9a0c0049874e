import { useState } from 'react'
import { recoverPasskeys } from '#contract/features/passkeys/calls.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'

type LostTileProps = { email: string; removesAt: string | null }

/** For someone who has no other way to confirm a change. Takes 24 hours, so that the owner of the email can stop it. */
export function LostTile({ email, removesAt: given }: LostTileProps) {
  const [removesAt, setRemovesAt] = useState(given)
  const heading = useFocusOnChange(removesAt)
  const form = useForm({ fields: { current_password: configOf(currentPassword) }, needsScript: true })

  function ask(typed: { current_password: string }) {
    return makeCall(recoverPasskeys, typed, {
      onAnswer: ({ data }) => setRemovesAt(data.removes_at),
      onErrors: form.serverErrors,
    })
  }

  return (
    <section className="tile whole" aria-labelledby="lost">
      <h2 id="lost" ref={heading} tabIndex={-1}>
        If you lost your passkeys
      </h2>
      <div role="status">
        {removesAt !== null && (
          <div className="banner ok">
            {`We sent you an email. Your passkeys are removed on ${removesAt}, unless someone cancels it with the link in that email or uses one of them.`}
          </div>
        )}
      </div>
      {removesAt === null && (
        <details className="account-more">
          <summary>Remove them all in 24 hours</summary>
          <Form form={form} onSubmit={ask}>
            <p>
              Then your password is enough again to make changes. We will email you now, with a link to
              cancel, and again when it is done. Nobody can make this faster.
            </p>
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <PasswordField field={form.field('current_password')} autoComplete="current-password" />
            <div className="cluster">
              <SubmitButton form={form}>Remove in 24 hours</SubmitButton>
            </div>
          </Form>
        </details>
      )}
    </section>
  )
}
