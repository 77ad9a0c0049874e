import { reactivate, reactivateWithCard } from '#contract/features/reactivate/calls.ts'
import { pages } from '#contract/pages.ts'
import { withReload } from '#web/account/use-present-props.ts'
import { send, sendOnce } from '#web/api.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { isOutdated, type Order, refusalIn, type SubmitResult, useOrder } from '#web/orders/use-order.ts'

/**
 * Reactivates the account with the card on file or a new one, then opens the account. If another amount is right by
 * now, `renew` brings it into the page, with the card as it was typed.
 */
export function useReactivation(total_cents: number, renew: () => Promise<boolean>) {
  const { submit, isConfirming } = useOrder()

  async function run(order: Order<{ data: { status: string } }>): Promise<SubmitResult> {
    const news = await submit(order)
    if (news.kind === 'done' || news.kind === 'paid before') {
      location.assign(pages.account)
      return 'leaving'
    }
    const refusal = refusalIn(news)
    return isOutdated(news) && !(await renew()) ? withReload(refusal) : refusal
  }

  return {
    isConfirming,
    payOnFile: () =>
      run({
        send: (idempotency_key, signal, isAsking) =>
          (isAsking ? sendOnce : send)(reactivate, { total_cents, idempotency_key }, { signal }),
      }),
    payWith: (card: CardValues) =>
      run({
        send: (idempotency_key, signal, isAsking) =>
          (isAsking ? sendOnce : send)(
            reactivateWithCard,
            { ...card, total_cents, idempotency_key },
            { signal },
          ),
        card: JSON.stringify(card),
      }),
  }
}
