import { useState } from 'react'
import { testEmail } from '#contract/features/security.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

/** For an email that works after all: following the link of the test email shows it. */
export function TestTile({ email, isReturned }: { email: string; isReturned: boolean }) {
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
