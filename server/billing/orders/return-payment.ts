import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { help } from '#server/billing/invoices/mails.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PostDeps, postTo } from '#server/platform/mail/post.ts'
import { settleCharge } from './charges.ts'
import { voidLateCharge } from './late-charges.ts'

/**
 * A payment that arrived when there was nothing left to pay for: a job gives it back, and the owner is told so. The
 * charge stays open in our books until the gateway has confirmed that.
 */
export async function returnPayment(
  tx: Db,
  post: PostDeps,
  paid: { key: string; accountId: number; reference: string; why: string },
): Promise<void> {
  const { key, accountId, reference, why } = paid
  const charge = await settleCharge(
    tx,
    key,
    { outcome: 'unknown', reference, reason: 'came too late' },
    post.now,
  )
  await post.jobs.send(tx, voidLateCharge, { key })
  const { cents } = await tx.one<{ cents: number }>(
    sql`select amount_cents as cents from charges where key = ${key}`,
  )
  const owner = await findOwner(tx, accountId)
  const amount = formatAmount(cents)
  await postTo(tx, post, 'payment-returned', owner, {
    subject: `Your payment of ${amount} goes back to your card`,
    paragraphs: [
      `This is about ${owner.company}, account number ${owner.pin}. ${why}`,
      `We are returning ${amount} to your ${charge?.brand} card ending in ${charge?.lastFour}. Banks usually show it within a few days.`,
    ],
    buttons: [{ label: 'See your account', url: `${post.config.publicUrl}${pages.account}` }],
    closing: help(post),
  })
}
