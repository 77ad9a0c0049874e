import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { DeskTable } from '../DeskTable.tsx'

export function NextCharge({ values: { nextBill, noBill, creditCents } }: { values: DeskAccountValues }) {
  return (
    <section className="desk-card" aria-labelledby="next">
      <h2 id="next">Next charge</h2>
      {nextBill ? (
        <>
          <p className="account-amount">
            <b>{formatAmount(nextBill.cents)}</b> on {formatDay(nextBill.on)}
          </p>
          <table className="desk-table">
            <caption className="unseen">How the next charge is made up</caption>
            <thead className="unseen">
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {nextBill.lines.map(({ label, quantity, unitCents, cents }) => (
                <tr key={label}>
                  <th scope="row">
                    {quantity === 1 ? label : `${label}, ${quantity} × ${formatAmount(unitCents)}`}
                  </th>
                  <td className="is-amount">{formatAmount(cents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="hint">The bill will say: {nextBill.note}</p>
        </>
      ) : (
        <p className="desk-empty">{noBill}</p>
      )}
      {creditCents > 0 && <p className="hint">{`Credit for later bills: ${formatAmount(creditCents)}`}</p>}
    </section>
  )
}

export function Plan({ plan: { lines, totalCents, seats, planned } }: Pick<DeskAccountValues, 'plan'>) {
  return (
    <section className="desk-card" aria-labelledby="plan">
      <h2 id="plan">Plan</h2>
      <DeskTable
        caption="Plan items, at the prices they were bought at"
        hidesCaption
        rows={lines}
        keyOf={({ key }) => key}
        empty="The account has never had a plan."
        columns={[
          { title: 'License', isHead: true, cell: License },
          { title: 'Price', isAmount: true, cell: ({ unitPrice }) => formatAmount(unitPrice) },
          { title: 'A month', isAmount: true, cell: ({ amount }) => formatAmount(amount) },
        ]}
      />
      <p className="hint">{`${formatAmount(totalCents)} a month · ${seats.taken} of ${seats.has} seats taken`}</p>
      {planned && <p>{planned}</p>}
    </section>
  )
}

function License({ label, quantity, given = 0 }: DeskAccountValues['plan']['lines'][number]) {
  return (
    <>
      {`${quantity} ${label}`}
      {given > 0 && <span className="hint">{` (${given} free)`}</span>}
    </>
  )
}

export function Card({ card }: Pick<DeskAccountValues, 'card'>) {
  return (
    <section className="desk-card" aria-labelledby="card">
      <h2 id="card">Card</h2>
      {card ? (
        <p>
          {`${card.brand} ending in ${card.lastFour}, expires ${card.expires}`}
          {card.refused && <span className="desk-tag is-bad">Refused for good</span>}
          {card.expiresTooSoon && <span className="desk-tag is-warn">Before the next charge</span>}
        </p>
      ) : (
        <p className="desk-empty">No card is on file.</p>
      )}
    </section>
  )
}
