import { useState } from 'react'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import { statuses } from '#contract/accounts/statuses.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { CanceledTile } from './CanceledTile.tsx'
import { CancelForm, type Receipt } from './CancelForm.tsx'
import { HeldNote, Offers } from './Offers.tsx'

const TO_THE_END =
  'You can cancel below with one click. You get a receipt, and you can undo it until the last day.'
const AT_ONCE = 'You can cancel below with one click. You get a receipt.'

/** Two screens: the reason, next to fair alternatives; then the confirmation with the receipt. */
export function CancelPage(props: PageProps<'cancel'>) {
  const { values } = props
  const { money } = values
  const [news, setNews] = useState<Receipt>()
  const receipt = news ?? (money.cancellation && { ...money.cancellation, hasEnded: false })
  if (receipt) {
    return (
      <AccountLayout
        {...props}
        values={{ ...values, ...standingAfter(values, receipt) }}
        title="Your subscription is canceled"
        lede="There are no further charges."
      >
        <CanceledTile receipt={receipt} pin={values.pin} isNews={news !== undefined} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout {...props} title="Cancel your subscription" lede={money.open ? AT_ONCE : TO_THE_END}>
      <div className="tiles">
        <CancelForm money={money} onCanceled={setNews} />
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
  { money }: PageProps<'cancel'>['values'],
  { lastDay, hasEnded }: Receipt,
): Partial<AccountValues> {
  if (hasEnded) {
    return { statusId: 'canceled', status: statuses.canceled.text, scope: 'reactivation', runsThrough: null }
  }
  // An account that runs on has been paid since.
  const paid = { statusId: 'active', status: statuses.active.text, scope: 'account' } as const
  return { ...(money.open && paid), runsThrough: lastDay }
}
