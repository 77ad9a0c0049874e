import { dayInWords } from '#contract/billing-dates.ts'
import type { BillSheet } from '#contract/billing-values.ts'
import { formatAmount } from '#contract/money.ts'
import { type PageProps, pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/features/account/AccountLayout.tsx'
import { BillBadge } from '#web/ui/BillBadge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useAwake } from '#web/ui/use-awake.ts'

/** One bill, to read and to print. */
export function BillPage(props: PageProps<'bill'>) {
  const { values, provider, path } = props
  const { bill } = values
  const isAwake = useAwake()
  const isReceipt = bill.state !== 'open' && bill.state !== 'not collected'
  return (
    <AccountLayout
      {...props}
      title={`${isReceipt ? 'Receipt' : 'Bill'} ${bill.number}`}
      lede={`${provider.copyrightHolder}, ${provider.tollFreeNumber}`}
    >
      <article className="tile paper" aria-label={bill.number}>
        <div className="between">
          <address>
            <b>{bill.customer.company}</b>
            {[bill.customer.name, ...bill.customer.address].map((line) => (
              <span key={line}>{line}</span>
            ))}
            <span>{`Account number ${bill.customer.pin}`}</span>
          </address>
          <BillBadge state={bill.state} />
        </div>
        <Facts facts={factsOf(bill)} />
        <ul className="plain stack tight">
          {bill.lines.map(({ label, quantity, unitCents, cents }) => (
            <li key={label} className="line">
              <span>
                {quantity > 1 ? `${label} × ${quantity}` : label}
                {quantity > 1 && <span className="hint">{` at ${formatAmount(Math.abs(unitCents))}`}</span>}
              </span>
              <span>{formatAmount(cents)}</span>
            </li>
          ))}
        </ul>
        <p className="line sum">
          <span>Total</span>
          <span>{formatAmount(bill.totalCents)}</span>
        </p>
        {bill.refundedCents > 0 && (
          <p className="line">
            <span>Refunded</span>
            <span>{formatAmount(-bill.refundedCents)}</span>
          </p>
        )}
        <p>{bill.note}</p>
      </article>
      <div className="cluster unprinted">
        <LinkButton href={`${path}bill.pdf`} small>
          PDF
        </LinkButton>
        <Button small look="quiet" disabled={!isAwake} onClick={() => window.print()}>
          Print
        </Button>
        <a href={pages.billing}>All bills and receipts</a>
      </div>
    </AccountLayout>
  )
}

function factsOf({ what, issuedOn, serviceFrom, serviceThrough, paidOn, card }: BillSheet) {
  const isForService = serviceFrom && serviceThrough
  return {
    'What for': what,
    Issued: dayInWords(issuedOn),
    Service: isForService ? `${dayInWords(serviceFrom)} through ${dayInWords(serviceThrough)}` : undefined,
    Paid: paidOn ? [dayInWords(paidOn), card].filter(Boolean).join(', ') : undefined,
  }
}
