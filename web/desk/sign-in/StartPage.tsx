import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as messages from '#contract/desk/sign-in.ts'
import {
  DESK_PASSWORD_AT_LEAST,
  deskPassword,
  type StartValues,
  startAtDesk,
} from '#contract/desk/sign-in.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { UserName } from '#web/new-password/UserName.tsx'
import { AppKey } from '#web/second-factor/AppKey.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DeskSignInLayout } from '../DeskLayout.tsx'

export function StartPage({ values, path }: DeskPageProps<'start'>) {
  if (values.kind === 'over')
    return (
      <DeskSignInLayout title="This link no longer works" lede={messages.linkOver}>
        <LinkButton href={deskPages['sign-in'].path}>Go to the sign-in</LinkButton>
      </DeskSignInLayout>
    )
  return (
    <DeskSignInLayout
      title={`Welcome, ${values.name}`}
      lede={`Choose a password for ${values.email}, and set up an authenticator app.`}
    >
      <StartForm values={values} linkToken={path.split('/').at(-2) ?? ''} />
    </DeskSignInLayout>
  )
}

function StartForm({
  values,
  linkToken,
}: {
  values: Extract<StartValues, { kind: 'open' }>
  linkToken: string
}) {
  const form = useForm({
    fields: {
      password: configOf(deskPassword),
      code: configOf(factorCode, { label: 'Six-digit code of the app' }),
    },
    needsScript: true,
  })
  return (
    <Form
      form={form}
      onSubmit={(typed) =>
        makeCall(startAtDesk, typed, {
          parts: { linkToken },
          onAnswer: ({ data }) => (leaveFor(data.redirect_url) ? 'leaving' : undefined),
          onErrors: form.serverErrors,
        })
      }
    >
      <UserName email={values.email} />
      <PasswordField
        field={form.field('password')}
        autoComplete="new-password"
        hint={`At least ${DESK_PASSWORD_AT_LEAST} characters, and used nowhere else.`}
      />
      <AppKey qrCode={values.qrCode} code={values.key} />
      <TextField field={form.field('code')} inputMode="numeric" autoComplete="one-time-code" />
      <SubmitButton form={form}>Begin</SubmitButton>
    </Form>
  )
}
