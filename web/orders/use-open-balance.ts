import { useEffect, useEffectEvent, useState } from 'react'
import * as messages from '#contract/billing/messages.ts'
import type { OpenInvoice } from '#contract/billing/values.ts'
import type { balance, payOpen } from '#contract/features/billing.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { withReload } from '#web/account/use-renew.ts'
import type { Outcome } from '#web/api.ts'
import { sentencesOf } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useRestored } from '#web/form/use-leaving.ts'
import {
  type Confirming,
  isOutdated,
  newsOf,
  type OrderNews,
  refusalIn,
  type SubmitResult,
  useOrder,
} from './use-order.ts'

type Answer = AnswerOf<typeof payOpen>
type Send = (signal: AbortSignal) => Promise<Outcome<typeof payOpen>>
export type Paid = Answer['data']
/** The message about the unpaid invoice. Takes the focus if it answers a pressed button. */
export type OpenNotice = { sentences: string[]; takesFocus: boolean }

type OpenBalance = {
  open: Pick<OpenInvoice, 'number' | 'isConfirming'> | null
  askBalance: (signal: AbortSignal) => Promise<Outcome<typeof balance>>
  /** Refreshes what the page shows. */
  renew: () => Promise<boolean>
  onPaid: (paid: Paid) => TaskResult | Promise<TaskResult>
}

/**
 * Pays the unpaid invoice. The invoice itself is the idempotency key, as it can be paid only once: while the
 * bank is processing, the balance is polled and nothing is resent. A charge already in progress when the page
 * opens is followed in the same way.
 */
export function useOpenBalance({ open, askBalance, renew, onPaid }: OpenBalance) {
  // With nothing due, a card is saved and nothing is charged.
  const { submit, isConfirming } = useOrder(open ? undefined : (failure) => failure)
  const [notice, setNotice] = useState<OpenNotice>()

  function order(send: Send): Promise<OrderNews<Answer>> {
    let number = ''
    return submit<Answer>({
      async send(_, signal) {
        const sent = await send(signal)
        if (sent.kind === 'answered') number = sent.answer.data.number
        return sent
      },
      ask: async (signal) => newsOfBalance(await askBalance(signal), number),
    })
  }

  async function pay(send: Send): Promise<SubmitResult> {
    setNotice(undefined)
    const news = await order(send)
    if (news.kind === 'done') return onPaid(news.answer.data)
    const result = refusalIn(news)
    if (!isOutdated(news)) {
      // What comes next has changed: the bank may have refused the card for good.
      if (news.kind === 'refused') void renew()
      return result
    }
    if (!(await renew())) return withReload(result)
    setNotice({ sentences: sentencesOf(result?.refused), takesFocus: true })
    return undefined
  }

  const follow = useEffectEvent(async () => {
    if (!open?.isConfirming) return
    const underWay = { data: { status: 'confirming' as const, number: open.number } }
    const news = await order(async () => ({ kind: 'answered', status: 202, answer: underWay }))
    if (news.kind === 'done') await onPaid(news.answer.data)
    const result = refusalIn(news)
    if (!result) return
    if (await renew()) setNotice({ sentences: sentencesOf(result.refused), takesFocus: false })
    // Signed out, or the link has expired: the server says so.
    else location.reload()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed values may say that the next charge is under way.
  useEffect(() => void follow(), [open])
  useRestored(() => void follow())

  return { pay, isConfirming, notice }
}

function newsOfBalance(request: Outcome<typeof balance>, number: string): OrderNews<Answer> | Confirming {
  const news = newsOf(request, String)
  if (news.kind !== 'done') return news
  const { status, has_ended } = news.answer.data
  if (status === 'open') return { kind: 'refused', errors: messages.notCharged }
  if (has_ended) return { kind: 'refused', errors: messages.endedMeanwhile }
  return { kind: 'done', answer: { data: { status: 'paid', number } } }
}
