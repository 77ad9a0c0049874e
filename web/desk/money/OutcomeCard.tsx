import { useEffect, useRef } from 'react'
import { approvalStates } from '#contract/billing/approval-states.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Banner, type Tone } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Outcome } from './use-money.ts'

type OutcomeCardProps = {
  outcome: Outcome
  number: string
  isBusy: boolean
  error: string
  onLookAgain: () => void
  /** Undefined if it cannot be done later, or what was asked for is not known any more. */
  onDoLater: (() => void) | undefined
  onLeave: () => void
}

export function OutcomeCard({
  outcome,
  number,
  isBusy,
  error,
  onLookAgain,
  onDoLater,
  onLeave,
}: OutcomeCardProps) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.focus(), [])
  const { says, state, id } = outcome
  return (
    <section className="desk-card" ref={card} tabIndex={-1} aria-labelledby="outcome">
      <h2 id="outcome">{says}</h2>
      <Banner tone={tones[state] ?? 'info'}>
        <b>{approvalStates[state]}.</b> {sayMore(outcome)}
      </Banner>
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <div className="desk-toolbar">
        {onDoLater && (
          <Button busy={isBusy} onClick={onDoLater}>
            Refund it once the payment has settled
          </Button>
        )}
        {state === 'agreed' && !outcome.once_settled && (
          <Button look="ghost" busy={isBusy} onClick={onLookAgain}>
            Look again
          </Button>
        )}
        {state === 'asked' && <a href={`${deskPages.approvals.path}?request=${id}`}>See the request</a>}
        <a href={fillPath(deskPages.money.path, { number })} onClick={onLeave}>
          Do something else with this account’s money
        </a>
      </div>
    </section>
  )
}

const tones: Partial<Record<Outcome['state'], Tone>> = { done: 'ok', failed: 'bad', asked: 'info' }

function sayMore({ state, note_number, expires, once_settled, offers_later }: Outcome): string {
  switch (state) {
    case 'done':
      return note_number
        ? `${note_number.startsWith('D-') ? 'Debit' : 'Credit'} note ${note_number} was issued, and the email is on its way.`
        : 'The email is on its way.'
    case 'agreed':
      return once_settled
        ? 'It is sent once the payment has settled, and the email goes then. Until then you can withdraw it on this page.'
        : 'The bank has not answered yet. We ask again automatically.'
    case 'failed':
      return offers_later
        ? 'No money moved. The bank refunds a part of a charge once it has settled it, usually a day after the payment.'
        : 'No money moved.'
    case 'asked':
      return `Nothing is done until another operator agrees, by ${formatUtcMoment(expires)} at the latest.`
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return 'Nothing was done.'
  }
}
