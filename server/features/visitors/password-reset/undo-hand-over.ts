import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { pages } from '#contract/pages.ts'
import { endHandOversOf } from '#server/accounts/end-hand-overs.ts'
import { findOwner, type Owner } from '#server/accounts/owner.ts'
import { findGivenAway, undoOwnerChange } from '#server/accounts/owner-changes.ts'
import { removeStrangers } from '#server/accounts/remove-strangers.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import { dropCardEnteredBy } from '#server/billing/cards/cards.ts'
import { type Origin, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail, companyInMail, personAndEmail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'

/**
 * Somebody reported that it was not them who handed the account over, and has now set a new password: they are the owner
 * again, and the next owner is what they were before. A card that the next owner entered is off file and the one before is
 * back; bills that were paid stay paid.
 */
export async function undoHandOver(tx: Db, deps: MailDeps, agentId: number, origin: Origin): Promise<void> {
  const { now } = deps
  const named = await findGivenAway(tx, agentId, now)
  if (!named?.isReported) return
  const { accountId } = named
  await lockPeople(tx, accountId)
  // A second hand-over may have come first.
  const given = await findGivenAway(tx, agentId, now)
  if (given?.id !== named.id || !given.undoEndsAt || !given.strangersSince) return
  const { nextId, nextRole, at } = given
  const next = await findOwner(tx, accountId)
  await undoOwnerChange(tx, given, now)
  await dropCardEnteredBy(tx, { accountId, agentId: nextId, since: at }, now)
  await endHandOversOf(tx, nextId, 'handed-over', now)
  const entry = { actor: { agentId }, accountId, origin }
  await recordAudit(tx, { ...entry, action: 'hand-over-undone', details: { agentId: nextId } }, now)
  const owner = await findOwner(tx, accountId)
  const invitedBy = { accountId, agentId, since: given.strangersSince }
  const { removed } = await removeStrangers(tx, deps, invitedBy, origin)
  const isRemoved = removed.some(({ id }) => id === nextId)
  await postUndone(tx, deps, owner, next)
  if (!isRemoved) await postNoLongerOwner(tx, deps, { owner, next, nextRole })
}

async function postUndone(tx: Db, deps: MailDeps, owner: Owner, next: Owner): Promise<void> {
  const { publicUrl } = deps.config
  await queueMailTo(tx, deps, 'handed-over', owner, {
    subject: `You are the owner of ${companyInMail(owner)} again`,
    paragraphs: [
      `You told us that it was not you who made ${personAndEmail(next.fullName, next.email)} the owner of ${accountInMail(owner)}, and you have set a new password. We undid it. A card that was entered by the other owner is no longer on file. Bills that were paid stay paid.`,
      'Check what else was changed in the meantime.',
    ],
    buttons: [
      { label: 'See what happened', url: `${publicUrl}${pages.activity}` },
      { label: 'Check who is in your account', url: `${publicUrl}${pages.people}` },
      { label: 'Check the card on file', url: `${publicUrl}${pages.billing}` },
    ],
    closing: [questions(deps)],
  })
}

async function postNoLongerOwner(
  tx: Db,
  deps: MailDeps,
  { owner, next, nextRole }: { owner: Owner; next: Owner; nextRole: Role },
): Promise<void> {
  await queueMailTo(tx, deps, 'handed-over', next, {
    subject: `You are no longer the owner of ${companyInMail(next)}`,
    paragraphs: [
      `${personAndEmail(owner.fullName, owner.email)} told us that somebody else made you the owner of ${accountInMail(next)}. We undid it: you are ${roles[nextRole].one} again. A card that you entered is no longer on file and will not be charged.`,
    ],
    closing: [questions(deps)],
  })
}
