import { dayInWords } from '#contract/billing-dates.ts'
import { pages } from '#contract/pages.ts'
import type { PlanItem } from '#contract/plan-items.ts'
import type { Db } from '../../db/database.ts'
import { type PostDeps, postTo } from '../../mail/post.ts'
import { findOwner, help } from '../../money/mails.ts'
import { plannedInWords } from '../../money/plan-words.ts'

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
