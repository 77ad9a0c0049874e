import { useEffect, useEffectEvent, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { balance } from '#contract/features/billing.ts'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { useRenew, withReload } from '#web/account/use-renew.ts'
import { send, sendOnce } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { sentencesOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { askUntilKnown } from '#web/orders/ask-until-known.ts'
import { CardForm } from '#web/orders/CardForm.tsx'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { isOutdated, type Order, refusalIn, type SubmitResult, useOrder } from '#web/orders/use-order.ts'
import { Button } from '#web/ui/Button.tsx'
import { PlanTile } from '#web/ui/PlanTile.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Reactivation with the former plan, for 90 days. */
export function ReactivatePage(props: PageProps<'reactivate'>) {
  const renew = useRenew(props.page)
  const { values, provider } = props
  const isOnItsWay = values.statusId === 'waiting for reactivation'
  const isOpen = values.newLines.length > 0 && !isOnItsWay
  const isDeclined = useWaiting({ isOnItsWay, renew })
  return (
    <AccountLayout {...props} title={`Welcome back, ${values.firstName}`} needsScript={isOpen}>
      <div className="tiles">
        {isOpen ? (
          <WayBack {...props} renew={renew} isDeclined={isDeclined} />
        ) : (
          <section className="tile" aria-labelledby="back">
            <h2 id="back">
              {isOnItsWay ? 'Reactivating your account' : 'This account can no longer be reactivated here'}
            </h2>
            <p>
              {isOnItsWay
                ? 'Your payment is being confirmed with the bank. This page will update when it is confirmed. You will not be charged twice.'
                : `${values.company} ended more than ${REACTIVATE_WITHIN_DAYS} days ago.`}{' '}
              Your account number is {values.pin}.
            </p>
            {!isOnItsWay && <TooLate values={values} provider={provider} />}
            <SupportCall provider={provider} />
          </section>
        )}
        <PlanTile
          title="What was in it"
          lines={isOpen ? values.newLines : values.plan.lines}
          totalCents={isOpen ? values.newTotalCents : values.plan.totalCents}
        />
      </div>
      <p>
        <a href={pages.billing}>Bills and receipts</a>
      </p>
    </AccountLayout>
  )
}

type Waiting = {
  isOnItsWay: boolean
  /** Refreshes what the page shows. */
  renew: () => Promise<boolean>
}

/**
 * Follows a reactivation ordered by another tab, or by this page before a reload. True once the bank has not
 * approved it: then the page offers to pay again.
 */
function useWaiting({ isOnItsWay, renew }: Waiting): boolean {
  const [hasWaited, setWaited] = useState(false)

  const look = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return true
    const request = await send(balance, {}, { signal })
    const isActive = request.kind === 'answered' && !request.answer.data.has_ended
    const isSignedOut = request.kind === 'refused' && request.status === 401
    // The server then redirects elsewhere.
    if (isActive || isSignedOut) location.reload()
    else await renew()
    return isActive || isSignedOut
  })

  useEffect(() => {
    if (!isOnItsWay) return
    const leaving = new AbortController()
    setWaited(true)
    void askUntilKnown(() => look(leaving.signal), {
      isKnown: (isOver) => isOver,
      onWaiting() {},
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [isOnItsWay])

  return hasWaited && !isOnItsWay
}

type WayBackProps = PageProps<'reactivate'> & { renew: () => Promise<boolean>; isDeclined: boolean }

function WayBack({ values, provider, now, renew, isDeclined }: WayBackProps) {
  const { money, newTotalCents, due, countries } = values
  const { card } = money
  const { isConfirming, payOnFile, payWith } = useReactivation(due.cents, renew)
  const { isBusy, run } = useBusy()
  const isHydrated = useHydrated()
  const [refusals, setRefusals] = useState(isDeclined ? [messages.notCharged] : [])
  const amount = formatAmount(due.cents)
  const needsCard = due.cents > 0
  const canPay = card !== null && !card.expiresTooSoon && card.refused === ''

  async function pay() {
    setRefusals([])
    const result = await payOnFile()
    if (typeof result !== 'object') return result
    setRefusals(sentencesOf(result.refused))
    return undefined
  }

  return (
    <section className="tile" aria-labelledby="back">
      <h2 id="back">Reactivate your account</h2>
      <p className="big">
        {amount} <small>{sayWhen(values)}</small>
      </p>
      {due.creditCents > 0 && (
        <p>{`Your first month costs ${formatAmount(newTotalCents)}. Your credit pays ${formatAmount(due.creditCents)} of it.`}</p>
      )}
      <p>
        {`You get everything that was in it, with your leads and lists. Your billing month starts today, and you can cancel at any time before the next charge. `}
        {money.reactivateBy && `You can reactivate it through ${formatDay(money.reactivateBy)}.`}
      </p>
      <p className="hint">
        By reactivating it, you accept the{' '}
        <a href={provider.links.terms} target="_blank" rel="noopener">
          terms and conditions
        </a>
        : billed monthly in advance, not refundable.
      </p>
      <GeneralErrors messages={refusals} />
      {isConfirming && <ConfirmingBanner />}
      {needsCard && card && !canPay && (
        <p>{`We can no longer charge your ${card.brand} card ending in ${card.lastFour}. ${card.refused || 'It has expired.'} Please use another card.`}</p>
      )}
      {(!needsCard || canPay) && (
        <div>
          <Button busy={isBusy} disabled={!isHydrated} onClick={() => void run(pay)}>
            {!needsCard || !card
              ? 'Reactivate'
              : `Pay ${amount} with ${card.brand} ending in ${card.lastFour}`}
          </Button>
        </div>
      )}
      {needsCard && (
        <details className="account-more" open={!canPay}>
          <summary>Use another card</summary>
          <CardForm
            countries={countries}
            now={now}
            action={`Pay ${amount} and reactivate`}
            isConfirming={false}
            onSubmit={(values) => {
              setRefusals([])
              return payWith(values)
            }}
          />
        </details>
      )}
    </section>
  )
}

/**
 * Reactivates the account with the card on file or a new one, then opens the account. If the amount has
 * changed, `renew` refreshes it and keeps the typed card.
 */
function useReactivation(total_cents: number, renew: () => Promise<boolean>) {
  const { submit, isConfirming } = useOrder()

  async function run(order: Order<{ data: { status: string } }>): Promise<SubmitResult> {
    const news = await submit(order)
    if (news.kind === 'done' || news.kind === 'paid before') {
      location.assign(pages.account)
      return 'leaving'
    }
    const refusal = refusalIn(news)
    return isOutdated(news) && !(await renew()) ? withReload(refusal) : refusal
  }

  return {
    isConfirming,
    payOnFile: () =>
      run({
        send: (idempotency_key, signal, isAsking) =>
          (isAsking ? sendOnce : send)(reactivate, { total_cents, idempotency_key }, { signal }),
      }),
    payWith: (card: CardValues) =>
      run({
        send: (idempotency_key, signal, isAsking) =>
          (isAsking ? sendOnce : send)(
            reactivateWithCard,
            { ...card, total_cents, idempotency_key },
            { signal },
          ),
        card: JSON.stringify(card),
      }),
  }
}

function sayWhen({ newTotalCents, due }: Pick<WayBackProps['values'], 'newTotalCents' | 'due'>): string {
  if (newTotalCents === 0) return 'It is free of charge'
  return due.creditCents === 0
    ? 'charged today, then every month'
    : `charged today, then ${formatAmount(newTotalCents)} every month`
}

/** What to do once the account can no longer be reactivated. */
function TooLate({ values, provider }: Pick<PageProps<'reactivate'>, 'values' | 'provider'>) {
  if (values.newerPin) {
    return (
      <p>{`You have a newer account with the same email. Sign out and sign in to account number ${values.newerPin}.`}</p>
    )
  }
  return (
    <p>
      {'You can '}
      <a href={marketingPage(provider, 'pricing/')}>sign up again with the same email</a>
      {' for a new account. Your bills stay here. To ask about other options, call our support team.'}
    </p>
  )
}

/** The phone number as a button, which dials on a phone. */
function SupportCall({ provider }: { provider: Provider }) {
  const { tollFreeNumber, links } = provider
  return (
    <div className="cluster">
      <a className="btn small" href={phoneLink(tollFreeNumber)}>
        {`Call ${tollFreeNumber}`}
      </a>
      <a href={links.support}>Contact support</a>
    </div>
  )
}
