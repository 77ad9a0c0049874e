import { useEffect, useRef, useState } from 'react'
import * as messages from '#contract/accounts/sign-in.ts'
import {
  giveFeedback,
  leavingReason,
  pinIn,
  whatWasMissing,
  wouldReturn,
} from '#contract/features/feedback.ts'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useForm } from '#web/form/use-form.ts'

/** Our own form, shown in the page's iframe: no header, no footer, no links out. */
export function FeedbackFormPage({ query, values }: PageProps<'feedback-form'>) {
  const [isGivenHere, setGivenHere] = useState(false)
  const pin = pinIn(query)
  return (
    <main className="feedback-framed" id="main" aria-label="Feedback">
      {pin === '' ? (
        <h1>{messages.pageDoesNotExist}</h1>
      ) : isGivenHere || values.sent?.isDone ? (
        <Thanks isNews={isGivenHere} />
      ) : (
        <>
          <h1>Three short questions</h1>
          <p className="lede">For account number {pin}. Only the first is required.</p>
          <FeedbackForm pin={pin} {...values} onSent={() => setGivenHere(true)} />
        </>
      )}
    </main>
  )
}

/** Announces itself, because it replaces the form the person just used. */
function Thanks({ isNews }: { isNews: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Thank you
      </h1>
      <p className="lede">
        A person reads every answer. You can close this page. If you want to come back later, sign in to your
        account.
      </p>
    </>
  )
}

type FeedbackFormProps = PageValues['feedback-form'] & { pin: string; onSent: () => void }

function FeedbackForm({ pin, sent, onSent }: FeedbackFormProps) {
  const written = (name: string) => ({ value: sent?.answers[name] ?? '' })
  const form = useForm({
    fields: {
      reason: configOf(leavingReason, written('reason')),
      missing: configOf(whatWasMissing, { elementType: 'textarea', ...written('missing') }),
      would_return: configOf(wouldReturn, written('would_return')),
    },
    errors: sent?.errors,
  })

  function give(answers: Record<'reason' | 'missing' | 'would_return', string>) {
    return makeCall(giveFeedback, { pin, ...answers }, { onAnswer: onSent, onErrors: form.serverErrors })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={give}>
      <input type="hidden" name="pin" value={pin} />
      <SelectField field={form.field('reason')} />
      <TextAreaField field={form.field('missing')} rows={6} />
      <SelectField field={form.field('would_return')} placeholder="No answer" />
      <SubmitButton form={form}>Send</SubmitButton>
    </Form>
  )
}
