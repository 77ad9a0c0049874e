import type { MoneyValues } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import type { Provider } from '#contract/provider/provider.ts'

/** What becomes of an account's credit, in the state that the account is in. Empty if there is none. */
export function sayCredit(
  cents: Cents,
  money: Pick<MoneyValues, 'open' | 'nextCharge' | 'cancellation' | 'hasEnded' | 'reactivateBy'>,
  { tollFreeNumber }: Pick<Provider, 'tollFreeNumber'>,
): string {
  return cents > 0 ? `You have a credit of ${formatAmount(cents)}. ${sayUse(money, tollFreeNumber)}` : ''
}

function sayUse(
  { open, nextCharge, cancellation, hasEnded, reactivateBy }: Parameters<typeof sayCredit>[1],
  tollFreeNumber: string,
): string {
  if (hasEnded)
    return reactivateBy
      ? 'If you reactivate your account, it is used first.'
      : `This account has ended, so no bill uses it. Call us at ${tollFreeNumber} about it.`
  if (cancellation)
    return 'Your subscription is canceled, so no bill follows. If you keep your account, or reactivate it later, it is used first.'
  if (open) return `Bill ${open.number} was made without it. The next bill uses it first.`
  if (!nextCharge) return 'Your next bill uses it first.'
  if (nextCharge.creditCents === 0)
    return 'Nothing has to be paid at present. The next bill that costs something uses it first.'
  return `Your bill of ${formatDay(nextCharge.on)} uses ${formatAmount(nextCharge.creditCents)} of it. What you add to your plan before then uses it first.`
}
