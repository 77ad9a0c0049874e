import { useState } from 'react'
import type { SentForm } from '#contract/accounts/sent-form.ts'
import { askForFactorRecovery } from '#contract/features/second-step/calls.ts'
import { pages } from '#contract/pages.ts'
import { Form } from '#web/form/Form.tsx'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'

type LostBothProps = { removesAt: string | null; errors: SentForm['errors'] }

/** Takes 24 hours, so that the owner of the email can stop someone else. */
export function LostBoth({ removesAt: given, errors }: LostBothProps) {
  const [removesAt, setRemovesAt] = useState(given)
  const heading = useFocusOnChange(removesAt)
  const form = useForm<never>({ fields: {}, errors })

  function ask() {
    return makeCall(
      askForFactorRecovery,
      {},
      { onAnswer: ({ data }) => setRemovesAt(data.removes_at), onErrors: form.serverErrors },
    )
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        If you lost both
      </h1>
      <p className="lede">
        Look for your recovery codes first: you may have printed them, or kept them with your passwords.
      </p>
      <div className="second-step-news" role="status">
        {removesAt !== null && (
          <div className="banner ok">
            {`We sent you an email. Two-step verification is turned off on ${removesAt}, unless someone cancels it with the link in that email. Then log in with your password.`}
          </div>
        )}
      </div>
      {removesAt === null && (
        <Form form={form} encType="multipart/form-data" onSubmit={ask}>
          <p>
            If you cannot find them, we can turn off two-step verification in 24 hours. We will email you now,
            with a link to cancel, and again when it is done. Nobody can make this faster.
          </p>
          <input type="hidden" name="ask_recovery" value="1" />
          <SubmitButton form={form}>Turn it off in 24 hours</SubmitButton>
        </Form>
      )}
      <ul className="second-step-ways">
        <li>
          <a href={`${pages['second-step']}?with=recovery-code`}>Use a recovery code</a>
        </li>
        <li>
          <a href={pages['second-step']}>Use your authenticator app</a>
        </li>
      </ul>
    </>
  )
}
