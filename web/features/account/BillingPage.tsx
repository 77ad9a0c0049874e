import type { PageProps } from '#contract/pages.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { AmountTile } from './AmountTile.tsx'
import { isPastDue, stateInWords } from './account-words.ts'
import { PlanTile } from './PlanTile.tsx'
import { SupportCall } from './SupportCall.tsx'

export function BillingPage(props: PageProps<'billing'>) {
  const { values, provider } = props
  const { statusId, totalCents, lines } = values
  return (
    <AccountLayout {...props} title="Billing" lede={stateInWords(statusId)}>
      <div className="tiles">
        {isPastDue(statusId) ? (
          <AmountTile title="Open" cents={totalCents} per="for the current month">
            <p>
              Our support team takes the payment by phone. Have the card ready that you want to use, and your
              account number, {values.pin}.
            </p>
            <SupportCall provider={provider} />
          </AmountTile>
        ) : (
          <AmountTile title="Your plan costs" cents={totalCents} per="per month">
            <p className="hint">
              Charged every month in advance, until it is canceled. What is paid is not refunded; the service
              runs to the end of the paid month.
            </p>
            <SupportCall provider={provider} />
          </AmountTile>
        )}
        <PlanTile title="Your plan" lines={lines} totalCents={totalCents} />
      </div>
    </AccountLayout>
  )
}
