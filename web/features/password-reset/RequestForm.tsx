import { requestResetAddress } from '#contract/addresses/password-reset.ts'
import type { requestPasswordReset } from '#contract/calls/password-reset.ts'
import { type PageProps, pages } from '#contract/pages.ts'
import { loginEmail } from '#contract/sign-in-fields.ts'
import { send } from '#web/api.ts'
import { AccountChooser } from '#web/features/choose-account/AccountChooser.tsx'
import { type GoneOn, useAccountChoice } from '#web/features/choose-account/use-account-choice.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'

type RequestFormProps = Pick<PageProps<'password-reset'>, 'values' | 'provider'> & { onSent: () => void }

/** Before the script is there it posts to its own address; then one mail lists a link for each account. */
export function RequestForm({ values: { sent }, provider, onSent }: RequestFormProps) {
  const form = useForm({
    fields: { email: configOf(loginEmail, { value: sent?.email ?? '' }) },
    errors: sent?.errors,
  })
  const { lookUp, chooser } = useAccountChoice(form, ask)

  async function ask({ email }: { email: string }, pin: string, signal: AbortSignal): Promise<GoneOn> {
    const outcome = await send<typeof requestPasswordReset>(
      requestResetAddress,
      pin === '' ? { email } : { email, pin },
      { signal },
    )
    if (outcome.kind === 'refused') return { refused: outcome.errors }
    if (outcome.kind === 'failed') return { refused: outcome.message }
    if (outcome.kind === 'answered') onSent()
    return 'done'
  }

  return (
    <>
      <Form form={form} encType="multipart/form-data" onSubmit={lookUp}>
        <TextField field={form.field('email')} inputMode="email" />
        <SubmitButton form={form}>Send</SubmitButton>
        <div className="between ways">
          <a href={pages['sign-in']}>Back to Login</a>
          <SupportBanner provider={provider} />
        </div>
      </Form>
      <AccountChooser option="Reset" {...chooser} />
    </>
  )
}
