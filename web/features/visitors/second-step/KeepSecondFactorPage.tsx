import { useState } from 'react'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import { cancelFactorRecovery } from '#contract/features/second-step.ts'
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
import { SecondStepPanel } from './SecondStepPanel.tsx'

const textsOf = {
  'second-factor': {
    title: 'Keep two-step verification on',
    asked: 'Someone who knows your password asked us to turn it off.',
    kept: 'Two-step verification stays on.',
  },
  passkeys: {
    title: 'Keep your passkeys',
    asked: 'Someone who knows your password asked us to remove them.',
    kept: 'You keep your passkeys.',
  },
} as const

/** The target of the link that cancels the removal of a factor. Opening it changes nothing; the button does. */
export function KeepSecondFactorPage({ values, provider, now }: PageProps<'keep-second-factor'>) {
  const { linkToken, isOpen, what, sent } = values
  const texts = textsOf[what]
  const [isKeptHere, setKeptHere] = useState(false)
  const [over, setOver] = useState(isOpen ? '' : messages.recoveryLinkInvalid)
  const form = useForm<never>({ fields: {}, errors: isOpen ? sent?.errors : undefined })

  function cancelRemoval() {
    return makeCall(
      cancelFactorRecovery,
      {},
      {
        parts: { linkToken },
        onAnswer: () => setKeptHere(true),
        onNotFound: setOver,
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Layout provider={provider} now={now} panel={<SecondStepPanel />}>
      {isKeptHere || sent?.isDone ? (
        <SuccessView
          text={`${texts.kept} Someone else may know your password: reset it now.`}
          isNews={isKeptHere}
          next={{ href: pages['password-reset'], label: 'Reset my password' }}
        />
      ) : over === '' ? (
        <>
          <h1>{texts.title}</h1>
          <p className="lede">{`${texts.asked} If this was not you, cancel the request.`}</p>
          <Form form={form} encType="multipart/form-data" onSubmit={cancelRemoval}>
            <input type="hidden" name="keep" value="1" />
            <SubmitButton form={form}>Cancel the request</SubmitButton>
          </Form>
        </>
      ) : (
        <LinkOver title={texts.title} text={over} isNews={isOpen}>
          <LinkButton href={pages['sign-in']}>Back to Login</LinkButton>
        </LinkOver>
      )}
    </Layout>
  )
}
