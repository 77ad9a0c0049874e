import { useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'
import { type Order, type OrderKey, type OrderNews, submitOrder } from './submit-order.ts'

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

/** Whether the order was refused because the page showed something else than is so. */
export function isOutdated(news: OrderNews<unknown>): boolean {
  return news.kind === 'refused' && news.isOutdated === true
}

/** The errors to show for an order that failed; undefined if there are none. */
export function refusalIn(news: OrderNews<unknown>): { refused: ServerErrors } | undefined {
  return 'errors' in news ? { refused: news.errors } : undefined
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
