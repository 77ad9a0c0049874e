import { useState } from 'react'
import { balance, payOpen, updateCard } from '#contract/features/billing/calls.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import type { TaskResult } from '#web/form/use-busy.ts'
import { followPayment, type Paid } from './follow-payment.ts'

export type PaymentResult = { refused: ServerErrors } | TaskResult

/** Pays what is open, with the card on file or another one; then the page is loaded anew and says what came of it. */
export function usePayment() {
  const [isConfirming, setConfirming] = useState(false)
  const ask = () => send(balance, {})

  async function run(pay: Parameters<typeof followPayment>[0]): Promise<PaymentResult> {
    const result = await followPayment(pay, ask, setConfirming)
    if ('refused' in result) return result
    location.assign(`${pages.billing}${newsOf(result)}`)
    return 'leaving'
  }

  return {
    isConfirming,
    payOnFile: () => run(() => send(payOpen, {})),
    payWith: (card: CardValues) => run(() => send(updateCard, card)),
  }
}

/** What the page says when it is loaded anew. Of nothing that was open there is no news. */
function newsOf({ kind, number }: Paid): string {
  switch (kind) {
    case 'paid':
      return `?paid=${number}`
    case 'saved':
      return '?saved=card'
    case 'nothing_open':
      return ''
  }
}
