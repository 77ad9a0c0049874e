import { useState } from 'react'
import * as messages from '#contract/accounts/people-messages.ts'
import { confirmEmail } from '#contract/features/security-links.ts'
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

/** The target of the link that confirms a new email. Opening it changes nothing; the button does. */
export function NewEmailPage({ values, provider, now }: PageProps<'new-email'>) {
  const { linkToken, change, sent, wasUsed } = values
  const [isChangedHere, setChangedHere] = useState(false)
  const [over, setOver] = useState(change ? '' : linkOverMessage(wasUsed))
  const form = useForm<never>({ fields: {}, errors: sent?.errors })

  function confirm() {
    return makeCall(
      confirmEmail,
      {},
      {
        parts: { linkToken },
        onAnswer: () => setChangedHere(true),
        onNotFound: setOver,
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Layout provider={provider} now={now} panel={<NewEmailPanel />}>
      {isChangedHere || sent?.isDone ? (
        <SuccessView
          text={`From now on, sign in with ${change?.to}. Your password has not changed.`}
          isNews={isChangedHere}
          next={{ href: pages.account, label: 'Go to your account' }}
        />
      ) : change && over === '' ? (
        <>
          <h1>Confirm your new email</h1>
          <p className="lede">
            {`You sign in to ${change.company} (account number ${change.pin}) with ${change.from}. Once you confirm, you will sign in with `}
            <b>{change.to}</b>.
          </p>
          <Form form={form} encType="multipart/form-data" onSubmit={confirm}>
            <input type="hidden" name="confirm" value="1" />
            <SubmitButton form={form}>Confirm</SubmitButton>
          </Form>
        </>
      ) : (
        <LinkOver title="New email" text={over} isNews={change !== null}>
          <LinkButton href={pages.security}>Security</LinkButton>
        </LinkOver>
      )}
    </Layout>
  )
}

function linkOverMessage(wasUsed: boolean): string {
  return wasUsed ? messages.emailLinkUsed : messages.emailLinkInvalid
}

function NewEmailPanel() {
  return (
    <>
      <h2>One email for everything.</h2>
      <p>
        Receipts, notices and password reset links go to the email you sign in with. The link works once, for
        one day. We also notify the old email.
      </p>
    </>
  )
}
