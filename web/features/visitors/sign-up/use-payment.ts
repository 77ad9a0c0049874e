import { useRef, useState } from 'react'
import { isInternetExplorer } from '#contract/devices/user-agent.ts'
import type { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { dropDraft } from './draft.ts'
import { dropOpenOrder, keepOpenOrder, type OpenOrder, readOpenOrder } from './open-order.ts'
import { isToldSince, markPaid, markTold } from './paid-marks.ts'
import { deviceShelf, tabShelf } from './shelf.ts'
import { type OrderNews, submitOrder } from './submit-order.ts'
import { useCancellable } from './use-cancellable.ts'

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
  const payments = useCancellable()
  const [isConfirming, setConfirming] = useState(false)
  const [isPaid, setPaid] = useState(false)
  const isOver = useRef(false)
  const open = useRef<OpenOrder>(undefined)
  /** The card that the open order was first sent with; forgotten like the field. */
  const sentCard = useRef('')
  const paidFrom = useRef<string>(undefined)
  const fingerprint = useRef<Promise<string>>(undefined)
  useLeaving(() => {
    sentCard.current = ''
  })

  /** The device is looked at while the card is being typed. */
  function prepare(): Promise<string> {
    fingerprint.current ??= import('./fraud-agent.ts')
      .then(({ startFingerprint }) => startFingerprint(provider))
      .catch(() => '')
    return fingerprint.current
  }

  function openOrder(): OpenOrder | undefined {
    open.current ??= readOpenOrder(tabShelf)
    return open.current
  }

  async function pay({ orderOf, total, country, onRefused }: Payment): Promise<TaskResult> {
    const signal = payments.begin()
    paidFrom.current = country
    const SEONPayload = await inTime(prepare())
    const sendIt = async () => {
      const isRepeated = openOrder() !== undefined
      const { key: idempotency_key } = openOrder() ?? begin(total)
      const order = orderOf({ SEONPayload, idempotency_key })
      if (!isRepeated) sentCard.current = cardIn(order)
      const isOtherCard = sentCard.current !== cardIn(order)
      const news = await submitOrder(order, { signal, onConfirming: () => setConfirming(true) })
      // A key that was new belongs to no order that was paid before: that one is another tab's to tell.
      const isOthers = news.kind === 'paid before' && !isRepeated
      if (isOthers || news.kind === 'refused' || news.kind === 'refused before') end()
      // What came back is the end of an earlier order: this one has not been sent yet.
      const isOldNews = news.kind === 'refused before' || (isRepeated && isOtherCard && isOfCard(news))
      return { news, isOldNews }
    }
    const first = await sendIt()
    const { news } = first.isOldNews ? await sendIt() : first
    if (news.kind === 'paid') return leave()
    setConfirming(false)
    if (news.kind === 'paid before') found()
    else if (news.kind !== 'cancelled') onRefused(news.errors)
    return undefined
  }

  function begin(total: number): OpenOrder {
    open.current = { key: crypto.randomUUID(), total, sentAt: Date.now() }
    keepOpenOrder(tabShelf, open.current)
    return open.current
  }

  function end() {
    open.current = undefined
    sentCard.current = ''
    dropOpenOrder(tabShelf)
  }

  function leave(): TaskResult {
    found()
    location.assign(addressWhenPaid())
    return 'leaving'
  }

  /**
   * It is paid. Told is only what this tab has ordered and no other tab has told since: a purchase that was found by
   * its email may have been told long ago.
   */
  function found() {
    if (isOver.current) return
    isOver.current = true
    const order = openOrder()
    if (order && !isToldSince(deviceShelf, order.sentAt)) {
      markTold(deviceShelf, Date.now())
      tell({ total: order.total, country: paidFrom.current })
    }
    end()
    dropDraft(deviceShelf)
    markPaid(deviceShelf, Date.now())
    setPaid(true)
    onPaid()
  }

  return { pay, prepare, found, isConfirming, isPaid, isOpen: () => openOrder() !== undefined }
}

export function addressWhenPaid(): string {
  const isOld = isInternetExplorer(navigator.userAgent)
  return isOld ? '/browser_select/?status=registered' : '/login/?status=registered'
}

function cardIn({ number, holder, expiration_date_0, expiration_date_1, cvv }: Order): string {
  return JSON.stringify([number, holder, expiration_date_0, expiration_date_1, cvv])
}

function isOfCard(news: OrderNews): boolean {
  return news.kind === 'refused' && typeof news.errors === 'object' && 'payment_form' in news.errors
}

/** Nobody waits long for it: without one the order goes all the same. */
function inTime(fingerprint: Promise<string>): Promise<string> {
  const patience = new Promise<string>((resolve) => setTimeout(() => resolve(''), PATIENCE_MS))
  return Promise.race([fingerprint, patience])
}
