import type { Db } from '../../db/database.ts'
import { type PostDeps, postTo } from '../../mail/post.ts'
import type { KeptCard } from '../../money/cards.ts'
import { findOwner, help } from '../../money/mails.ts'

/** Whoever did not do this themselves should know of it. */
export async function postCardChanged(
  tx: Db,
  deps: PostDeps,
  accountId: number,
  card: KeptCard,
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  await postTo(tx, deps, 'card-changed', owner, {
    subject: 'Your card was changed',
    paragraphs: [
      `From now on ${owner.company}, account number ${owner.pin}, is paid with the ${card.brand} card ending in ${card.lastFour}. Nothing was charged.`,
    ],
    closing: help(deps),
  })
}
