import { useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import { isInternetExplorer } from '#contract/devices/user-agent.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { send } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { type OrderKey, type OrderStanding, useOrder } from '#web/orders/use-order.ts'
import { attempt, type DraftStorage, deviceStorage, dropDraft, tabStorage } from './draft-storage.ts'
import { isToldSince, markPaid, markTold } from './paid-marks.ts'

const PATIENCE_MS = 3_000

/** What no form asks for: the order's idempotency key and the device fingerprint. */
export type Marks = { SEONPayload: string; idempotency_key: string }
type Order = BodyOf<typeof submitSignUp>
type Payment = {
  orderOf: (marks: Marks) => Order
  total: number
  /** The card's country. */
  country: string
  onRefused: (errors: ServerErrors) => void
}
type Buying = {
  provider: Provider
  /**
   * Reports analytics events and the ad conversion, once per paid order. After a reload the country is
   * unknown.
   */
  tell: (purchase: { total: number; country?: string | undefined }) => void
  /** Nothing about the sign-up may be kept any longer. */
  onPaid: () => void
}

/** Pays for a sign-up: keeps one key until the outcome is known, then opens the page that shows it. */
export function usePayment({ provider, tell, onPaid }: Buying) {
  const [open] = useState(() => newOpenOrder(tabStorage))
  const { submit, isConfirming } = useOrder(payAgain)
  const [isPaid, setPaid] = useState(false)
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

  async function pay({ orderOf, total, country, onRefused }: Payment): Promise<TaskResult> {
    paidFrom.current = country
    const news = await submit(orderWith(orderOf), open.keyFor(total))
    switch (news.kind) {
      case 'done':
        found('paid')
        location.assign(addressWhenPaid())
        return 'leaving'
      case 'paid before':
        found('paid')
        return undefined
      case 'held':
        found('held')
        return 'leaving'
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

  /** The order is paid; or a person looks at it, which is told on a page of its own. */
  function found(standing: OrderStanding) {
    if (isOver.current) return
    isOver.current = true
    const isHeld = standing === 'held'
    if (!isHeld) report()
    open.end()
    dropDraft(deviceStorage)
    onPaid()
    if (isHeld) location.replace(pages['sign-up-review'])
  }

  /**
   * Reports the purchase only if this tab ordered it and no other tab has reported since: a purchase found by its
   * email may have been reported long ago.
   */
  function report() {
    const order = open.read()
    if (order && !isToldSince(deviceStorage, order.sentAt)) {
      markTold(deviceStorage, Date.now())
      tell({ total: order.total, country: paidFrom.current })
    }
    markPaid(deviceStorage, Date.now())
    setPaid(true)
  }

  return { pay, prepare, found, isConfirming, isPaid, isOpen: () => open.read() !== undefined }
}

const ORDER = 'sign-up-order'

/** A submitted order whose outcome is unknown. It contains nothing about the customer. */
type OpenOrder = { key: string; total: number; sentAt: number }

/** This tab's open order. It survives a reload, so that the same key is sent again. */
function newOpenOrder(storage: DraftStorage) {
  let open: OpenOrder | undefined

  function read(): OpenOrder | undefined {
    open ??= readOpenOrder(storage)
    return open
  }

  function end() {
    open = undefined
    attempt(() => storage().removeItem(ORDER))
  }

  /** The key of the open order, or a new one for this total. */
  function keyFor(total: number): OrderKey {
    return {
      current: () => read()?.key,
      begin() {
        open = { key: crypto.randomUUID(), total, sentAt: Date.now() }
        attempt(() => storage().setItem(ORDER, JSON.stringify(open)))
        return open.key
      },
      end,
    }
  }

  return { read, end, keyFor }
}

/** Anything on this device can write to storage, so an invalid order is ignored. */
function readOpenOrder(storage: DraftStorage): OpenOrder | undefined {
  const kept = attempt(() => JSON.parse(storage().getItem(ORDER) ?? 'null') as OpenOrder | null)
  const isOrder =
    /^[\w-]{8,64}$/.test(String(kept?.key)) && Number.isFinite(kept?.total) && Number.isFinite(kept?.sentAt)
  return isOrder && kept ? { key: kept.key, total: kept.total, sentAt: kept.sentAt } : undefined
}

/** Adds to the failure message that trying again is safe. */
function payAgain(failure: string): ServerErrors {
  return { payment_form: { failure: [failure], comfort: [messages.payAgainIsSafe] } }
}

export function addressWhenPaid(): string {
  const isOld = isInternetExplorer(navigator.userAgent)
  return isOld ? '/browser_select/?status=registered' : '/login/?status=registered'
}

/** Waits briefly for the fingerprint; without one the order is sent anyway. */
function inTime(fingerprint: Promise<string>): Promise<string> {
  const patience = new Promise<string>((resolve) => setTimeout(() => resolve(''), PATIENCE_MS))
  return Promise.race([fingerprint, patience])
}

function cardIn({ number, holder, expiration_date_0, expiration_date_1, cvv }: Order): string {
  return JSON.stringify([number, holder, expiration_date_0, expiration_date_1, cvv])
}
