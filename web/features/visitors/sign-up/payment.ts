import { useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import { isInternetExplorer } from '#contract/devices/user-agent.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import type { Query } from '#contract/wire/query.ts'
import { send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { type OrderStanding, useOrder } from '#web/orders/use-order.ts'
import type { Marks } from './billing-form.ts'
import {
  deviceStorage,
  dropDraft,
  isReportedSince,
  markPaid,
  markReported,
  newOpenOrder,
  tabStorage,
} from './storage.ts'
import { originOf, type Purchase, trackPurchase } from './tracking.ts'
import { inTime } from './wizard-parts.ts'

/** Paid, or held for manual review, which has a page of its own. */
export type PaymentEvent = { kind: 'paid' } | { kind: 'held' }

export type Payer = {
  provider: Provider
  query: Query
  dispatch: (event: PaymentEvent) => void
  /** For analytics. After a reload the card's country is unknown. */
  purchaser: (cardCountry: string | undefined) => Pick<Purchase, 'buyer' | 'country'>
  /** Nothing about the sign-up may be kept any longer. */
  onOver?: () => void
}

/** The longest that PAY NOW waits for the fingerprint; without one the order is sent anyway. */
const FINGERPRINT_PATIENCE_MS = 3_000

type Order = BodyOf<typeof submitSignUp>
type Payment = {
  orderOf: (marks: Marks) => Order
  total: number
  cardCountry: string
  onRefused: (errors: ServerErrors) => void
}

/** Call 6: keeps one key until the outcome is known, then opens the page that shows it. */
export function usePayment({ provider, query, dispatch, purchaser, onOver }: Payer) {
  const [open] = useState(() => newOpenOrder(tabStorage))
  const { submit, isConfirming } = useOrder(payAgain)
  const isOver = useRef(false)
  const paidFrom = useRef<string>(undefined)
  const fingerprint = useRef<Promise<string>>(undefined)

  /** Takes the device fingerprint while the card is being typed. */
  function prepare(): Promise<string> {
    fingerprint.current ??= import('./fraud-agent.ts')
      .then(({ startFingerprint }) => startFingerprint(provider))
      .catch(() => '')
    return fingerprint.current
  }

  async function pay({ orderOf, total, cardCountry, onRefused }: Payment): Promise<TaskResult> {
    paidFrom.current = cardCountry
    const news = await submit(orderWith(orderOf), open.keyFor(total))
    switch (news.kind) {
      case 'done':
        finish('paid')
        location.assign(addressWhenPaid())
        return 'leaving'
      case 'paid before':
        finish('paid')
        return undefined
      case 'held':
        finish('held')
        return 'leaving'
      case 'cancelled':
        return undefined
      default:
        onRefused(news.errors)
        return undefined
    }
  }

  async function orderWith(orderOf: Payment['orderOf']) {
    const SEONPayload = await inTime(prepare(), FINGERPRINT_PATIENCE_MS, '')
    return {
      send: (idempotency_key: string, signal: AbortSignal) =>
        send(submitSignUp, orderOf({ SEONPayload, idempotency_key }), { signal }),
      card: cardIn(orderOf({ SEONPayload, idempotency_key: '' })),
    }
  }

  /** Paid, or held for review. Once: all of the calls may find it out. */
  function finish(standing: OrderStanding) {
    if (isOver.current) return
    isOver.current = true
    const isHeld = standing === 'held'
    if (!isHeld) report()
    open.end()
    dropDraft(deviceStorage)
    dispatch({ kind: isHeld ? 'held' : 'paid' })
    onOver?.()
    if (isHeld) location.replace(pages['sign-up-review'])
  }

  /**
   * Reports the purchase only if this tab ordered it and no other tab has reported since: a purchase found by its
   * email may have been reported long ago.
   */
  function report() {
    const order = open.read()
    if (order && !isReportedSince(deviceStorage, order.sentAt)) {
      markReported(deviceStorage, Date.now())
      trackPurchase(provider, {
        ...purchaser(paidFrom.current),
        ...originOf(query),
        total: order.total,
      })
    }
    markPaid(deviceStorage, Date.now())
  }

  return { pay, prepare, finish, isConfirming, isOpen: () => open.read() !== undefined }
}

/** Adds to the failure message that trying again is safe. */
function payAgain(failure: string): ServerErrors {
  return { payment_form: { failure: [failure], comfort: [messages.payAgainIsSafe] } }
}

export function addressWhenPaid(): string {
  const isOld = isInternetExplorer(navigator.userAgent)
  return isOld ? '/browser_select/?status=registered' : '/login/?status=registered'
}

function cardIn({ number, holder, expiration_date_0, expiration_date_1, cvv }: Order): string {
  return JSON.stringify([number, holder, expiration_date_0, expiration_date_1, cvv])
}
