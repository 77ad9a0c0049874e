import { useState } from 'react'
import { factorCode } from '#contract/fields/second-factor.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Buttons } from './Buttons.tsx'
import { confirmBy } from './confirm-by.ts'
import { useFieldFocus } from './use-field-focus.ts'
import type { WayFormProps } from './way-form.ts'

/** A code of the app, or a recovery code for someone without their phone. */
export function CodeForm(props: WayFormProps) {
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
