import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { MoneyPageValues } from '#contract/desk/money/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { ConfirmCard } from './ConfirmCard.tsx'
import { MoneyForm } from './MoneyForm.tsx'
import { OutcomeCard } from './OutcomeCard.tsx'
import { useMoney } from './use-money.ts'

export function MoneyPage({ values, operator }: DeskPageProps<'money'>) {
  const { account, bill } = values
  const money = useMoney(account.number)
  const { step } = money
  return (
    <DeskLayout
      operator={operator}
      page="money"
      title={`Money of ${account.company}`}
      lede={`Account ${account.number}. You see everything that follows before it is done.`}
    >
      {step.kind === 'over' ? (
        <OutcomeCard
          outcome={step.outcome}
          number={account.number}
          isBusy={money.isBusy}
          error={money.error}
          onLookAgain={money.lookAgain}
        />
      ) : (
        <div className="desk-columns">
          <div className="money-choose">
            <Bills values={values} />
            <MoneyForm key={bill?.number ?? ''} values={values} money={money} />
          </div>
          {step.kind === 'shown' && <ConfirmCard step={step} money={money} />}
        </div>
      )}
    </DeskLayout>
  )
}

function Bills({ values: { account, bills, bill } }: { values: MoneyPageValues }) {
  const path = fillPath(deskPages.money.path, { number: account.number })
  return (
    <section className="desk-card" aria-labelledby="bills">
      <h2 id="bills">Paid bills</h2>
      {bills.length === 0 ? (
        <p className="desk-empty">No bill of this account was paid.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="desk-scroll" tabIndex={0} aria-label="Paid bills">
          <table className="desk-table">
            <thead>
              <tr>
                <th scope="col">Bill</th>
                <th scope="col">Paid</th>
                <th scope="col" className="is-amount">
                  Total
                </th>
                <th scope="col" className="is-amount">
                  Left
                </th>
              </tr>
            </thead>
            <tbody>
              {bills.map(({ number, paidOn, totalCents, leftCents }) => (
                <tr key={number}>
                  <th scope="row">
                    <a
                      href={`${path}?bill=${encodeURIComponent(number)}`}
                      aria-current={number === bill?.number ? 'true' : undefined}
                    >
                      {number}
                    </a>
                    {number === bill?.number && <span className="desk-tag">Chosen</span>}
                  </th>
                  <td>{formatDay(paidOn)}</td>
                  <td className="is-amount">{formatAmount(totalCents)}</td>
                  <td className="is-amount">{formatAmount(leftCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
