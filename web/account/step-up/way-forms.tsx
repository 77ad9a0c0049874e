import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import { confirmIdentity, startPasskeyConfirmation } from '#contract/features/step-up.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { pages } from '#contract/pages.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { waysIn } from '#web/account/ways-in.ts'
import { errorsOf, sendOnce } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { type FormHandle, useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'

type WayForm = { Form: ComponentType<WayFormProps>; offer: string }

/** What each way asks for, and how it is offered as an alternative. */
const wayForms: Record<StepUpWay, WayForm> = {
  passkey: { Form: PasskeyForm, offer: 'Use your passkey instead' },
  code: { Form: CodeForm, offer: 'Use your authenticator app instead' },
  password: { Form: PasswordForm, offer: 'Use your password instead' },
}

/** The ways that this page supports, in the same order. */
export function formsOf(ways: readonly StepUpWay[]): (WayForm & { way: StepUpWay })[] {
  return ways.map((way) => ({ way, ...wayForms[way] }))
}

/** The part of the dialog for one way. */
type WayFormProps = {
  onConfirmed: () => void
  onCancel: () => void
  /** This way no longer counts: a factor was turned on or off meanwhile. */
  onOtherWays: (ways: StepUpWay[]) => void
}

/** The browser shows its own dialog once the button is pressed. */
function PasskeyForm(props: WayFormProps) {
  const form = useForm<never>({ fields: {}, needsScript: true })
  useFieldFocus(form.element)

  async function confirm() {
    const started = await sendOnce(startPasskeyConfirmation, {})
    const ways = waysIn(started)
    if (ways) return props.onOtherWays(ways)
    if (started.kind !== 'answered') return form.serverErrors(errorsOf(started) ?? messages.networkError)
    const { getPasskey } = await import('#web/passkeys/passkeys.ts')
    const got = await getPasskey(started.answer.data.options)
    if (got.kind === 'failed') form.serverErrors(got.text)
    if (got.kind === 'confirmed') await confirmBy({ credential: got.credential }, form.serverErrors, props)
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

/** Focuses the field of a way once it is shown: the dialog opens first, and focuses its title. */
function useFieldFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('input, [type=submit]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [form])
}

/** Sends the input. If it is no longer enough, the dialog asks for what is. */
async function confirmBy(
  typed: BodyOf<typeof confirmIdentity>,
  onErrors: (errors: ServerErrors) => void,
  { onConfirmed, onOtherWays }: WayFormProps,
): Promise<void> {
  const outcome = await sendOnce(confirmIdentity, typed)
  if (outcome.kind === 'answered') return onConfirmed()
  const ways = waysIn(outcome)
  if (ways) return onOtherWays(ways)
  const errors = errorsOf(outcome)
  if (errors !== undefined) onErrors(errors)
}

/** A code of the app, or a recovery code for someone without their phone. */
function CodeForm(props: WayFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <OneCodeForm key={String(isRecovery)} isRecovery={isRecovery} {...props} />
      <button className="as-link" type="button" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use your authenticator app instead' : 'Use a recovery code instead'}
      </button>
    </>
  )
}

function OneCodeForm({ isRecovery, ...props }: WayFormProps & { isRecovery: boolean }) {
  const form = useForm({
    fields: { code: configOf(factorCode, { label: isRecovery ? 'Recovery code' : 'Six-digit code' }) },
  })
  useFieldFocus(form.element)
  return (
    <Form form={form} onSubmit={(typed) => confirmBy(typed, form.serverErrors, props)}>
      {isRecovery ? (
        <TextField field={form.field('code')} hint="Each recovery code works once." />
      ) : (
        <TextField
          field={form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="From your authenticator app."
        />
      )}
      <Buttons form={form} onCancel={props.onCancel} />
    </Form>
  )
}

type ButtonsProps<Name extends string> = { form: FormHandle<Name>; onCancel: () => void }

function Buttons<Name extends string>({ form, onCancel }: ButtonsProps<Name>) {
  return (
    <div className="cluster end">
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton form={form}>Confirm</SubmitButton>
    </div>
  )
}

function PasswordForm(props: WayFormProps) {
  const form = useForm({ fields: { password: configOf(currentPassword) } })
  useFieldFocus(form.element)
  return (
    <Form form={form} onSubmit={(typed) => confirmBy(typed, form.serverErrors, props)}>
      <PasswordField field={form.field('password')} autoComplete="current-password" />
      <Buttons form={form} onCancel={props.onCancel} />
    </Form>
  )
}
