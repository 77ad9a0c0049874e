import { useState } from 'react'
import * as messages from '#contract/accounts/sign-in-messages.ts'
import { keepingQuery } from '#contract/accounts/sign-in-query.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LinkOver } from '#web/ui/LinkOver.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { useFocusOnNews } from '#web/ui/use-focus.ts'
import { backToLogin } from './back-to-login.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetPanel } from './ResetPanel.tsx'
import { useLinkCheck } from './use-link-check.ts'

export function NewPasswordPage({ values, query, provider, now }: PageProps<'new-password'>) {
  const [isChangedHere, setChangedHere] = useState(false)
  const { check, askAgain, turnOver } = useLinkCheck(values)
  const isChanged = isChangedHere || values.sent?.isDone
  const heading = useFocusOnNews(check.kind === 'pending' && check.isNews)
  return (
    <Layout provider={provider} now={now} panel={<ResetPanel />}>
      {isChanged ? (
        <SuccessView
          text="Please back to Login using your new password."
          isNews={isChangedHere}
          next={backToLogin(query)}
        />
      ) : check.kind === 'invalid' || check.kind === 'used' ? (
        <Over kind={check.kind} isNews={check.isNews} query={query} />
      ) : (
        <>
          <h1 ref={heading} tabIndex={-1}>
            New password
          </h1>
          <div role="status">
            {check.kind === 'pending' && <Pending query={query} />}
            {check.kind === 'valid' && (
              <p className="lede">Choose the password you want to use from now on.</p>
            )}
          </div>
          {check.kind === 'valid' && (
            <NewPasswordForm values={values} onChanged={() => setChangedHere(true)} onOver={turnOver} />
          )}
          {check.kind === 'unanswered' && <Unanswered text={check.text} onAskAgain={askAgain} />}
        </>
      )}
    </Layout>
  )
}

function Pending({ query }: { query: Query }) {
  return (
    <div className="form">
      <Spinner text="Page is loading ..." isTextShown />
      {/* Without JavaScript, following this link makes the server check the reset link. */}
      <noscript>
        <a href={keepingQuery('?checked=1', query)}>Continue without JavaScript</a>
      </noscript>
    </div>
  )
}

function Over({ kind, isNews, query }: { kind: 'invalid' | 'used'; isNews: boolean; query: Query }) {
  const login = backToLogin(query)
  const restore = keepingQuery(pages['password-reset'], query)
  if (kind === 'invalid') {
    return (
      <LinkOver title="New password" text={messages.resetLinkInvalid} isNews={isNews}>
        <LinkButton href={restore}>Restore</LinkButton>
      </LinkOver>
    )
  }
  return (
    <LinkOver title="New password" text={messages.resetLinkUsed} isNews={isNews} tone="warn">
      <LinkButton href={login.href}>{login.label}</LinkButton>
      <a href={restore}>Ask for a new link</a>
    </LinkOver>
  )
}

function Unanswered({ text, onAskAgain }: { text: string; onAskAgain: () => void }) {
  return (
    <div className="form">
      <Banner tone="bad">{text}</Banner>
      <Button onClick={onAskAgain}>Try again</Button>
    </div>
  )
}
