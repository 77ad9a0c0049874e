import { useEffect, useRef } from 'react'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { undoCancel } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Reference } from '#web/ui/Reference.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Receipt } from './CancelForm.tsx'

type CanceledTileProps = {
  /** An account whose last month was unpaid has ended already; reactivation is offered instead. */
  receipt: Receipt
  pin: string
  /** Announces itself, because it replaced the form the person just used. */
  isNews: boolean
}

export function CanceledTile({ receipt, pin, isNews }: CanceledTileProps) {
  const { isBusy, error, start } = useCall()
  const isHydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  const { reference, lastDay, hasEnded } = receipt
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])

  function goToAccount() {
    location.assign(pages.account)
    return 'leaving' as const
  }

  return (
    <section className="tile account-paper" aria-labelledby="receipt">
      <h2 id="receipt" ref={heading} tabIndex={-1}>
        Your receipt
      </h2>
      <Facts
        facts={{
          'Reference number': (
            <a href={fillPath(pages.cancellation, { reference })}>
              <Reference reference={reference} />
            </a>
          ),
          'Last day': hasEnded ? 'It has ended now' : formatDay(lastDay),
          'Further charges': 'None',
        }}
      />
      <p className="hint">
        We also sent the receipt to your email. Anyone with its link can check it.{' '}
        {`For ${REACTIVATE_WITHIN_DAYS} days${hasEnded ? '' : ' after the last day'}`} you can reactivate the
        account with everything that was in it.
      </p>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster unprinted">
        {hasEnded ? (
          <LinkButton href={pages.reactivate}>Reactivate it</LinkButton>
        ) : (
          <Button busy={isBusy} disabled={!isHydrated} onClick={() => start(undoCancel, {}, goToAccount)}>
            Keep my subscription after all
          </Button>
        )}
        <LinkButton href={`${pages['cancellation-feedback']}?pin=${pin}`} look="quiet">
          Tell us what was missing
        </LinkButton>
      </div>
    </section>
  )
}
