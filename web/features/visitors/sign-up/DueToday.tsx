import { dayBefore, formatDay, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { CURRENCY_NOTE, formatAmount } from '#contract/catalogue/money.ts'

/** What is charged today and every month, from when, and how and by when to cancel: next to the button. */
export function DueToday({ totalCents, today }: { totalCents: number; today: string }) {
  const nextChargeOn = monthsAfter(today, 1)
  const amount = formatAmount(totalCents)
  return (
    <div className="due">
      <div className="line today">
        <span>Charged today</span>
        <span>{amount}</span>
      </div>
      <div className="line">
        <span>{`Then every month, from ${formatDay(nextChargeOn)}`}</span>
        <span>{amount}</span>
      </div>
      <p className="hint">
        {`${CURRENCY_NOTE} To avoid the next charge, cancel in your account by ${formatDay(dayBefore(nextChargeOn))}, 11:59 PM your time. Payments are not refunded, and your service runs to the end of the month you paid for.`}
      </p>
    </div>
  )
}
