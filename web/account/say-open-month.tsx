import type { AccountPageName } from '#contract/accounts/account-pages.ts'
import type { OpenMonth } from '#contract/accounts/account-values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'

/** Null once nothing is open any more: then it says what happened. */
export type OpenMonthProps = { month: OpenMonth | null; page: AccountPageName }

export function LinkToPay({ month }: { month: Extract<OpenMonth, { cents: number }> }) {
  return <a href={pages.billing}>{month.card ? 'Pay in Billing' : 'Enter a card in Billing'}</a>
}

export function sayOpen(month: OpenMonth): string {
  if ('whoPays' in month) {
    const what = month.isConfirming
      ? 'is being confirmed with the bank. You do not need to do anything.'
      : 'did not go through.'
    return `The monthly payment of this account ${what} ${month.whoPays}`
  }
  const amount = formatAmount(month.cents)
  if (month.isConfirming) {
    return `Your monthly payment of ${amount} is being confirmed with the bank. You will not be charged twice.`
  }
  return month.card ? `${amount} is unpaid.` : `${amount} is unpaid, and there is no card that we can charge.`
}
