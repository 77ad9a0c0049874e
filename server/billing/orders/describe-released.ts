import { formatAmount } from '#contract/catalogue/money.ts'
import type { OrderState } from './order.ts'

/** What became of a held sign-up that an operator has released. */
export function describeReleased(
  orderId: number,
  { state, pin, amountCents }: { state: OrderState; pin: string | null; amountCents: number },
): string {
  const amount = formatAmount(amountCents)
  switch (state) {
    case 'paid':
      return `Sign-up ${orderId} is paid: ${amount}, account ${pin}.`
    case 'declined':
      return `The bank declined ${amount} for sign-up ${orderId}. The person was told by mail.`
    case 'voided':
    case 'refused':
      return `Nothing was charged for sign-up ${orderId}. The person was told by mail.`
    case 'intent':
    case 'unknown':
    case 'held':
      return `The bank has not answered about ${amount} for sign-up ${orderId} yet. It is asked again by itself.`
  }
}

/** What became of one that was refused. */
export function describeRefused(orderId: number, { blocked }: { blocked: number }): string {
  const also = blocked > 0 ? ` Blocked: ${blocked} of its card, device and address.` : ''
  return `Sign-up ${orderId} is refused. Nothing was charged.${also}`
}
