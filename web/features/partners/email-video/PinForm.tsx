import { confirmEmailVideo } from '#contract/features/email-video/calls.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import type { PageProps } from '#contract/page-values.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'

type PinFormProps = Pick<PageProps<'email-video'>, 'values' | 'provider'> & { code: string }

/** Before the script is there it posts to its own address, code and all. */
export function PinForm({ code, values: { sent }, provider }: PinFormProps) {
  const form = useForm({
    fields: { pin: configOf(accountNumber, { value: sent?.pin ?? '' }) },
    errors: sent?.errors,
  })

  async function confirm({ pin }: { pin: string }): Promise<TaskResult> {
    const outcome = await send(confirmEmailVideo, { pin, code })
    if (outcome.kind === 'answered' && leaveFor(outcome.answer.redirect_uri)) return 'leaving'
    if (outcome.kind === 'refused') form.serverErrors(outcome.errors)
    else form.serverErrors(outcome.kind === 'failed' ? outcome.message : messages.networkError)
    return undefined
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
      <TextField field={form.field('pin')} inputMode="numeric" />
      <SubmitButton form={form}>Submit</SubmitButton>
      <SupportBanner provider={provider} />
    </Form>
  )
}
