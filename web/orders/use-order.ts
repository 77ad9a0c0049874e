import { useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'
import { askUntilKnown } from './ask-until-known.ts'

/** What a page does after a payment: shows errors, stays, or leaves. */
export type SubmitResult = { refused: ServerErrors } | TaskResult

/** Submits orders one at a time and follows each until its outcome is known or the page is left. */
export function useOrder(comfort: (failure: string) => ServerErrors = tryAgain) {
  const requests = useCancellable()
  const [isConfirming, setConfirming] = useState(false)
  const [own] = useState(newKey)
  const sentCard = useRef('')
  useLeaving(() => {
    sentCard.current = ''
  })

  /** The order may be passed as a promise. Its key is kept in this page, unless other storage is passed. */
  async function submit<Answer extends { data: { status: string; review?: true | undefined } }>(
    order: Order<Answer> | Promise<Order<Answer>>,
    key: OrderKey = own,
  ): Promise<OrderNews<Answer>> {
    const signal = requests.begin()
    const onConfirming = () => setConfirming(true)
    const news = await submitOrder(await order, { key, sentCard, comfort, signal, onConfirming })
    if (news.kind !== 'done') setConfirming(false)
    return news
  }

  return { submit, isConfirming }
}

function tryAgain(failure: string): ServerErrors {
  return { failure: [failure], comfort: [messages.tryAgainIsSafe] }
}

function newKey(): OrderKey {
  let key: string | undefined
  return {
    current: () => key,
    begin() {
      key = crypto.randomUUID()
      return key
    },
    end() {
      key = undefined
    },
  }
}

/** The result of sending an order: an Outcome of web/api.ts whose answer has a status. */
export type SentOrder<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'refused'; status: number; errors: ServerErrors; body: Record<string, unknown> }
  | { kind: 'failed'; message: string }
  | { kind: 'cancelled' }
type OrderAnswer = { data: { status: string; review?: true | undefined } }

/** What is known about an order after sending it. */
export type OrderNews<Answer> =
  | { kind: 'done'; answer: Answer }
  /** The key belongs to an order with other details, or this visitor has already paid: that order is paid. */
  | { kind: 'paid before' }
  /** The sign-up is under review before it is charged: there is nothing to wait for on this page. */
  | { kind: 'held' }
  /** The key belongs to an order with other details, for which nothing was charged. */
  | { kind: 'refused before'; errors: ServerErrors }
  /** This order has failed, and nothing was charged for it. `isOutdated`: the page showed outdated values. */
  | { kind: 'refused'; errors: ServerErrors; isOutdated?: true }
  /** It is unknown whether the order arrived. */
  | { kind: 'unknown'; errors: ServerErrors }
  /** Signed out, or an expired link: asking again is useless, and the outcome is not revealed. */
  | { kind: 'no access'; errors: ServerErrors }
  | { kind: 'cancelled' }
/** Not known yet: the bank is processing it. */
export type Confirming = { kind: 'confirming' }

/** The key of an order whose outcome is unknown; the next attempt sends it again. */
export type OrderKey = {
  current: () => string | undefined
  begin: () => string
  end: () => void
}

export type Order<Answer> = {
  /** `isAsking`: the bank is processing it, and the page polls by itself. */
  send: (key: string, signal: AbortSignal, isAsking: boolean) => Promise<SentOrder<Answer>>
  /** How to poll an order that is being confirmed; by default it is sent again with the same key. */
  ask?: (signal: AbortSignal) => Promise<OrderNews<Answer> | Confirming>
  /** The newly typed card, if any: the server does not compare cards. */
  card?: string
}

type Submission = {
  key: OrderKey
  /** The card that was first sent with this key. */
  sentCard: { current: string }
  signal: AbortSignal
  onConfirming: () => void
  /** The message after a failure that leaves open whether the order arrived. */
  comfort: (failure: string) => ServerErrors
}

/**
 * Sends an order with one key until its outcome is known; only a definite failure releases the key. With an
 * old key the answer may concern the previous order; then this one is sent once more with its own key.
 */
export async function submitOrder<Answer extends OrderAnswer>(
  order: Order<Answer>,
  submission: Submission,
): Promise<OrderNews<Answer>> {
  const first = await submitUnderKey(order, submission)
  return first.isOfFormer ? (await submitUnderKey(order, submission)).news : first.news
}

