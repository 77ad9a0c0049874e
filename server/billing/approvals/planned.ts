import type { MoneyPreview } from '#contract/billing/money-preview.ts'
import type { BillingMailText } from '#server/billing/invoices/billing-mail.ts'
import type { Standing } from '#server/billing/subscriptions/show-money.ts'
import type { Config } from '#server/config/config.ts'
import type { OwnPurpose } from '#server/platform/mail/purposes.ts'

export type PreviewDeps = { config: Config; now: Date }
/** What an action does, before its mails and the next bill are added. */
export type Planned = Omit<MoneyPreview, 'next' | 'mails'> & {
  suppose: (standing: Standing) => Standing
  mail: { purpose: OwnPurpose; text: BillingMailText } | null
}
