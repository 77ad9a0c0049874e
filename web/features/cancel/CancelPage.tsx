import { useState } from 'react'
import type { PageProps } from '#contract/pages.ts'
import { AccountLayout } from '#web/features/account/AccountLayout.tsx'
import { CanceledTile } from './CanceledTile.tsx'
import { CancelForm } from './CancelForm.tsx'
import { HoldOffer, SmallerOffer } from './Offers.tsx'

/** Two screens: why, with an honest offer beside it; then done, with the receipt. */
export function CancelPage(props: PageProps<'cancel'>) {
  const { values } = props
  const { money } = values
  const [receipt, setReceipt] = useState(money.cancellation)
  const isNews = receipt !== money.cancellation
  if (receipt) {
    return (
      <AccountLayout {...props} title="Your subscription is canceled" lede="There are no further charges.">
        <CanceledTile receipt={receipt} pin={values.pin} canUndo={money.open === null} isNews={isNews} />
      </AccountLayout>
    )
  }
  return (
    <AccountLayout
      {...props}
      title="Cancel your subscription"
      lede="One click below and it is done. You get a receipt, and you can take it back until the last day."
    >
      <div className="tiles">
        <CancelForm money={money} onCanceled={setReceipt} />
        {!money.open && (
          <div className="stack">
            <HoldOffer values={values} />
            <SmallerOffer />
          </div>
        )}
      </div>
    </AccountLayout>
  )
}
