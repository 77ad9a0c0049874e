import { useState } from 'react'
import { longerWait } from '#contract/accounts/second-factor-messages.ts'
import type { SentForm } from '#contract/accounts/sent-form.ts'
import { askForFactorRecovery, type SecondStepValues } from '#contract/features/second-step.ts'
import { pages } from '#contract/pages.ts'
import { Form } from '#web/form/Form.tsx'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { useFocusOnChange } from '#web/ui/use-focus.ts'
import { SigningIn } from './SecondStepPanel.tsx'

type LostBothProps = Pick<SecondStepValues, 'account' | 'removesAt' | 'waitHours' | 'hasApp'> & {
  errors: SentForm['errors']
}

/** It takes days, so that the owner of the email can stop someone else. */
export function LostBoth({ account, removesAt: given, waitHours, hasApp, errors }: LostBothProps) {
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
        {hasApp ? 'If you lost your authenticator app and your recovery codes' : 'If you lost your passkeys'}
      </h1>
      <p className="lede">
        {hasApp
          ? 'Look for your recovery codes first: you may have printed them, or kept them with your passwords.'
          : 'Try your other devices first: a passkey may be on your phone, on a security key or in a password manager.'}
      </p>
      <SigningIn account={account} />
      <div className="second-step-news" role="status">
        {removesAt !== null && (
          <div className="banner ok">
            {`We sent you an email. ${hasApp ? 'Two-step verification is turned off' : 'Your passkeys are removed'} on ${removesAt}, unless someone cancels it with the link in that email. Then sign in with your password.`}
          </div>
        )}
      </div>
      {removesAt === null && (
        <Form form={form} encType="multipart/form-data" onSubmit={ask}>
          <p>
            {`If you cannot find ${hasApp ? 'them, we can turn off two-step verification' : 'any, we can remove your passkeys'} in ${waitHours} hours. We will email you now, with a link to cancel, and again when it is done. Nobody can make this faster.${longerWait(waitHours)}`}
          </p>
          <input type="hidden" name="ask_recovery" value="1" />
          <SubmitButton form={form}>
            {`${hasApp ? 'Turn it off' : 'Remove them'} in ${waitHours} hours`}
          </SubmitButton>
        </Form>
      )}
      <ul className="second-step-ways">
        {hasApp && (
          <li>
            <a href={`${pages['second-step']}?with=recovery-code`}>Use a recovery code</a>
          </li>
        )}
        <li>
          <a href={pages['second-step']}>{hasApp ? 'Use your authenticator app' : 'Use a passkey'}</a>
        </li>
      </ul>
    </>
  )
}
