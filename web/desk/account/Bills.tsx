import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskAccountValues } from '#contract/desk/account/values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Offered } from '../Offered.tsx'
import { Tag } from '../Tag.tsx'

type BillsProps = Pick<DeskAccountValues, 'bills'> & { number: string }

/** The newest bills; the timeline has all of them. */
export function Bills({ bills: { rows, hasMore }, number }: BillsProps) {
  return (
    <section className="desk-card" aria-labelledby="bills">
      <h2 id="bills">Bills</h2>
      {rows.length === 0 ? (
        <p className="desk-empty">There is no bill yet.</p>
      ) : (
        <ul className="plain desk-list">
          {rows.map((bill) => (
            <li key={bill.number}>
              <div>
                <a href={fillPath(deskPages.bill.path, { number, bill: bill.number })}>{bill.number}</a>{' '}
                {formatAmount(bill.totalCents)} <Tag {...bill.tag} />
                <p className="hint">{`${bill.what}, ${formatDay(bill.issuedOn)}`}</p>
              </div>
              {bill.offers.length > 0 && (
                <div className="desk-toolbar">
                  {bill.offers.map(({ text, href, why }) => (
                    <Offered key={text} href={href} why={why} label={`${text}: bill ${bill.number}`}>
                      {text}
                    </Offered>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="hint">Older bills are on the timeline.</p>}
    </section>
  )
}
