import { dayInWords } from '#contract/calendar/billing-dates.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { plannedInWords } from '#server/billing/subscriptions/plan-words.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type PostDeps, postTo } from '#server/platform/mail/post.ts'

export async function postPlanned(
  tx: Db,
  deps: PostDeps,
  accountId: number,
  itemsNow: readonly PlanItem[],
  next: { on: string; items: readonly PlanItem[] },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await postTo(tx, deps, 'plan-planned', owner, {
    subject: `Your plan changes on ${dayInWords(next.on)}`,
    paragraphs: [
      `You changed the plan of ${owner.company}, account number ${owner.pin}. Nothing was charged.`,
      ...plannedInWords(itemsNow, next),
    ],
    buttons: [{ label: 'See your plan', url: `${deps.config.publicUrl}${pages.plan}` }],
    closing: help(deps),
  })
}
