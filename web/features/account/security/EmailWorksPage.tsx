import { useState } from 'react'
import * as messages from '#contract/accounts/people-messages.ts'
import { confirmEmailWorks } from '#contract/features/security-links.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Form } from '#web/form/Form.tsx'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LinkOver } from '#web/ui/LinkOver.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'

/** The target of the link in a test email. Opening it changes nothing; the button does. */
export function EmailWorksPage({ values, provider, now }: PageProps<'email-works'>) {
  const { linkToken, test, sent, wasUsed } = values
  const [isDoneHere, setDoneHere] = useState(false)
  const [over, setOver] = useState(test ? '' : wasUsed ? messages.emailTestUsed : messages.emailTestInvalid)
  const form = useForm<never>({ fields: {}, errors: sent?.errors })

  function confirm() {
    return makeCall(
      confirmEmailWorks,
      {},
      {
        parts: { linkToken },
        onAnswer: () => setDoneHere(true),
        onNotFound: setOver,
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Layout provider={provider} now={now} panel={<TestPanel />}>
      {isDoneHere || sent?.isDone ? (
        <SuccessView
          title="Your email works"
          text={`We will send all our emails to ${test?.email} again.`}
          isNews={isDoneHere}
          next={{ href: pages.account, label: 'Go to your account' }}
        />
      ) : test && over === '' ? (
        <>
          <h1>Does this email work?</h1>
          <p className="lede">
            {`You got our test email for ${test.company} (account number ${test.pin}) at `}
            <b>{test.email}</b>.
          </p>
          <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
            <input type="hidden" name="confirm" value="1" />
            <SubmitButton form={form}>Yes, it works</SubmitButton>
          </Form>
        </>
      ) : (
        <LinkOver title="Test email" text={over} isNews={test !== null} tone={wasUsed ? 'info' : 'bad'}>
          <LinkButton href={pages.account}>Go to your account</LinkButton>
        </LinkOver>
      )}
    </Layout>
  )
}

function TestPanel() {
  return (
    <>
      <h2>Emails you can rely on.</h2>
      <p>
        Receipts, notices and password reset links go to the email you sign in with. So we make sure that they
        reach you.
      </p>
    </>
  )
}
