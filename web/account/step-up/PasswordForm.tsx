import { currentPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Buttons } from './Buttons.tsx'
import { confirmBy } from './confirm-by.ts'
import { useFieldFocus } from './use-field-focus.ts'
import type { WayFormProps } from './way-form.ts'

export function PasswordForm(props: WayFormProps) {
  const form = useForm({ fields: { password: configOf(currentPassword) } })
  useFieldFocus(form.element)
  return (
    <Form form={form} onSubmit={(typed) => confirmBy(typed, form.serverErrors, props)}>
      <PasswordField field={form.field('password')} autoComplete="current-password" />
      <Buttons form={form} onCancel={props.onCancel} />
    </Form>
  )
}
