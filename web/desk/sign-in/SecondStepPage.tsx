import { useState } from 'react'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import {
  confirmDeskCode,
  confirmDeskPasskey,
  nextOr,
  startDeskPasskeyStep,
  withNext,
} from '#contract/desk/sign-in.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import type { Call } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, type Outcome, send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { type TaskResult, useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { getPasskey } from '#web/passkeys/passkeys.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { DeskSignInLayout } from '../DeskLayout.tsx'

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
        onSubmit={(typed) =>
          makeCall(confirmDeskCode, typed, {
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

/** Instead of a code. */
function PasskeyStep({ next }: { next: string | undefined }) {
  const { isBusy, run } = useBusy()
  const [error, setError] = useState('')
  const isHydrated = useHydrated()

  async function confirm(): Promise<TaskResult> {
    setError('')
    const started = await send(startDeskPasskeyStep, {})
    if (started.kind !== 'answered') return complain(started)
    const got = await getPasskey(started.answer.data.options)
    if (got.kind === 'failed') setError(got.text)
    if (got.kind !== 'confirmed') return undefined
    const outcome = await send(confirmDeskPasskey, { credential: got.credential })
    if (outcome.kind === 'answered' && leaveFor(nextOr(outcome.answer.data.redirect_url, next)))
      return 'leaving'
    return complain(outcome)
  }

  function complain(outcome: Outcome<Call>): undefined {
    setError(sentenceOf(errorsOf(outcome) ?? messages.networkError))
  }

  return (
    <div className="stack">
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <Button look="quiet" busy={isBusy} disabled={!isHydrated} onClick={() => void run(confirm)}>
        Use a passkey
      </Button>
    </div>
  )
}
