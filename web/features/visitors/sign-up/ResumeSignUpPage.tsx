import { useState } from 'react'
import { requestResume, resumeSignUp } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import * as fields from '#contract/fields/person.ts'
import type { PageProps } from '#contract/page-values.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { send } from '#web/api.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { type TaskResult, useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LinkOver } from '#web/ui/LinkOver.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The target of the mailed resume link. Opening it does not use it up; only the person's click does. */
export function ResumeSignUpPage({ values, provider, now }: PageProps<'resume-sign-up'>) {
  const [over, setOver] = useState(values.isValid ? '' : linkOverMessage(values.wasUsed))
  const [problem, setProblem] = useState('')
  const { isBusy, run } = useBusy()
  const isHydrated = useHydrated()

  async function goOn(): Promise<TaskResult> {
    setProblem('')
    // It contains both wizards, so it is loaded only on Continue, before the link is used up. If loading
    // fails, the script in the HTML says so: a browser does not retry before a reload.
    const { bringBack, canBringBack } = await import('./bring-back.ts')
    if (!canBringBack()) {
      setProblem(messages.nothingIsStored)
      return undefined
    }
    const parts = { linkToken: values.linkToken }
    const outcome = await send(resumeSignUp, {}, { parts })
    if (outcome.kind === 'answered') {
      bringBack(outcome.answer.data)
      location.replace(outcome.answer.data.address)
      return 'leaving'
    }
    if (outcome.kind === 'refused' && outcome.status === 404) setOver(String(outcome.errors))
    else if (outcome.kind === 'refused') setProblem(String(outcome.errors))
    else if (outcome.kind === 'failed') setProblem(outcome.message)
    return undefined
  }

  return (
    <Layout provider={provider} now={now} panel={<ResumePanel />}>
      {over === '' ? (
        <>
          <h1>Continue your sign-up</h1>
          <p className="lede">
            We will restore your plan and what you entered on this device. The link works only once.
          </p>
          <div className="form">
            {problem !== '' && <Banner tone="bad">{problem}</Banner>}
            <Button busy={isBusy} disabled={!isHydrated} onClick={() => void run(goOn)}>
              Continue
            </Button>
          </div>
        </>
      ) : (
        <>
          <LinkOver title="Continue your sign-up" text={over} isNews={values.isValid}>
            <p>Enter your email. If your sign-up is not finished yet, we will send you another link.</p>
          </LinkOver>
          <ResumeLinkForm provider={provider} />
        </>
      )}
    </Layout>
  )
}

function linkOverMessage(wasUsed: boolean): string {
  return wasUsed ? messages.resumeLinkUsed : messages.resumeLinkInvalid
}

function ResumePanel() {
  return (
    <>
      <h2>Almost there.</h2>
      <p>Nothing is charged before you press PAY NOW.</p>
      <ol className="way">
        <li>Check what you entered.</li>
        <li>Choose a password and answer the two questions again. We do not keep either in readable form.</li>
        <li>Enter your card and pay.</li>
      </ol>
    </>
  )
}

/**
 * Asks for the email, since an expired link names nobody. The wizard would not offer another link in the
 * browser that used this one.
 */
function ResumeLinkForm({ provider }: { provider: Provider }) {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    fields: { email: configOf(fields.email) },
    needsScript: true,
    onChange: () => setSent(false),
  })

  function ask(request: Values<'email'>) {
    setSent(false)
    return makeCall(requestResume, request, {
      onAnswer: () => setSent(form.latestValues().email === request.email),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} onSubmit={ask} label="Get another link">
      <TextField field={form.field('email')} inputMode="email" autoComplete="email" />
      {isSent && <Banner tone="ok">{messages.resumeLinkSent}</Banner>}
      <div className="cluster">
        <SubmitButton form={form}>{isSent ? 'Send it again' : 'Email me a link'}</SubmitButton>
        <LinkButton href={marketingPage(provider, 'pricing/')} look="ghost">
          See the plans
        </LinkButton>
      </div>
    </Form>
  )
}
