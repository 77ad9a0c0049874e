import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { confirmDeskCode } from '#contract/desk/sign-in/calls.ts'
import { nextOr, withNext } from '#contract/desk/sign-in/next-page.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { DeskSignInLayout } from '../DeskSignInLayout.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'

export function SecondStepPage({ values, query }: DeskPageProps<'second-step'>) {
  const form = useForm({
    fields: { code: configOf(factorCode, { label: 'Six-digit code' }) },
    needsScript: true,
  })
  return (
    <DeskSignInLayout
      title="Enter your code"
      lede="Open your authenticator app and enter the six-digit code it shows for the desk."
    >
      <Form
        form={form}
        onSubmit={(given) =>
          makeCall(confirmDeskCode, given, {
            onAnswer: ({ data }) => (leaveFor(nextOr(data.redirect_url, query.next)) ? 'leaving' : undefined),
            onErrors: form.serverErrors,
          })
        }
      >
        <TextField field={form.field('code')} inputMode="numeric" autoComplete="one-time-code" />
        <SubmitButton form={form}>Sign in</SubmitButton>
      </Form>
      {values.hasPasskey && <PasskeyStep next={query.next} />}
      <p className="hint">
        <a href={withNext(deskPages['sign-in'].path, query.next)}>Sign in as someone else</a>. If you have
        lost your phone, ask an admin for a new link.
      </p>
    </DeskSignInLayout>
  )
}
