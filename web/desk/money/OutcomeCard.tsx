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
  onLeave: () => void
}

export function OutcomeCard({ outcome, number, isBusy, error, onLookAgain, onLeave }: OutcomeCardProps) {
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
        {state === 'agreed' && (
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

function sayMore({ state, note_number, expires }: Outcome): string {
  switch (state) {
    case 'done':
      return note_number
        ? `Credit note ${note_number} was issued, and the email is on its way.`
        : 'The email is on its way.'
    case 'agreed':
      return 'The bank has not answered yet. We ask again automatically.'
    case 'failed':
      return 'No money moved. A part of a charge can be refunded a day after it, the whole charge at any time.'
    case 'asked':
      return `Nothing is done until another operator agrees, by ${formatUtcMoment(expires)} at the latest.`
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return 'Nothing was done.'
  }
}
