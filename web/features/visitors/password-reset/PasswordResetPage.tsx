import { useState } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { backToLogin } from './back-to-login.ts'
import { RequestForm } from './RequestForm.tsx'
import { ResetPanel } from './ResetPanel.tsx'

export function PasswordResetPage({ values, query, provider, now }: PageProps<'password-reset'>) {
  const [isSentHere, setSentHere] = useState(false)
  const isSent = isSentHere || values.sent?.isDone
  return (
    <Layout provider={provider} now={now} panel={<ResetPanel />}>
      {isSent ? (
        <SuccessView text="Please check your Email." isNews={isSentHere} next={backToLogin(query)} />
      ) : (
        <>
          <h1>Reset password</h1>
          <p className="lede">
            Enter the email for your account. We will send you a link to choose a new password.
          </p>
          <RequestForm values={values} query={query} provider={provider} onSent={() => setSentHere(true)} />
        </>
      )}
    </Layout>
  )
}
