import { formatAmount } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { help } from '#server/billing/invoices/mails.ts'
import { notMeButton } from '#server/identity/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import type { KeptCard } from './cards.ts'

/**
 * Alerts the owner, in case someone else changed the card. A card entered through a mailed payment link has
 * also paid something.
 */
export async function postCardChanged(
  tx: Db,
  deps: MailDeps,
  accountId: number,
  card: Pick<KeptCard, 'brand' | 'lastFour'>,
  paidCents = 0,
): Promise<void> {
  const owner = await findOwner(tx, accountId)
  const what =
    paidCents > 0
      ? `We charged it ${formatAmount(paidCents)}. Your receipt is in a separate email.`
      : 'Nothing was charged.'
  await queueMailTo(tx, deps, 'card-changed', owner, {
    subject: 'Your card was changed',
    paragraphs: [
      `The card on file for ${accountInMail(owner)} is now the ${card.brand} card ending in ${card.lastFour}. ${what}`,
      'If you did not expect this, change the card in your account, or call us.',
    ],
    buttons: [
      { label: 'See the card on file', url: `${deps.config.publicUrl}${pages.billing}` },
      await notMeButton(txOf(tx, deps), owner),
    ],
    closing: help(deps),
  })
}
