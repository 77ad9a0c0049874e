import { dayInWords } from '#contract/billing-dates.ts'
import { formatAmount } from '#contract/money.ts'
import { pages } from '#contract/pages.ts'
import type { Db } from '../../db/database.ts'
import { type PostDeps, postTo } from '../../mail/post.ts'
import { findOwner, help } from '../../money/mails.ts'

export async function postPlanned(
  tx: Db,
  deps: PostDeps,
  accountId: number,
  { on, cents }: { on: string; cents: number },
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await postTo(tx, deps, 'plan-planned', owner, {
    subject: `Your plan gets smaller on ${dayInWords(on)}`,
    paragraphs: [
      `From ${dayInWords(on)} ${owner.company}, account number ${owner.pin}, costs ${formatAmount(cents)} a month. Until then everything stays as it is; you can take this back in your account.`,
    ],
    buttons: [{ label: 'See your plan', url: `${deps.config.publicUrl}${pages.plan}` }],
    closing: help(deps),
  })
}
