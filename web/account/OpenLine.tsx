import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatAmount } from '#contract/catalogue/money.ts'
import { balance, payOpen } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { sentencesOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { useOpenBalance } from '#web/orders/use-open-balance.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkToPay, type OpenMonthProps, sayOpen } from './say-open-month.tsx'
import { useRenew } from './use-renew.ts'

/** Pays the unpaid month with the card on file, after one confirmation. Then the page shows what has changed. */
export function OpenLine({ month, page }: OpenMonthProps) {
  const open = month && 'cents' in month ? month : null
  const [isAsking, setAsking] = useState(false)
  const [presses, setPresses] = useState(0)
  const [refusals, setRefusals] = useState<string[]>([])
  const [done, setDone] = useState<{ text: string; hasReceipt: boolean }>()
  const { isBusy, run } = useBusy()
  const line = useRef<HTMLParagraphElement>(null)
  const renew = useRenew(page)
  const amount = formatAmount(open?.cents ?? 0)
  const { pay, isConfirming, notice } = useOpenBalance({
    open,
    renew,
    askBalance: (signal) => send(balance, {}, { signal }),
    async onPaid({ status }) {
      setDone(
        status === 'paid'
          ? { text: `Thank you. Your payment of ${amount} went through.`, hasReceipt: true }
          : { text: 'There is nothing left to pay. Nothing was charged just now.', hasReceipt: false },
      )
      await renew()
      return undefined
    },
  })
  const isAwaited = isAsking && isConfirming
  // The pressed button is gone.
  useEffect(() => {
    if (presses > 0 || isAwaited) line.current?.focus()
  }, [presses, isAwaited])

  function ask(isAsked: boolean) {
    setRefusals([])
    setAsking(isAsked)
    setPresses((before) => before + 1)
  }

  async function payOnFile() {
    const paying = { open_cents: open?.cents ?? 0, card_id: open?.card?.id }
    const result = await pay((signal) => send(payOpen, paying, { signal }))
    ask(false)
    if (typeof result === 'object') setRefusals(sentencesOf(result.refused))
  }

  const errors = [...(notice?.sentences ?? []), ...refusals]
  if (!open && !done) return notice?.takesFocus && <Ended messages={errors} />
  const isWaiting = isConfirming || open?.isConfirming === true
  const step = done ? 'done' : isWaiting ? 'waiting' : isAsking && open?.card ? 'asking' : 'open'
  return (
    <>
      <GeneralErrors messages={done ? [] : errors} />
      <div className={`banner unprinted ${tones[step]}`}>
        <div className="account-open">
          <p role="status" tabIndex={-1} ref={line}>
            {done?.text ??
              (step === 'asking'
                ? `Charge ${amount} to ${open?.card?.brand} ending in ${open?.card?.lastFour}?`
                : open && sayOpen({ ...open, isConfirming: isWaiting }))}
          </p>
          {done?.hasReceipt && <a href={pages.billing}>See your receipt</a>}
          {step === 'asking' && (
            <div className="cluster">
              <Button small busy={isBusy} onClick={once(() => void run(payOnFile))}>
                Confirm
              </Button>
              <Button small look="quiet" disabled={isBusy} onClick={once(() => ask(false))}>
                Cancel
              </Button>
            </div>
          )}
          {step === 'open' && open && (
            <div className="cluster">
              {open.card && (
                <Button small onClick={() => ask(true)}>
                  {`Pay ${amount}`}
                </Button>
              )}
              {/* After a refusal, another card can pay there. */}
              {(!open.card || refusals.length > 0) && <LinkToPay month={open} />}
            </div>
          )}
        </div>
      </div>
    </>
  )
}

const tones = { open: 'warn', asking: 'warn', waiting: 'info', done: 'ok' } as const

/** Ignores the second click of a double click on the button that was there before. */
function once(press: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) press()
  }
}

/** Nothing can be paid any more. */
function Ended({ messages }: { messages: string[] }) {
  const news = useRef<HTMLDivElement>(null)
  useEffect(() => news.current?.focus(), [])
  return (
    <div className="unprinted" tabIndex={-1} ref={news}>
      <GeneralErrors messages={messages} />
    </div>
  )
}
