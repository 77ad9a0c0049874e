import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import { withdrawRefund } from '#contract/desk/money/calls.ts'
import type { MoneyPageValues } from '#contract/desk/money/values.ts'
import { DeskOutcome } from '../DeskOutcome.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { useOutcome } from '../use-outcome.ts'

/** Refunds that are sent once their payment has settled. Until then they can be withdrawn. */
export function OnceSettled({ values: { account, onceSettled } }: { values: MoneyPageValues }) {
  const { values: refunds, outcome, done } = useOutcome(onceSettled)
  if (refunds.length === 0) return <DeskOutcome outcome={outcome} />
  return (
    <section className="desk-card" aria-labelledby="once-settled">
      <h2 id="once-settled">Waiting for the payment to settle</h2>
      <DeskOutcome outcome={outcome} />
      <ul className="plain desk-list">
        {refunds.map(({ id, amount, bill, until, isSent }) => (
          <li key={id}>
            <div>
              <b>{`Refund ${amount} of bill ${bill}`}</b>
              <p className="hint">
                {isSent
                  ? 'It is being sent right now.'
                  : `Tried several times a day, given up on ${formatUtcMoment(until)}.`}
              </p>
            </div>
            {!isSent && (
              <ReasonDialog
                call={withdrawRefund}
                bodyOf={({ reason }, key) => ({ number: account.number, refund: id, reason, key })}
                verb="Withdraw"
                label={`Withdraw the refund of ${amount}`}
                title={`Withdraw the refund of ${amount}?`}
                onDone={({ data: { said } }) =>
                  done({ data: { said, values: refunds.filter((one) => one.id !== id) } })
                }
              >
                <p>
                  Nothing goes back, and the customer is not told. The amount can be given back in another
                  way.
                </p>
              </ReasonDialog>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
