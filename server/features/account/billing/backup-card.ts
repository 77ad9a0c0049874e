import * as messages from '#contract/billing/messages.ts'
import type { saveBackupCard as saveCall } from '#contract/features/billing.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { CardForm } from '#server/billing/cards/card-form.ts'
import {
  backupCardAddedMail,
  backupCardRemovedMail,
  cardsSwappedMail,
} from '#server/billing/cards/card-mails.ts'
import {
  type CardOnFile,
  exchangeCards,
  findCards,
  findShownCard,
  isSameNumber,
  isSameOnItsFace,
  lockCards,
  mayBeSameNumber,
  noteCardChanged,
  replaceCards,
  storeCard,
  type WhichCard,
  whichOf,
} from '#server/billing/cards/cards.ts'
import { takeVerifiedCard } from '#server/billing/cards/take-card.ts'
import { replanTries } from '#server/billing/renewals/plan-tries.ts'
import type { Deps } from '#server/deps.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'
import { type Tx, transaction } from '#server/platform/transaction.ts'

type Answer = AnswerOf<typeof saveCall>
const saved: Answer = { data: { status: 'saved' } }

/** The bank verifies it first. A double click, or the same form in two tabs, stores one card and sends one mail. */
export async function saveBackupCard(
  deps: Deps,
  session: Session,
  form: CardForm,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { accountId, agentId, origin } = session
  const entered = { by: { agentId }, at: deps.clock.now() }
  const card = await takeVerifiedCard(deps, accountId, form, visitor)
  if (isRefused(card)) return card
  return transaction(deps, async (tx) => {
    if (!(await lockCards(tx, accountId, entered))) throw refuseRole('billing')
    await requireOpenSession(tx, session)
    const { first, backup } = await findCards(tx, accountId)
    if (!first) throw refuseOutdated(messages.noCardOnFile)
    if (mayBeSameNumber(first, card))
      throw refuse('invalid-fields', { errors: { number: [messages.backupIsFirst] } })
    if (backup && isSameNumber(backup, card) && isSameOnItsFace(backup, card) && !backup.refusedBecause)
      return saved
    await replaceCards(tx, [backup], tx.now)
    await storeCard(tx, accountId, { ...card, isBackup: true }, tx.now, entered)
    await replanTries(tx, accountId, tx.now, { isKept: true })
    await noteCardChanged(tx, { actor: { agentId }, origin }, accountId, card, tx.now, 'backup-card-added')
    await mailOwner(tx, accountId, backupCardAddedMail, { backup: card, first })
    return saved
  })
}

/** Removing it again, after a double click or in another tab, does nothing. */
export function removeBackupCard(deps: Deps, session: Session, cardId: number): Promise<Answer> {
  const { accountId, agentId, origin } = session
  return transaction(deps, async (tx) => {
    const { shown, backup } = await lockShownCard(tx, session, cardId)
    if (shown === 'first') throw refuseOutdated(messages.cardsHaveChanged)
    if (shown !== 'backup' || !backup) return saved
    await replaceCards(tx, [backup], tx.now)
    await replanTries(tx, accountId, tx.now, { isKept: true })
    await noteCardChanged(
      tx,
      { actor: { agentId }, origin },
      accountId,
      backup,
      tx.now,
      'backup-card-removed',
    )
    await mailOwner(tx, accountId, backupCardRemovedMail, backup)
    return saved
  })
}

/**
 * The backup becomes the first card, and the first card the backup. Both are stored again, so that whose exchange it was
 * is known. Asking again does not exchange them back.
 */
export function swapCards(deps: Deps, session: Session, cardId: number): Promise<Answer> {
  const { accountId, agentId, origin } = session
  return transaction(deps, async (tx) => {
    const { shown, first, backup } = await lockShownCard(tx, session, cardId)
    if (shown === 'first') return saved
    if (!backup || shown !== 'backup') throw refuseOutdated(messages.cardsHaveChanged)
    await exchangeCards(tx, { first, backup }, tx.now, { by: { agentId }, at: tx.now })
    await replanTries(tx, accountId, tx.now)
    await noteCardChanged(tx, { actor: { agentId }, origin }, accountId, backup, tx.now, 'cards-swapped')
    await mailOwner(tx, accountId, cardsSwappedMail, { first: backup, backup: first })
    return saved
  })
}

/** What the card that the page showed as the backup is now. It may have been exchanged, replaced or removed. */
async function lockShownCard(
  tx: Tx,
  session: Session,
  cardId: number,
): Promise<{ shown: WhichCard | 'gone' } & Record<WhichCard, CardOnFile | undefined>> {
  const { accountId } = session
  if (!(await lockCards(tx, accountId, { by: { agentId: session.agentId }, at: tx.now })))
    throw refuseRole('billing')
  await requireOpenSession(tx, session)
  const card = await findShownCard(tx, accountId, cardId)
  const shown = card ? whichOf(card) : 'gone'
  return { ...(await findCards(tx, accountId)), shown }
}
