import { useEffect, useRef, useState } from 'react'
import * as messages from '#contract/accounts/sign-in.ts'
import { keepingQuery } from '#contract/accounts/sign-in.ts'
import { checkResetLink, chooseNewPassword } from '#contract/features/password-reset.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from '#contract/fields/new-password.ts'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { checksOf } from '#contract/wire/form-rules.ts'
import type { Query } from '#contract/wire/query.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { sentenceOf } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { useForm } from '#web/form/use-form.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { LinkOver } from '#web/ui/LinkOver.tsx'
import { SuccessView } from '#web/ui/SuccessView.tsx'
import { useFocusOnNews } from '#web/ui/use-focus.ts'
import { backToLogin, ResetPanel } from './ResetPanel.tsx'

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

/**
 * The state of the link. `unanswered`: the check failed, and the link may still be valid. `used`: perhaps by
 * this page, in a request whose answer was lost. `isNews`: it replaces something that the person was just
 * using.
 */
type LinkCheck =
  | { kind: 'pending'; isNews: boolean }
  | { kind: 'valid' }
  | { kind: 'invalid' | 'used'; isNews: boolean }
  | { kind: 'unanswered'; text: string }

/** Checks once when the page opens, unless the server already has. Checking never uses up a link. */
function useLinkCheck({ linkToken, link }: Pick<PageValues['new-password'], 'linkToken' | 'link'>) {
  const [check, setCheck] = useState<LinkCheck>(startOf(link))
  const isPending = check.kind === 'pending'
  const isAskedAgain = isPending && check.isNews

  useEffect(() => {
    if (!isPending) return
    const leaving = new AbortController()
    void makeCall(
      checkResetLink,
      {},
      {
        parts: { linkToken },
        signal: leaving.signal,
        onAnswer: () => setCheck({ kind: 'valid' }),
        onNotFound: () => setCheck({ kind: 'invalid', isNews: isAskedAgain }),
        onErrors: (errors) => setCheck({ kind: 'unanswered', text: sentenceOf(errors) }),
      },
    )
    return () => leaving.abort()
  }, [isPending, isAskedAgain, linkToken])

  return {
    check,
    askAgain: () => setCheck({ kind: 'pending', isNews: true }),
    turnOver: (kind: 'invalid' | 'used') => setCheck({ kind, isNews: true }),
  }
}

function startOf(link: PageValues['new-password']['link']): LinkCheck {
  if (link === 'unchecked') return { kind: 'pending', isNews: false }
  return link === 'valid' ? { kind: 'valid' } : { kind: link, isNews: false }
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

type Passwords = Values<'password' | 'password_confirm'>
type NewPasswordFormProps = Pick<PageProps<'new-password'>, 'values'> & {
  onChanged: () => void
  /** The link expired or was used while the person was typing; `used` if this form may have used it. */
  onOver: (kind: 'invalid' | 'used') => void
}

function NewPasswordForm({ values, onChanged, onOver }: NewPasswordFormProps) {
  const { linkToken, sent } = values
  const form = useForm({
    fields: { password: configOf(newPassword), password_confirm: configOf(confirmNewPassword) },
    checks: checksOf(newPasswordRules),
    errors: sent?.errors,
  })
  const hasSent = useRef(false)

  function change(passwords: Passwords) {
    const isRepeat = hasSent.current
    hasSent.current = true
    return makeCall(chooseNewPassword, passwords, {
      parts: { linkToken },
      onAnswer: onChanged,
      onNotFound: (sentence) => onOver(isRepeat && sentence === messages.resetLinkUsed ? 'used' : 'invalid'),
      onErrors: form.serverErrors,
    })
  }

  return (
    <Form form={form} encType="multipart/form-data" onSubmit={change}>
      <PasswordField field={form.field('password')} hint={<StrengthHint password={form.values.password} />} />
      <PasswordField field={form.field('password_confirm')} />
      <SubmitButton form={form}>Reset</SubmitButton>
    </Form>
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
