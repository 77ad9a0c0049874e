import type { SentForm } from '#contract/accounts/sent-form.ts'
import { confirmSecondStep } from '#contract/features/second-step.ts'
import { factorCode, trustDevice } from '#contract/fields/second-factor.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'

type SecondStepFormProps = { way: 'app' | 'recovery-code'; errors: SentForm['errors'] }

/** Without an action it posts to its own URL, so it works before hydration. */
export function SecondStepForm({ way, errors }: SecondStepFormProps) {
  const form = useForm({
    fields: {
      code: configOf(factorCode, { label: way === 'app' ? 'Six-digit code' : 'Recovery code' }),
      trust_device: configOf(trustDevice, { elementType: 'checkbox' }),
    },
    errors,
  })

  function confirm(values: Values<'code' | 'trust_device'>) {
    return makeCall(confirmSecondStep, values, {
      onAnswer: ({ data }) => (leaveFor(data.redirect_url) ? 'leaving' : undefined),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
      {/* The one thing that is done here. After an error the field has the focus by itself, or the page says what is wrong. */}
      {way === 'app' ? (
        <TextField
          field={form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          hasFocusFirst={!errors}
        />
      ) : (
        <TextField field={form.field('code')} autoComplete="off" hasFocusFirst={!errors} />
      )}
      <CheckboxField
        field={form.field('trust_device')}
        hint="Only on a device that nobody else uses. You can end this under Security."
      />
      <SubmitButton form={form}>Continue</SubmitButton>
    </Form>
  )
}
