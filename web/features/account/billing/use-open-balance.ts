import * as messages from '#contract/billing/messages.ts'
import type { balance, payOpen } from '#contract/features/billing/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Outcome } from '#web/api.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { type Confirming, newsOf, type OrderNews } from '#web/orders/submit-order.ts'
import { refusalIn, useOrder } from '#web/orders/use-order.ts'

type Answer = AnswerOf<typeof payOpen>
export type Paid = Answer['data']
export type PayResult = { paid: Paid } | { refused: ServerErrors } | undefined

/**
 * Pays the unpaid invoice. The invoice itself is the idempotency key, as it can be paid only once: while the
 * bank is processing, the balance is polled and nothing is sent again.
 */
export function useOpenBalance(askBalance: (signal: AbortSignal) => Promise<Outcome<typeof balance>>) {
  const { submit, isConfirming } = useOrder()

  async function pay(send: (signal: AbortSignal) => Promise<Outcome<typeof payOpen>>): Promise<PayResult> {
    let number = ''
    const news = await submit<Answer>({
      async send(_, signal) {
        const sent = await send(signal)
        if (sent.kind === 'answered') number = sent.answer.data.number
        return sent
      },
      ask: async (signal) => newsOfBalance(await askBalance(signal), number),
    })
    if (news.kind === 'done') return { paid: news.answer.data }
    return refusalIn(news)
  }

  return { pay, isConfirming }
}

function newsOfBalance(asked: Outcome<typeof balance>, number: string): OrderNews<Answer> | Confirming {
  const news = newsOf(asked, String)
  if (news.kind !== 'done') return news
  return news.answer.data.status === 'open'
    ? { kind: 'refused', errors: messages.notCharged }
    : { kind: 'done', answer: { data: { status: 'paid', number } } }
}
