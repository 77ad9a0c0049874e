import { useEffect, useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import { isInternetExplorer } from '#contract/devices/user-agent.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { backPageOf } from '#contract/provider/plan-builder-url.ts'
import { type Provider, trackingIdsAt } from '#contract/provider/provider.ts'
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
import { inTime } from './wizard-parts.ts'

/** Paid, or held for manual review, which has a page of its own. */
export type PaymentEvent = { kind: 'paid' } | { kind: 'held' }

export type Payer = {
  provider: Provider
  query: Query
  dispatch: (event: PaymentEvent) => void
  /** For analytics. After a reload the card's country is unknown. */
  purchaser: (cardCountry: string | undefined) => Pick<Purchase, 'buyer' | 'country'>
  /** Nothing about the sign-up may be stored any longer. */
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

/** Call 6: uses one key until the outcome is known, then opens the page that shows it. */
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

  /** Paid, or held for review. Runs once, although any of the calls may find out. */
  function finish(standing: OrderStanding) {
    if (isOver.current) return
    isOver.current = true
    const isUnderReview = standing === 'held'
    if (!isUnderReview) report()
    open.end()
    dropDraft(deviceStorage)
    dispatch({ kind: isUnderReview ? 'held' : 'paid' })
    onOver?.()
    if (isUnderReview) location.replace(pages['sign-up-review'])
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

/** Each opened step is a page view; from the second one on also a transition. 0: none is open yet. */
export function useStepTracking(provider: Provider, step: number): void {
  const last = useRef(0)
  useEffect(() => {
    if (last.current === step) return
    if (last.current !== 0) trackStep(provider, step)
    last.current = step
    trackPageView(provider, `/sign-up/step-${step}`)
  }, [provider, step])
}

function trackStep(provider: Provider, step: number): void {
  record(provider, { event: 'sign_up_step', step })
}

type Event = { event: string } & Record<string, unknown>

/** One adapter for analytics and ads: no vendor script runs next to the card fields. */
function record(provider: Provider, event: Event): void {
  quietly(() => {
    const page = globalThis as unknown as { dataLayer?: Event[] }
    page.dataLayer ??= []
    page.dataLayer.push(event)
  })
  const { analyticsUrl } = provider.tracking
  const { analyticsId } = trackingIdsAt(provider, location.host)
  if (analyticsId && analyticsUrl) beacon(analyticsUrl, { id: analyticsId, ...event })
}

/** Statistics never stop a sale. */
function quietly(report: () => void): void {
  try {
    report()
  } catch {}
}

/** A browser without beacons sends nothing: its owner may have turned them off, so no other way is tried. */
function beacon(url: string, body: object): void {
  quietly(() => navigator.sendBeacon(url, JSON.stringify(body)))
}

function trackPageView(provider: Provider, page: string): void {
  record(provider, { event: 'page_view', page })
}

/** The buyer, in the ad vendor's format. Phone numbers are ten digits. */
export type Buyer = {
  email: string
  phones: string[]
  first_name: string
  last_name: string
  address: string
  city: string
  state: string
  postal_code: string
}
export type Purchase = { buyer: Buyer; country: string; total: number; originPath: string }

/** Sent before leaving the page. Contact details go only to the ad vendor, and never into browser storage. */
function trackPurchase(provider: Provider, { buyer, country, total, originPath }: Purchase): void {
  record(provider, { event: 'Sign Up', total })
  record(provider, { event: originPath === '/pricing' ? 'pricing-option-main' : 'pricing-option-1' })
  const { adConversionUrl } = provider.tracking
  const { adConversionId } = trackingIdsAt(provider, location.host)
  if (!adConversionId || !adConversionUrl) return
  const phones = buyer.phones.map((phone) => `+1${phone}`)
  beacon(adConversionUrl, { id: adConversionId, ...buyer, phones, country, total })
}

/** Where the plan was built, and where Edit Plan leads back to. */
export function originOf(query: PageProps<'sign-up'>['query']) {
  return { planName: query['plan-name'] ?? '', originPath: `/${backPageOf(query['back-url'])}` }
}
