import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'
import { useConfirmation } from './use-confirmation.ts'

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
