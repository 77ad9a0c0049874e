import { useEffect, useRef, useState } from 'react'
import type { OpenInvoice, PayableCard } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { sentencesOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import type { OpenNotice } from '#web/orders/use-open-balance.ts'
import type { SubmitResult } from '#web/orders/use-order.ts'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type OpenTileProps = {
  open: OpenInvoice
  card: PayableCard | null
  backup: PayableCard | null
  /** What the bank told us about the card on file. */
  news?: string
  isConfirming: boolean
  notice: OpenNotice | undefined
  onPay: (paying: PayingCard) => Promise<SubmitResult>
}
/** One of the cards on file, as the call names it. */
export type PayingCard = { card_id: number }

/** The unpaid invoice, with a button for each card on file that can pay it. */
export function OpenTile({ open, card, backup, news = '', isConfirming, notice, onPay }: OpenTileProps) {
  const { isBusy, run } = useBusy()
  const [pressed, setPressed] = useState<number>()
  const payable = [card, backup].flatMap((one) => (one && !one.isRefused ? [one] : []))
  const isHydrated = useHydrated()
  const [refusals, setRefusals] = useState<string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const amount = formatAmount(open.cents)
  // The bank has refused the pressed card for good.
  const isGone = pressed !== undefined && !payable.some(({ id }) => id === pressed)
  useEffect(() => {
    if (notice?.takesFocus || (isGone && document.activeElement === document.body)) heading.current?.focus()
  }, [notice, isGone])

  async function pay(paying: PayingCard) {
    setPressed(paying.card_id)
    setRefusals([])
    const result = await onPay(paying)
    if (typeof result !== 'object') return result
    setRefusals(sentencesOf(result.refused))
    return undefined
  }

  return (
    <section className="tile" aria-labelledby="open">
      <h2 id="open" ref={heading} tabIndex={-1}>
        Open
      </h2>
      <GeneralErrors messages={notice?.sentences ?? []} />
      <p className="big">
        {amount} <small>{`bill ${open.number}`}</small>
      </p>
      <Consequence open={isConfirming ? { ...open, sayNextTry: '' } : open} />
      {news && <p>{news}</p>}
      {!isConfirming && <GeneralErrors messages={refusals} />}
      {(isConfirming || open.isConfirming) && <ConfirmingBanner />}
      {!open.isConfirming &&
        payable.map(({ id, brand, lastFour }, index) => (
          <div key={id}>
            <Button
              look={index === 0 ? 'primary' : 'quiet'}
              busy={isBusy && pressed === id}
              // A typed card is being confirmed.
              disabled={!isHydrated || (isConfirming && !isBusy)}
              onClick={() => void run(() => pay({ card_id: id }))}
            >
              {`Pay ${amount} with ${brand} ending in ${lastFour}`}
            </Button>
          </div>
        ))}
    </section>
  )
}

/** What is paused, what comes next, and when the account ends, so that nothing comes as a surprise. */
function Consequence({ open }: { open: OpenInvoice }) {
  const { pausedSince, sayNextTry, sayRefused, endsAt } = open
  return (
    <>
      {pausedSince && (
        <p>
          {`Your service has been paused since ${pausedSince}. Calling, connected apps and everyone else’s sign-in work again as soon as you pay. Nothing in the account is lost.`}
        </p>
      )}
      {sayRefused && <p>{`${sayRefused} Pay with another card.`}</p>}
      {sayNextTry && <p>{sayNextTry}</p>}
      {endsAt && <p>{`If it is still unpaid, the account ends on ${endsAt}.`}</p>}
    </>
  )
}
