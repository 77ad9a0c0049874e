import type { InvoiceRow, InvoiceState } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'

/** Invoices and receipts, newest first; each says why it differs from the one before. */
export function InvoiceTable({ bills }: { bills: readonly InvoiceRow[] }) {
  return (
    <table className="table stacks bills">
      <thead>
        <tr>
          {['Date', 'Description', 'Amount', 'Status', 'Documents'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bills.map(({ number, issuedOn, what, note, totalCents, state }) => (
          <tr key={number}>
            <td data-label="Date">{formatDay(issuedOn)}</td>
            <th scope="row" data-label="Description">
              <span>
                {what}
                <span className="hint why">{note}</span>
              </span>
            </th>
            <td data-label="Amount">{formatAmount(totalCents)}</td>
            <td data-label="Status">
              <InvoiceBadge state={state} />
            </td>
            <td data-label="Documents">
              <span className="invoice-links">
                <a href={fillPath(pages.bill, { number })}>{number}</a>
                <a href={`${fillPath(pages.bill, { number })}bill.pdf`} aria-label={`${number} as PDF`}>
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

const looks: Record<InvoiceState, { text: string; style: string }> = {
  paid: { text: 'Paid', style: 'active' },
  open: { text: 'Open', style: 'past-due' },
  'not collected': { text: 'Not collected', style: 'neutral' },
  'partly refunded': { text: 'Partly refunded', style: 'neutral' },
  refunded: { text: 'Refunded', style: 'neutral' },
  'partly returned': { text: 'Partly returned', style: 'neutral' },
  returned: { text: 'Returned', style: 'neutral' },
}

export function InvoiceBadge({ state }: { state: InvoiceState }) {
  const { text, style } = looks[state]
  return <span className={`badge ${style}`}>{text}</span>
}