async function submitUnderKey<Answer extends OrderAnswer>(order: Order<Answer>, submission: Submission) {
  const { key, sentCard } = submission
  const card = order.card ?? ''
  const isRepeated = key.current() !== undefined
  const current = key.current() ?? key.begin()
  if (!isRepeated) sentCard.current = card
  const isOtherCard = sentCard.current !== card
  const news = await followOrder(order, current, submission)
  // A new key cannot belong to an order that was paid before: that order is another tab's.
  const isOthers = news.kind === 'paid before' && !isRepeated
  if (isOthers || news.kind === 'refused' || news.kind === 'refused before') {
    key.end()
    sentCard.current = ''
  }
  const isOfFormer =
    news.kind === 'refused before' || (isRepeated && isOtherCard && news.kind === 'refused' && isOfCard(news))
  return { news, isOfFormer }
}

/**
 * Once the bank is processing, a lost answer proves nothing, so polling continues until there is a definite
 * one.
 */
async function followOrder<Answer extends OrderAnswer>(
  { send, ask }: Order<Answer>,
  key: string,
  { signal, onConfirming, comfort }: Submission,
): Promise<OrderNews<Answer>> {
  let isConfirming = false
  const news = await askUntilKnown(
    async () => (isConfirming && ask ? ask(signal) : newsOf(await send(key, signal, isConfirming), comfort)),
    {
      isKnown: ({ kind }) => {
        isConfirming ||= kind === 'confirming'
        return kind !== 'confirming' && !(isConfirming && kind === 'unknown')
      },
      onWaiting: onConfirming,
      signal,
    },
  )
  return news.kind === 'confirming' ? { kind: 'cancelled' } : news
}

/** What one server answer says about an order. */
export function newsOf<Answer extends OrderAnswer>(
  sent: SentOrder<Answer>,
  comfort: Submission['comfort'],
): OrderNews<Answer> | Confirming {
  switch (sent.kind) {
    case 'answered':
      if (sent.answer.data.status !== 'confirming') return { kind: 'done', answer: sent.answer }
      return { kind: sent.answer.data.review ? 'held' : 'confirming' }
    case 'failed':
      return { kind: 'unknown', errors: comfort(sent.message) }
    case 'cancelled':
      return sent
    case 'refused':
      return newsOfRefusal(sent, comfort)
  }
}

function newsOfRefusal(
  sent: SentOrder<unknown> & { kind: 'refused' },
  comfort: Submission['comfort'],
): OrderNews<never> | Confirming {
  const { status, errors } = sent
  if (status === 400)
    return { kind: 'refused', errors, ...(sent.body.outdated === true && { isOutdated: true }) }
  if ([401, 403, 404].includes(status)) return { kind: 'no access', errors }
  if (status >= 500) return { kind: 'unknown', errors: typeof errors === 'string' ? comfort(errors) : errors }
  const former = formerOrderOf(sent)
  switch (former) {
    case 'paid':
      return { kind: 'paid before' }
    case 'refused':
      return { kind: 'refused before', errors }
    case 'held':
    case 'confirming':
      return { kind: former }
    case undefined:
      return { kind: 'unknown', errors }
  }
}

/** Whether the order was refused because the page showed outdated values. */
export function isOutdated(news: OrderNews<unknown>): boolean {
  return news.kind === 'refused' && news.isOutdated === true
}

/** Maps the statuses of the calls to one of three. */
const standings = {
  registered: 'paid',
  changed: 'paid',
  active: 'paid',
  confirming: 'confirming',
  refused: 'refused',
} as const
export type OrderStanding = (typeof standings)[keyof typeof standings] | 'held'

/**
 * What a 409 says about the existing order. If it says nothing, that order's outcome is unknown: treating it
 * as refused could charge someone twice.
 */
export function formerOrderOf(sent: SentOrder<unknown> | { kind: 'late' }): OrderStanding | undefined {
  if (sent.kind !== 'refused' || sent.status !== 409) return undefined
  const { status, review } = (sent.body.data ?? {}) as { status?: unknown; review?: unknown }
  return standingOf(status, review) ?? 'confirming'
}

export function standingOf(status: unknown, review: unknown): OrderStanding | undefined {
  if (review) return 'held'
  return typeof status === 'string' && Object.hasOwn(standings, status)
    ? standings[status as keyof typeof standings]
    : undefined
}

function isOfCard({ errors }: { errors: ServerErrors }): boolean {
  return typeof errors === 'object' && ('payment_form' in errors || 'number' in errors)
}

/** The errors to show for an order that failed; undefined if there are none. */
export function refusalIn(news: OrderNews<unknown>): { refused: ServerErrors } | undefined {
  return 'errors' in news ? { refused: news.errors } : undefined
}
