import { useEffect, useRef } from 'react'
import { type ApprovalState, approvalStates } from '#contract/billing/approval-states.ts'
import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { ApprovalsValues } from '#contract/desk/approvals/values.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { AccountLink } from '../AccountLink.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { MoneyPreviewCard } from '../MoneyPreviewCard.tsx'
import { DecisionForm } from './DecisionForm.tsx'

type Request = NonNullable<ApprovalsValues['chosen']>

type RequestCardProps = {
  request: Request
  /** As it is now: it may have been decided on this page. */
  state: ApprovalState
  onDecided: (state: ApprovalState) => void
}

/** A request with what it would do, and the decision about it. */
export function RequestCard({ request, state, onDecided }: RequestCardProps) {
  const card = useRef<HTMLElement>(null)
  const isDecided = state !== request.state
  useEffect(() => {
    if (isDecided) card.current?.focus()
  }, [isDecided])
  const { id, says, preview, changed, may } = request
  return (
    <section className="desk-card" ref={card} tabIndex={-1} aria-labelledby="request">
      <h2 id="request">{says}</h2>
      {isDecided && (
        <Banner tone={state === 'failed' ? 'bad' : 'ok'}>
          <b>{approvalStates[state]}.</b>
        </Banner>
      )}
      <RequestFacts request={{ ...request, state, ...(isDecided && { expires: '' }) }} />
      <MoneyPreviewCard preview={preview} />
      {!isDecided && changed.length > 0 && (
        <Banner tone="warn">
          <p>
            <b>Something has changed since this was asked, so it can no longer be agreed to.</b>
          </p>
          <ul>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      {!isDecided && may && (
        <DecisionForm id={id} may={may} canAgree={changed.length === 0} onDecided={onDecided} />
      )}
    </section>
  )
}

function RequestFacts({ request }: { request: Request }) {
  const { account, askedBy, asked, words, state, expires, decidedBy, decided, decidedWords, noteNumber } =
    request
  return (
    <DeskFacts
      facts={{
        Account:
          account.number === '' ? (
            account.company
          ) : (
            <AccountLink pin={account.number} company={account.company} />
          ),
        'Asked by': `${askedBy}, ${formatUtcMoment(asked)}`,
        Why: words,
        State: approvalStates[state],
        [state === 'expired' ? 'Expired' : 'Expires']: expires === '' ? undefined : formatUtcMoment(expires),
        'Decided by':
          decidedBy === '' ? undefined : `${decidedBy}, ${formatUtcMoment(decided)}: ${decidedWords}`,
        'Credit note': noteNumber ?? undefined,
      }}
    />
  )
}
