import { startPasskeyConfirmation } from '#contract/features/step-up.ts'
import { pages } from '#contract/pages.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { waysIn } from '#web/account/ways-in.ts'
import { errorsOf, sendOnce } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirmBy } from './confirm-by.ts'
import { useFieldFocus } from './use-field-focus.ts'
import type { WayFormProps } from './way-form.ts'

/** The browser asks by itself, once the button is pressed. */
export function PasskeyForm(props: WayFormProps) {
  const form = useForm<never>({ fields: {}, needsScript: true })
  useFieldFocus(form.element)

  async function confirm() {
    const started = await sendOnce(startPasskeyConfirmation, {})
    const ways = waysIn(started)
    if (ways) return props.onOtherWays(ways)
    if (started.kind !== 'answered') return form.serverErrors(errorsOf(started) ?? messages.networkError)
    const { getPasskey } = await import('#web/passkeys/get-passkey.ts')
    const got = await getPasskey(started.answer.data.options)
    if (got.kind === 'failed') form.serverErrors(got.text)
    if (got.kind === 'given') await confirmBy({ credential: got.credential }, form.serverErrors, props)
  }

  return (
    <>
      <Form form={form} onSubmit={confirm}>
        <p>Use your fingerprint, face or screen lock.</p>
        <div className="cluster end">
          <Button look="quiet" onClick={props.onCancel}>
            Cancel
          </Button>
          <SubmitButton form={form}>Use a passkey</SubmitButton>
        </div>
      </Form>
      <p>
        <a href={`${pages.passkeys}#lost`}>I lost my passkeys</a>
      </p>
    </>
  )
}
