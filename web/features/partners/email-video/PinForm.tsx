import { confirmEmailVideo } from '#contract/features/email-video.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import type { PageProps } from '#contract/page-values.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'

type PinFormProps = Pick<PageProps<'email-video'>, 'values' | 'provider'> & { code: string }

/** Before hydration it posts to its own URL, including the code. */
export function PinForm({ code, values: { sent }, provider }: PinFormProps) {
  const form = useForm({
    fields: { pin: configOf(accountNumber, { value: sent?.pin ?? '' }) },
    errors: sent?.errors,
  })

  function confirm({ pin }: { pin: string }) {
    return makeCall(
      confirmEmailVideo,
      { pin, code },
      {
        onAnswer: ({ redirect_uri }) => {
          if (leaveFor(redirect_uri)) return 'leaving'
          return form.serverErrors(messages.networkError)
        },
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
      <TextField field={form.field('pin')} inputMode="numeric" />
      <SubmitButton form={form}>Submit</SubmitButton>
      <SupportBanner provider={provider} />
    </Form>
  )
}
