import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { signInToDesk, withNext } from '#contract/desk/sign-in.ts'
import { currentPassword, loginEmail } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { DeskSignInLayout } from '../DeskLayout.tsx'

export function SignInPage({ query }: DeskPageProps<'sign-in'>) {
  const form = useForm({
    fields: {
      email: configOf(loginEmail),
      password: configOf({ ...currentPassword, label: 'Password' }),
    },
    needsScript: true,
  })
  return (
    <DeskSignInLayout title="Sign in to the desk" lede="For operators. Customers sign in on the public site.">
      <Form
        form={form}
        onSubmit={(values) =>
          makeCall(signInToDesk, values, {
            onAnswer: ({ data }) =>
              leaveFor(withNext(data.redirect_url, query.next)) ? 'leaving' : undefined,
            onErrors: form.serverErrors,
          })
        }
      >
        <TextField field={form.field('email')} type="email" autoComplete="username" />
        <PasswordField field={form.field('password')} autoComplete="current-password" />
        <SubmitButton form={form}>Continue</SubmitButton>
      </Form>
    </DeskSignInLayout>
  )
}
