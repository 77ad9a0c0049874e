import type { CreditNoteRow } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { sayFailed } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'

/** What was refunded, and what happens to the remaining credit. Empty if nothing was. */
export function CreditNotesTile({ notes, credit }: { notes: readonly CreditNoteRow[]; credit: string }) {
  if (notes.length === 0) return null
  return (
    <section className="tile" aria-labelledby="notes">
      <h2 id="notes">Refunds and credit</h2>
      {credit !== '' && <p>{credit}</p>}
      <CreditNotes notes={notes} />
    </section>
  )
}

const waySays = {
  card: 'Refund to the card',
  credit: 'Credit',
  'taken-back': 'Credit taken back',
} as const

export function CreditNotes({ notes }: { notes: readonly CreditNoteRow[] }) {
  return (
    <table className="table stacks bills">
      <thead>
        <tr>
          {['Date', 'Description', 'Amount', 'Documents'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notes.map(({ number, issuedOn, bill, way, cents, failedOn }) => (
          <tr key={number}>
            <td data-label="Date">{formatDay(issuedOn)}</td>
            <th scope="row" data-label="Description">
              {`${waySays[way]} for receipt ${bill}`}
              {failedOn && <span className="hint"> {sayFailed(failedOn)}</span>}
            </th>
            <td data-label="Amount">{formatAmount(cents)}</td>
            <td data-label="Documents">
              <span className="invoice-links">
                <a href={fillPath(pages['credit-note'], { number })}>{number}</a>
                <a
                  href={`${fillPath(pages['credit-note'], { number })}credit-note.pdf`}
                  aria-label={`${number} as PDF`}
                >
                  PDF
                </a>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
