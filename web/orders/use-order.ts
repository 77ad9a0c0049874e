import { useRef, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { useCancellable } from '#web/ui/use-cancellable.ts'
import { type Order, type OrderKey, type OrderNews, submitOrder } from './submit-order.ts'

/** What a page does after a payment: shows a refusal, stays, or leaves. */
export type SubmitResult = { refused: ServerErrors } | TaskResult

/** Submits orders one at a time and follows each to its end, or until the page is left. */
export function useOrder(comfort: (failure: string) => ServerErrors = tryAgain) {
  const requests = useCancellable()
  const [isConfirming, setConfirming] = useState(false)
  const [own] = useState(newKey)
  const sentCard = useRef('')
  useLeaving(() => {
    sentCard.current = ''
  })

  /** An order may still be in the making. Its key is kept in this page, unless there is a better storage. */
  async function submit<Answer extends { data: { status: string } }>(
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

/** What to show of an order that did not end well; undefined where there is nothing to say. */
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
