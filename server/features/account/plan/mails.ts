import { formatDay } from '#contract/calendar/billing-dates.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { describeLostDialers, describePlanned } from '#server/billing/subscriptions/plan-items.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

export async function postPlanned(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  itemsNow: readonly PlanItem[],
  next: { on: string; items: readonly PlanItem[] },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await queueMailTo(tx, deps, 'plan-planned', owner, {
    subject: `Your plan changes on ${formatDay(next.on)}`,
    paragraphs: [
      `You changed the plan for ${accountInMail(owner)}. Nothing was charged.`,
      ...describePlanned(itemsNow, next),
      ...(await describeLostDialers(tx, accountId, itemsNow, next)),
    ],
    buttons: [{ label: 'See your plan', url: `${deps.config.publicUrl}${pages.plan}` }],
    closing: help(deps),
  })
}
