import { useState } from 'react'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import { statuses } from '#contract/accounts/statuses.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { CanceledTile } from './CanceledTile.tsx'
import { CancelForm } from './CancelForm.tsx'
import { HeldNote, Offers } from './Offers.tsx'

const TO_THE_END =
  'You can cancel below with one click. You get a receipt, and you can undo it until the last day.'
const AT_ONCE = 'You can cancel below with one click. You get a receipt.'

/** Two screens: the reason, next to fair alternatives; then the confirmation with the receipt. */
export function CancelPage(props: PageProps<'cancel'>) {
  const { values } = props
  const { money } = values
  const [receipt, setReceipt] = useState(money.cancellation)
  const isNews = receipt !== money.cancellation
  if (receipt) {
    return (
      <AccountLayout
        {...props}
        values={{ ...values, ...standingAfter(money, receipt) }}
        title="Your subscription is canceled"
        lede="There are no further charges."
      >
        <CanceledTile receipt={receipt} pin={values.pin} canUndo={money.open === null} isNews={isNews} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout {...props} title="Cancel your subscription" lede={money.open ? AT_ONCE : TO_THE_END}>
      <div className="tiles">
        <CancelForm money={money} onCanceled={setReceipt} />
        {!money.open && (
          <div className="stack">
            {money.hold ? <HeldNote hold={money.hold} /> : <Offers values={values} />}
          </div>
        )}
      </div>
    </AccountLayout>
  )
}

/** The status after canceling: the page's values still show the one before. */
function standingAfter(
  { open }: Pick<MoneyValues, 'open'>,
  { lastDay }: NonNullable<MoneyValues['cancellation']>,
): Partial<AccountValues> {
  return open ? { statusId: 'canceled', status: statuses.canceled.text } : { runsThrough: lastDay }
}
