import type { RefObject } from 'react'
import type { OutgoingMailCheck } from '#contract/features/outgoing-mail/calls.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, Spinner } from '#web/ui/Button.tsx'

type CheckTileProps = {
  heading: RefObject<HTMLHeadingElement | null>
  check: OutgoingMailCheck
  complaint: string
  canAct: boolean
  isBusy: boolean
  onAgain: () => void
  onRemove: () => void
}

const badges: Record<OutgoingMailCheck['state'], { words: string; look: string }> = {
  none: { words: 'Not set up', look: 'badge' },
  sending: { words: 'Sending', look: 'badge pending' },
  sent: { words: 'Waiting for you', look: 'badge pending' },
  failed: { words: 'Not working', look: 'badge past-due' },
  verified: { words: 'Verified', look: 'badge active' },
}

/** The verification status, updated live. */
export function CheckTile({ heading, check, complaint, canAct, isBusy, onAgain, onRemove }: CheckTileProps) {
  const { words, look } = badges[check.state]
  return (
    <section className="tile" aria-labelledby="verification">
      <h2 id="verification" ref={heading} tabIndex={-1}>
        Verification
      </h2>
      <div className="stack" role="status">
        <span className={look}>{words}</span>
        {check.state === 'sending' ? <Spinner text={check.words} isTextShown /> : <p>{check.words}</p>}
      </div>
      {complaint !== '' && <Banner tone="bad">{complaint}</Banner>}
      {canAct && check.state !== 'none' && (
        <div className="cluster">
          {check.state !== 'verified' && check.state !== 'sending' && (
            <Button small look="quiet" busy={isBusy} onClick={onAgain}>
              Send again
            </Button>
          )}
          <Button small look="ghost" busy={isBusy} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </section>
  )
}
