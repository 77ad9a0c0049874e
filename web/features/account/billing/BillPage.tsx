import type { InvoiceSheet } from '#contract/billing/values.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { billedToLines, invoiceFacts, invoiceTitle, TOTAL } from '#contract/features/billing.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { InvoiceBadge } from '#web/ui/InvoiceTable.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CreditNotes } from './CreditNotes.tsx'

/** One invoice, to read and to print. */
export function BillPage(props: PageProps<'bill'>) {
  const { values, provider, path } = props
  const { bill } = values
  const isHydrated = useHydrated()
  const [company, ...others] = billedToLines(bill)
  return (
    <AccountLayout
      {...props}
      title={invoiceTitle(bill)}
      lede={`${provider.copyrightHolder}, ${provider.tollFreeNumber}`}
    >
      <article className="tile account-paper" aria-label={bill.number}>
        <div className="between">
          <address>
            <span className="hint">Billed to</span>
            <b>{company}</b>
            {others.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <InvoiceBadge state={bill.state} />
        </div>
        <Facts facts={invoiceFacts(bill)} />
        <InvoiceLines bill={bill} />
        <p className="line sum">
          <span>{TOTAL}</span>
          <span>{formatAmount(bill.totalCents)}</span>
        </p>
        {bill.refundedCents > 0 && (
          <p className="line">
            <span>Refunded</span>
            <span>{formatAmount(-bill.refundedCents)}</span>
          </p>
        )}
        {bill.creditedCents > 0 && (
          <p className="line">
            <span>Given as credit</span>
            <span>{formatAmount(-bill.creditedCents)}</span>
          </p>
        )}
        {bill.lostCents > 0 && (
          <p className="line">
            <span>Returned by the bank</span>
            <span>{formatAmount(-bill.lostCents)}</span>
          </p>
        )}
        <p>{bill.note}</p>
        {values.notes.length > 0 && <CreditNotes notes={values.notes} />}
      </article>
      <div className="cluster unprinted">
        <LinkButton href={`${path}bill.pdf`} small>
          PDF
        </LinkButton>
        <Button small look="quiet" disabled={!isHydrated} onClick={() => window.print()}>
          Print
        </Button>
        <a href={pages.billing}>All bills and receipts</a>
      </div>
    </AccountLayout>
  )
}

function InvoiceLines({ bill }: { bill: InvoiceSheet }) {
  return (
    <table className="table stacks billing-lines">
      <thead>
        <tr>
          {['Item', 'Quantity', 'Unit price', 'Amount'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bill.lines.map(({ label, quantity, unitCents, cents }) => (
          <tr key={`${label} ${cents}`}>
            <th scope="row" data-label="Item">
              {label}
            </th>
            <td data-label="Quantity">{quantity}</td>
            <td data-label="Unit price">{formatAmount(unitCents)}</td>
            <td data-label="Amount">{formatAmount(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
