import { dayBefore, formatDay, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'

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
        {`To stop before the next charge, cancel in your account by ${formatDay(dayBefore(nextChargeOn))}, 11:59 PM your time. Months already paid are not refunded; your service runs to the end of them.`}
      </p>
    </div>
  )
}
