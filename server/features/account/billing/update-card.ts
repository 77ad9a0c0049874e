import type { updateCard as updateCardCall } from '#contract/features/billing.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import { postCardChanged } from '#server/billing/cards/card-mails.ts'
import { keepCard, noteCardChanged } from '#server/billing/cards/cards.ts'
import { takeVerifiedCard } from '#server/billing/cards/take-card.ts'
import type { Deps } from '#server/deps.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { payWithCard } from './pay-open.ts'

type Answer = AnswerOf<typeof updateCardCall>

/**
 * The owner's new card pays the open balance and then becomes the card on file. With nothing open (or no
 * longer: another tab may have paid meanwhile) the bank verifies it first, so that a refused card never
 * replaces a good one.
 */
export async function updateCard(
  deps: Deps,
  session: Session,
  form: ParsedBodyOf<typeof updateCardCall>,
  visitor: Visitor,
): Promise<Answer | Refused> {
  const { accountId, agentId, origin } = session
  const enteredAt = deps.clock.now()
  const payer = { accountId, askedBy: { agentId }, origin, shownCents: form.open_cents }
  const paid = await payWithCard(deps, payer, form, visitor)
  if (isRefused(paid) || paid.data.status !== 'nothing_open') return paid
  const card = await takeVerifiedCard(deps, accountId, form, visitor)
  if (isRefused(card)) return card
  const now = deps.clock.now()
  const isKept = await deps.db.transaction(async (tx) => {
    if (!(await keepCard(tx, accountId, card, now, { by: { agentId }, at: enteredAt }))) return false
    await requireOpenSession(tx, session)
    await noteCardChanged(tx, { actor: { agentId }, origin }, accountId, card, now)
    await postCardChanged(tx, { ...deps, now }, accountId, card)
    return true
  })
  if (!isKept) return refuseRole('billing')
  return { data: { status: 'saved', number: '' } }
}
