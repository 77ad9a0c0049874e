import type { MoneyPreview } from '#contract/billing/approvals.ts'
import { momentOf } from '#contract/calendar/billing-dates.ts'
import type { OwnersMail } from '#server/billing/invoices/mails.ts'
import type { Extension, OpenBill } from '#server/billing/refunds/months.ts'
import type { BillingState } from '#server/billing/subscriptions/show-money.ts'
import type { Config } from '#server/config/config.ts'

export type PreviewDeps = { config: Config; now: Date }
/** The effects of an action, before its mails and the next bill are added. */
export type Planned = Omit<MoneyPreview, 'next' | 'mails'> & {
  project: (billing: BillingState) => BillingState
  mail: OwnersMail | null
}

type Suppose = (billing: BillingState) => BillingState

export function afterCredit(cents: number): Suppose {
  return (billing) => ({ ...billing, creditCents: billing.creditCents + cents })
}

/** The next charge, a planned change, the end of a hold and the end after a cancellation move with the end of the month. */
export function afterExtension({
  endsOn,
  nextOn,
  heldUntil,
}: Pick<Extension, 'endsOn' | 'nextOn' | 'heldUntil'>): Suppose {
  return (billing) => {
    const { zone, cancelOn, change } = billing
    return {
      ...billing,
      nextOn,
      nextAt: momentOf(zone, nextOn),
      heldUntil,
      cancelOn: cancelOn === endsOn ? nextOn : cancelOn,
      change: change && { ...change, from: change.from === endsOn ? nextOn : change.from },
    }
  }
}

/** The plan becomes free and continues as it is. */
export function afterFreeAccess(billing: BillingState): BillingState {
  const items = billing.items.map((item) => ({ ...item, unitPrice: 0, given: item.quantity }))
  return { ...billing, items, change: null, cancelOn: null, cancelReference: null }
}

/** The month continues, and the credit used by its bill returns. */
export function afterWaiver({ endsAt, creditCents }: Pick<OpenBill, 'endsAt' | 'creditCents'>): Suppose {
  return (billing) => ({
    ...billing,
    open: null,
    nextAt: endsAt,
    creditCents: billing.creditCents + creditCents,
  })
}
