import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import type { TakenBack } from '#contract/features/not-me/values.ts'
import { pages } from '#contract/pages.ts'
import { listChangesSince, listStillInvited } from '#server/accounts/changes-since.ts'
import { endHandOversOf } from '#server/accounts/end-hand-overs.ts'
import { findOwner, type Owner } from '#server/accounts/owner.ts'
import { findGivenAway, undoOwnerChange } from '#server/accounts/owner-changes.ts'
import { removeStrangers } from '#server/accounts/remove-strangers.ts'
import { sayTakenBack, waysBackFrom } from '#server/accounts/say-taken-back.ts'
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
  const invitedBy = { accountId, agentId, since: given.strangersSince, until: now }
  const { removed, hasMore } = await removeStrangers(tx, deps, invitedBy, origin)
  const changed = await listChangesSince(tx, { accountId, agentId: nextId, since: at, strangers: removed })
  const takenBack = {
    removed: removed.map(({ name, email }) => personAndEmail(name, email)),
    removesMore: hasMore,
    stillInvited: await listStillInvited(tx, { agentId: nextId, since: now, recently: at }),
    ...changed,
  }
  const isRemoved = removed.some(({ id }) => id === nextId)
  await postUndone(tx, deps, { owner, next, takenBack })
  if (!isRemoved) await postNoLongerOwner(tx, deps, { owner, next, nextRole })
}

async function postUndone(
  tx: Db,
  deps: MailDeps,
  { owner, next, takenBack }: { owner: Owner; next: Owner; takenBack: TakenBack },
): Promise<void> {
  const { publicUrl } = deps.config
  const other = personAndEmail(next.fullName, next.email)
  await queueMailTo(tx, deps, 'handed-over', owner, {
    subject: `You are the owner of ${companyInMail(owner)} again`,
    paragraphs: [
      `You told us that it was not you who made ${other} the owner of ${accountInMail(owner)}, and you have set a new password. We undid it. A card that was entered by the other owner is no longer on file. Bills that were paid stay paid.`,
      ...sayTakenBack(takenBack, {
        stillInvited: `Invited by ${other}, and not removed`,
        changes: `This was changed while ${other} was the owner`,
      }),
      'Check that everything is as you want it.',
    ],
    buttons: [
      { label: 'See what happened', url: `${publicUrl}${pages.activity}` },
      ...waysBackFrom(takenBack, publicUrl),
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
