import { balance, payOpen, updateCard } from '#contract/features/billing/calls.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import type { SubmitResult } from '#web/orders/use-order.ts'
import { type Paid, useOpenBalance } from './use-open-balance.ts'

/**
 * Pays the unpaid invoice with the card on file or a new one, then reloads the page, which shows the result.
 */
export function usePayment() {
  const { pay, isConfirming } = useOpenBalance((signal) => send(balance, {}, { signal }))

  async function run(sendPayment: Parameters<typeof pay>[0]): Promise<SubmitResult> {
    const result = await pay(sendPayment)
    if (!result || 'refused' in result) return result
    location.assign(`${pages.billing}${newsOf(result.paid)}`)
    return 'leaving'
  }

  return {
    isConfirming,
    payOnFile: () => run((signal) => send(payOpen, {}, { signal })),
    payWith: (card: CardValues) => run((signal) => send(updateCard, card, { signal })),
  }
}

/** What the page shows after reloading; nothing if nothing was unpaid. */
function newsOf({ status, number }: Paid): string {
  switch (status) {
    case 'paid':
      return `?paid=${number}`
    case 'saved':
      return '?saved=card'
    case 'confirming':
    case 'nothing_open':
      return ''
  }
}
