import { useState } from 'react'
import { testEmail } from '#contract/features/security.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { EmailTile, useEmailChange } from './EmailTile.tsx'

/** Shown after sign-in to someone whose emails bounce. They can continue without doing anything. */
export function EmailBouncedPage(props: PageProps<'email-bounced'>) {
  const { email, bounce, waitingEmail, next } = props.values
  const [emailChange, setEmailChange] = useEmailChange(waitingEmail)
  if (!bounce)
    return (
      <AccountLayout {...props} title="Your email" lede={`Our emails to ${email} are arriving.`}>
        <div>
          <LinkButton href={next}>Continue</LinkButton>
        </div>
      </AccountLayout>
    )
  const { kind, since, isTestReturned } = bounce
  return (
    <AccountLayout
      {...props}
      title="We cannot reach you by email"
      lede={`Our emails to ${email} are bouncing.`}
    >
      <section className="tile" aria-labelledby="why">
        <h2 id="why">What happened</h2>
        <p>{whatHappened(kind, since)}</p>
        <p className="hint">
          Until you change your email or show that it works, we send you only what we have to: bills,
          receipts, cancellations and security notices. You can go on using your account.
        </p>
        <div className="cluster">
          <LinkButton href={next} look="quiet">
            Continue without a change
          </LinkButton>
        </div>
      </section>
      <div className="tiles">
        <EmailTile email={email} change={emailChange} onChange={setEmailChange} />
        <TestTile email={email} isReturned={isTestReturned} />
      </div>
    </AccountLayout>
  )
}

function whatHappened(kind: 'hard' | 'soft' | 'complaint', since: string): string {
  switch (kind) {
    case 'hard':
      return `On ${since}, an email to you bounced. The mailbox does not exist, or no longer takes emails.`
    case 'soft':
      return `By ${since}, several emails to you had bounced. The mailbox may be full.`
    case 'complaint':
      return `On ${since}, one of our emails was reported as spam, by you or by your email program.`
  }
}

/** For an email that works after all: the test email's link proves it. */
function TestTile({ email, isReturned }: { email: string; isReturned: boolean }) {
  const [isSent, setSent] = useState(false)
  const { isBusy, error, start } = useCall()
  return (
    <section className="tile" aria-labelledby="test">
      <h2 id="test">Test your email</h2>
      <p className="hint">
        {'Does '}
        <b>{email}</b>
        {
          ' work after all? We send you a test email. Open its link, and we will send you all our emails again.'
        }
      </p>
      {isReturned && !isSent && (
        <div className="banner warn">
          <div>The last test email bounced, too.</div>
        </div>
      )}
      <div role="status">
        {isSent && (
          <div className="banner">{`We sent a test email to ${email}. Open its link within a day.`}</div>
        )}
      </div>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster">
        <Button look="quiet" busy={isBusy} onClick={() => start(testEmail, {}, () => setSent(true))}>
          {isSent ? 'Send it again' : 'Send a test email'}
        </Button>
      </div>
    </section>
  )
}
