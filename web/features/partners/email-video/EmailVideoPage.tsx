import * as messages from '#contract/accounts/sign-in.ts'
import { confirmEmailVideo } from '#contract/features/email-video.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { leaveFor } from '#web/leave-for.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'

/** The last step of a connection that started at the email-video partner. */
export function EmailVideoPage({ values, query, provider, now }: PageProps<'email-video'>) {
  const { name } = values
  const { code = '' } = query
  return (
    <Layout provider={provider} now={now} panel={<Panel name={name} />}>
      {code.trim() !== '' ? (
        <>
          <h1>{`Connect ${name}`}</h1>
          <p className="lede">{`Enter your 6-digit Account Number to confirm the connection with ${name}.`}</p>
          <PinForm code={code} values={values} provider={provider} />
        </>
      ) : (
        <>
          <h1>{`Connect ${name}`}</h1>
          <div className="form">
            <Banner tone="bad">{messages.partnerPageInvalid}</Banner>
            <LinkButton href={pages['sign-in']}>Back to Login</LinkButton>
          </div>
        </>
      )}
    </Layout>
  )
}

function Panel({ name }: { name: string }) {
  return (
    <>
      <h2>A face to go with the voice.</h2>
      <p>{`With ${name} connected, you can send video emails from your account, so the people you call can see you, too.`}</p>
      <ol className="way">
        <li>{`You started the connection at ${name}.`}</li>
        <li>
          Enter the number of the account to connect. You can find it in our emails and in your account.
        </li>
        <li>{`We confirm it with ${name}, take you back there, and email the owner of the account.`}</li>
      </ol>
    </>
  )
}

type PinFormProps = Pick<PageProps<'email-video'>, 'values' | 'provider'> & { code: string }

/** Before hydration it posts to its own URL, including the code. */
function PinForm({ code, values: { sent }, provider }: PinFormProps) {
  const form = useForm({
    fields: { pin: configOf(accountNumber, { value: sent?.pin ?? '' }) },
    errors: sent?.errors,
  })

  function confirm({ pin }: { pin: string }) {
    return makeCall(
      confirmEmailVideo,
      { pin, code },
      {
        onAnswer: ({ redirect_uri }) => {
          if (leaveFor(redirect_uri)) return 'leaving'
          return form.serverErrors(ruleMessages.networkError)
        },
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
      <TextField field={form.field('pin')} inputMode="numeric" />
      <SubmitButton form={form}>Submit</SubmitButton>
      <SupportBanner provider={provider} />
    </Form>
  )
}
