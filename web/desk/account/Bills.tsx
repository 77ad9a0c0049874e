import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskAccountValues } from '#contract/desk/account/values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { Tag } from '../Tag.tsx'

type BillsProps = Pick<DeskAccountValues, 'bills'> & { number: string; hasMoney: boolean }

/** The newest bills; the timeline has all of them. */
export function Bills({ bills: { rows, hasMore }, number, hasMoney }: BillsProps) {
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
                <b>{bill.number}</b> {formatAmount(bill.totalCents)} <Tag {...bill.tag} />
                <p className="hint">{`${bill.what}, ${formatDay(bill.issuedOn)}`}</p>
              </div>
              {hasMoney && (
                <a
                  href={`${fillPath(deskPages.money.path, { number })}?bill=${encodeURIComponent(bill.number)}`}
                  aria-label={`Refund or credit bill ${bill.number}`}
                >
                  Refund or credit
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="hint">Older bills are on the timeline.</p>}
    </section>
  )
}
