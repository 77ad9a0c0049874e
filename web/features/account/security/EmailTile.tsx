import { useState } from 'react'
import { stopEmailChange } from '#contract/features/security/calls.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'
import { EmailForm } from './EmailForm.tsx'

type EmailTileProps = { email: string; waiting: string | null }

/** A change is requested here, and confirmed by a link mailed to the new email. */
export function EmailTile({ email, waiting: given }: EmailTileProps) {
  const [waiting, setWaiting] = useState(given)
  const [isNews, setNews] = useState(false)
  const heading = useFocusOnChange(waiting)

  function show(next: string | null) {
    setWaiting(next)
    setNews(true)
  }

  return (
    <section className="tile" aria-labelledby="email">
      <h2 id="email" ref={heading} tabIndex={-1}>
        Change your email
      </h2>
      <p className="hint">
        You sign in with <b>{email}</b>, and we send our emails there.
      </p>
      <div role="status">
        {waiting !== null && (
          <div className="banner">
            {`We sent a link to ${waiting}. Open it within a day to confirm. Until then, nothing changes.`}
          </div>
        )}
        {waiting === null && isNews && (
          <div className="banner ok">Change canceled. Your email stays the same.</div>
        )}
      </div>
      {waiting === null ? <EmailForm onAsked={show} /> : <StopButton onStopped={() => show(null)} />}
    </section>
  )
}

function StopButton({ onStopped }: { onStopped: () => void }) {
  const { isBusy, error, start } = useCall()
  return (
    <>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster">
        <Button look="quiet" busy={isBusy} onClick={() => start(stopEmailChange, {}, onStopped)}>
          Cancel this change
        </Button>
      </div>
    </>
  )
}
