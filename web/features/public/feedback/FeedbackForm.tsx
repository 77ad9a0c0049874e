import { giveFeedback, leavingReason, whatWasMissing, wouldReturn } from '#contract/features/feedback.ts'
import type { PageValues } from '#contract/page-values.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useForm } from '#web/form/use-form.ts'

type FeedbackFormProps = PageValues['feedback-form'] & { pin: string; onGiven: () => void }

export function FeedbackForm({ pin, sent, onGiven }: FeedbackFormProps) {
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
    return makeCall(giveFeedback, { pin, ...answers }, { onAnswer: onGiven, onErrors: form.serverErrors })
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
