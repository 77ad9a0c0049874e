import type { OpenInvoice } from '#contract/billing/values.ts'
import { balance, payOpen, updateCard } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { type Paid, useOpenBalance } from './use-open-balance.ts'

/**
 * Pays the unpaid invoice with the card on file or a new one, then reloads the page, which shows the result. What was
 * shown is sent, so that nothing else is charged.
 */
export function usePayment(open: OpenInvoice | null, renew: () => Promise<boolean>) {
  const { pay, ...state } = useOpenBalance({
    open,
    renew,
    askBalance: (signal) => send(balance, {}, { signal }),
    onPaid(paid) {
      location.assign(`${pages.billing}${newsOf(paid)}`)
      return 'leaving'
    },
  })
  const open_cents = open?.cents ?? 0

  return {
    ...state,
    payOnFile: () => pay((signal) => send(payOpen, { open_cents }, { signal })),
    payWith: (card: CardValues) => pay((signal) => send(updateCard, { ...card, open_cents }, { signal })),
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
