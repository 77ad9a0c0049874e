import { useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import { isInternetExplorer } from '#contract/devices/user-agent.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useOrder } from '#web/orders/use-order.ts'
import { dropDraft } from './draft.ts'
import { deviceStorage, tabStorage } from './draft-storage.ts'
import { newOpenOrder } from './open-order.ts'
import { isToldSince, markPaid, markTold } from './paid-marks.ts'

const PATIENCE_MS = 3_000

/** What no form asks for: the key of the order, and the device that it comes from. */
export type Marks = { SEONPayload: string; idempotency_key: string }
type Order = BodyOf<typeof submitSignUp>
type Payment = {
  orderOf: (marks: Marks) => Order
  total: number
  /** Where the card comes from. */
  country: string
  onRefused: (errors: ServerErrors) => void
}
type Buying = {
  provider: Provider
  /** Events and the ad conversion: once for each order that is paid. After a reload the country is not known. */
  tell: (purchase: { total: number; country?: string | undefined }) => void
  /** Nothing of it may be kept any longer. */
  onPaid: () => void
}

/** Pays for a sign-up: one key until the outcome is known, then away to where it is told. */
export function usePayment({ provider, tell, onPaid }: Buying) {
  const [open] = useState(() => newOpenOrder(tabStorage))
  const { submit, isConfirming } = useOrder(payAgain)
  const [isPaid, setPaid] = useState(false)
  const isOver = useRef(false)
  const paidFrom = useRef<string>(undefined)
  const fingerprint = useRef<Promise<string>>(undefined)

  /** The device is looked at while the card is being typed. */
  function prepare(): Promise<string> {
    fingerprint.current ??= import('./fraud-agent.ts')
      .then(({ startFingerprint }) => startFingerprint(provider))
      .catch(() => '')
    return fingerprint.current
  }

  async function pay({ orderOf, total, country, onRefused }: Payment): Promise<TaskResult> {
    paidFrom.current = country
    const news = await submit(orderWith(orderOf), open.keyFor(total))
    switch (news.kind) {
      case 'done':
        found()
        location.assign(addressWhenPaid())
        return 'leaving'
      case 'paid before':
        found()
        return undefined
      case 'cancelled':
        return undefined
      default:
        onRefused(news.errors)
        return undefined
    }
  }

  async function orderWith(orderOf: Payment['orderOf']) {
    const SEONPayload = await inTime(prepare())
    return {
      send: (idempotency_key: string, signal: AbortSignal) =>
        send(submitSignUp, orderOf({ SEONPayload, idempotency_key }), { signal }),
      card: cardIn(orderOf({ SEONPayload, idempotency_key: '' })),
    }
  }

  /**
   * It is paid. Told is only what this tab has ordered and no other tab has told since: a purchase that was found by
   * its email may have been told long ago.
   */
  function found() {
    if (isOver.current) return
    isOver.current = true
    const order = open.read()
    if (order && !isToldSince(deviceStorage, order.sentAt)) {
      markTold(deviceStorage, Date.now())
      tell({ total: order.total, country: paidFrom.current })
    }
    open.end()
    dropDraft(deviceStorage)
    markPaid(deviceStorage, Date.now())
    setPaid(true)
    onPaid()
  }

  return { pay, prepare, found, isConfirming, isPaid, isOpen: () => open.read() !== undefined }
}

export function addressWhenPaid(): string {
  const isOld = isInternetExplorer(navigator.userAgent)
  return isOld ? '/browser_select/?status=registered' : '/login/?status=registered'
}

/** Behind what went wrong stands that trying again does no harm. */
function payAgain(failure: string): ServerErrors {
  return { payment_form: { failure: [failure], comfort: [messages.payAgainIsSafe] } }
}

function cardIn({ number, holder, expiration_date_0, expiration_date_1, cvv }: Order): string {
  return JSON.stringify([number, holder, expiration_date_0, expiration_date_1, cvv])
}

/** Nobody waits long for it: without one the order goes all the same. */
function inTime(fingerprint: Promise<string>): Promise<string> {
  const patience = new Promise<string>((resolve) => setTimeout(() => resolve(''), PATIENCE_MS))
  return Promise.race([fingerprint, patience])
}
