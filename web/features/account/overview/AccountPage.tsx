import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { describeStanding } from '#web/account/describe-account.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { InvoiceTable } from '#web/ui/InvoiceTable.tsx'
import { PlanTile } from '#web/ui/PlanTile.tsx'
import { NextChargeTile } from './NextChargeTile.tsx'
import { PersonTile } from './PersonTile.tsx'
import { PhoneNotice } from './PhoneNotice.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** The first page after signing in: who you are, the account, its plan, the next charge and what to do. */
export function AccountPage(props: PageProps<'account'>) {
  const { values } = props
  const { items, ofPayer } = values
  const { card } = ofPayer?.money ?? { card: null }
  const bills = ofPayer?.bills ?? []
  return (
    <AccountLayout {...props} title={`Welcome, ${values.firstName}`} lede={describeStanding(values)}>
      {card?.expiresTooSoon && (
        <Banner tone="warn">
          <p>
            {`Your ${card.brand} card ending in ${card.lastFour} expires before the next charge. `}
            <a href={`${pages.billing}#card`}>Update the card</a>
          </p>
        </Banner>
      )}
      <div className="tiles">
        {ofPayer && <NextChargeTile money={ofPayer.money} role={values.role} />}
        <PlanTile title="Your plan" {...(ofPayer?.plan ?? { lines: items })} />
        {bills.length > 0 && (
          <section className="tile whole" aria-labelledby="bills">
            <div className="between">
              <h2 id="bills">Receipts</h2>
              <a href={pages.billing}>All bills and receipts</a>
            </div>
            <InvoiceTable bills={bills} />
          </section>
        )}
        <PersonTile values={values} />
        <SignOutEverywhere />
      </div>
      <PhoneNotice provider={props.provider} />
    </AccountLayout>
  )
}
