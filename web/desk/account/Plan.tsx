import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { Moment, Tag } from '../DeskFacts.tsx'
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

const cardTitles = { first: 'First card', backup: 'Backup card' }

export function Cards({ cards }: Pick<DeskAccountValues, 'cards'>) {
  return (
    <section className="desk-card" aria-labelledby="cards">
      <h2 id="cards">Cards</h2>
      {cards.length === 0 ? (
        <p className="desk-empty">No card is on file.</p>
      ) : (
        <ul className="plain desk-list">
          {cards.map(({ which, name, expires, added, state, told }) => (
            <li key={which}>
              <div>
                <b>{name}</b> <Tag {...state} />
                <p className="hint">
                  {`${cardTitles[which]} · expires ${expires} · added `}
                  <Moment at={added} />
                </p>
                {told.map(({ text, at }) => (
                  <p key={text}>
                    {`${text} `}
                    <Moment at={at} />
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {cards.length === 1 && <p className="hint">There is no backup card.</p>}
    </section>
  )
}
