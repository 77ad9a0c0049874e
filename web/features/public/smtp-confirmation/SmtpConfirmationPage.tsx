import { useCallback, useEffect, useRef, useState } from 'react'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import type { PageProps, PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'

/** The target of the link in a verification mail: confirms once and shows the result. */
export function SmtpConfirmationPage({ values, provider, now }: PageProps<'smtp-confirmation'>) {
  const { outcome, heading, askAgain } = useConfirmation(values)
  return (
    <SingleLayout provider={provider} now={now}>
      {outcome === undefined ? (
        <Waiting />
      ) : (
        <div className="stack">
          <h1 ref={heading} tabIndex={-1}>
            SMTP email confirmation
          </h1>
          {outcome.isVerified ? (
            <Banner tone="ok">
              <strong>Success!</strong> Your SMTP settings were successfully verified.
            </Banner>
          ) : (
            <Banner tone="bad">
              <strong>Error!</strong> {outcome.text}
            </Banner>
          )}
          <div className="cluster">
            {outcome.isLost && <Button onClick={askAgain}>Try again</Button>}
            <LinkButton href={pages['outgoing-mail']} look={outcome.isLost ? 'quiet' : 'primary'}>
              Outgoing mail
            </LinkButton>
          </div>
        </div>
      )}
    </SingleLayout>
  )
}

/** `isLost`: the server did not answer, so trying again may help. */
type Outcome = { isVerified: boolean; text: string; isLost?: boolean }

/** Confirms once when the page opens, unless a posted form already did. */
function useConfirmation({ linkToken, outcome: known }: PageValues['smtp-confirmation']) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(known)
  const hasAsked = useRef(known !== undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const isAskedAgain = useRef(false)

  const ask = useCallback(async () => {
    setOutcome(undefined)
    const answer = await send(confirmSmtpSettings, {}, { parts: { linkToken } })
    if (answer.kind === 'answered') setOutcome({ isVerified: true, text: '' })
    const errors = errorsOf(answer)
    if (errors === undefined) return
    setOutcome({ isVerified: false, text: sentenceOf(errors), isLost: answer.kind === 'failed' })
  }, [linkToken])

  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    void ask()
  }, [ask])

  // The pressed button is gone, and the focus with it.
  useEffect(() => {
    if (isAskedAgain.current && outcome) heading.current?.focus()
  }, [outcome])

  function askAgain() {
    isAskedAgain.current = true
    void ask()
  }

  return { outcome, heading, askAgain }
}

function Waiting() {
  return (
    <div className="stack" role="status">
      <Spinner text="Your settings are being verified" isTextShown />
      {/* Opening a link changes nothing, so without JavaScript a button confirms. */}
      <noscript>
        <form method="post" encType="multipart/form-data">
          <Button type="submit">Verify these settings</Button>
        </form>
      </noscript>
    </div>
  )
}
