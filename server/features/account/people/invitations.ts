import type { FastifyReply } from 'fastify'
import * as messages from '#contract/accounts/people-messages.ts'
import { mayManage } from '#contract/accounts/roles.ts'
import { INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import type * as calls from '#contract/features/people.ts'
import { assignableRoleOf, type Invitation } from '#contract/features/people.ts'
import { join as joinCall } from '#contract/features/people-links.ts'
import { splitFullName } from '#contract/fields/person.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { assignFreeDialer } from '#server/accounts/dialers.ts'
import { lockPeople, markRemoved, seatsOf, seatsTaken } from '#server/accounts/seats.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import {
  dropAllLinks,
  dropLinks,
  findLink,
  linkLimit,
  makeLink,
  spendLink,
  wasUsed,
} from '#server/identity/links.ts'
import { by, originOf, type Session } from '#server/identity/sessions.ts'
import type { By } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { parse } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, countTry, type Limit, limitByIp } from '#server/platform/limits.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { attempt, isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { DAY } from '#server/ports/clock.ts'
import { invitationMail, joinedMail } from './mails.ts'
import { changePeople } from './people.ts'
import {
  findMembership,
  type Invited,
  insertInvited,
  isInAccount,
  lockPerson,
  markJoined,
} from './queries.ts'

/** Limits how often a customer can make us email people who have no account. */
const byAccount: Limit = { name: 'invite:account', tries: 60, windowMinutes: 24 * 60 }
const byEmail: Limit = { name: 'invite:email', tries: 10, windowMinutes: 24 * 60 }
/** Also for operators. */
export const byInvitation: Limit = { name: 'resend-invitation:person', tries: 5, windowMinutes: 60 }
const byIp = linkLimit('invitation')

export async function invite(
  deps: TransactionDeps,
  body: ParsedBodyOf<typeof calls.invitePerson>,
  session: Session,
): Promise<AnswerOf<typeof calls.invitePerson>> {
  const { accountId } = session
  const { email } = body
  const role = assignableRoleOf(body.role)
  const now = deps.clock.now()
  await countTry(deps.db, byAccount, String(accountId), now)
  await countTry(deps.db, byEmail, email.toLowerCase(), now)
  return changePeople(deps, session, 'manage-people', async (tx, actor) => {
    if (!mayManage(actor.role, role)) throw refuseRole('give-roles')
    const agentId = await addInvited(tx, { accountId, email, role, inviter: session })
    await tx.audit({ ...by(session), action: 'person-invited', details: { agentId, role } })
  })
}

/**
 * An operator invites a person for the owner, within the seats of the plan, and only as a user: other roles
 * are given by the account's own people.
 */
export async function inviteBySupport(
  tx: Tx,
  { accountId, ownerId, email }: { accountId: number; ownerId: number; email: string },
  { actor, reason }: By,
): Promise<void> {
  const role = 'user'
  await lockPeople(tx, accountId)
  // An ended account accepts nobody.
  if (!(await findMembership(tx, ownerId)))
    throw refuse('invalid-fields', { errors: messages.accountTakesNobody })
  const agentId = await addInvited(tx, { accountId, email, role, inviter: undefined })
  await tx.audit({ actor, action: 'person-invited', accountId, details: { agentId, role, reason } })
}

/** The caller has locked the account's people. */
async function addInvited(tx: Tx, invited: Invited): Promise<number> {
  const { accountId, email } = invited
  if (await isInAccount(tx, accountId, email)) throw wrongEmail(messages.alreadyInAccount)
  const seats = await seatsOf(tx, accountId)
  if ((await seatsTaken(tx, accountId)) >= seats) throw wrongEmail(messages.noSeatLeft(seats))
  const agentId = await insertInvited(tx, invited, tx.now)
  await sendInvitation(tx, { accountId, agentId })
  return agentId
}

function wrongEmail(text: string): Refused {
  return refuse('invalid-fields', { errors: { email: [text] } })
}

/** A new invitation invalidates the earlier one. */
async function sendInvitation(tx: Tx, invited: { accountId: number; agentId: number }): Promise<void> {
  await dropLinks(tx, 'invitation', invited.agentId, tx.now)
  const link = { purpose: 'invitation', ...invited, lastsMs: INVITATION_DAYS * DAY } as const
  const membership = await findMembership(tx, invited.agentId)
  if (!membership) throw new Error(`Nobody stands behind the invitation of agent ${invited.agentId}`)
  const mail = invitationMail(membership, tx.config, await makeLink(tx, link, tx.now))
  const { accountId, email } = membership
  await queueMail(tx, { accountId, email }, mail)
}

export async function resendInvitation(
  deps: TransactionDeps,
  { agent_id: agentId }: ParsedBodyOf<typeof calls.resendInvitation>,
  session: Session,
): Promise<AnswerOf<typeof calls.resendInvitation>> {
  const { accountId } = session
  await countTry(deps.db, byInvitation, `${accountId} ${agentId}`, deps.clock.now())
  return changePeople(deps, session, 'manage-people', async (tx, actor) => {
    const invited = await lockPerson(tx, accountId, agentId)
    if (!invited || invited.joinedAt) throw refuse('not-found', { errors: messages.invitationGone })
    if (!mayManage(actor.role, invited.role)) throw refuseRole('give-roles')
    await sendInvitation(tx, { accountId, agentId })
    await tx.audit({ ...by(session), action: 'invitation-resent', details: { agentId } })
  })
}

/** An operator resends an open or expired invitation. Its role stays; the former link no longer works. */
export async function resendInvitationBySupport(
  tx: Tx,
  { accountId, agentId }: { accountId: number; agentId: number },
  { actor, reason }: By,
): Promise<{ email: string }> {
  await lockPeople(tx, accountId)
  const invited = await lockPerson(tx, accountId, agentId)
  if (!invited) throw refuse('not-found', { errors: messages.personGone })
  if (invited.joinedAt) throw refuse('invalid-fields', { errors: messages.joinedAlready })
  // An ended account accepts nobody.
  if (!(await findMembership(tx, agentId)))
    throw refuse('invalid-fields', { errors: messages.accountTakesNobody })
  await sendInvitation(tx, { accountId, agentId })
  await tx.audit({ actor, action: 'invitation-resent', accountId, details: { agentId, reason } })
  return { email: invited.email }
}

/** If the invitation has been accepted meanwhile, the person must be removed instead. */
export function withdrawInvitation(
  deps: TransactionDeps,
  { agent_id: agentId }: ParsedBodyOf<typeof calls.withdrawInvitation>,
  session: Session,
): Promise<AnswerOf<typeof calls.withdrawInvitation>> {
  return changePeople(deps, session, 'manage-people', async (tx, actor) => {
    const invited = await lockPerson(tx, session.accountId, agentId)
    if (!invited || invited.joinedAt) throw refuse('not-found', { errors: messages.invitationGone })
    if (!mayManage(actor.role, invited.role)) throw refuseRole('give-roles')
    await dropAllLinks(tx, agentId, tx.now)
    await markRemoved(tx, agentId, tx.now)
    await tx.audit({ ...by(session), action: 'invitation-withdrawn', details: { agentId } })
  })
}

/** What an invitation shows before it is accepted. Opening the link does not use it up. */
export async function showInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Invitation | null> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findLink(db, 'invitation', linkToken, now)
  const membership = link?.agentId ? await findMembership(db, link.agentId) : undefined
  if (!membership) return null
  const { email, company, pin, role, isBySupport } = membership
  const { inviterName: name, inviterEmail } = membership
  const named = name === '' ? inviterEmail : `${name} (${inviterEmail})`
  const inviterName = isBySupport ? 'Our support team' : named
  return { email, company, pin, inviterName, role }
}

/** Uses the link, stores name and password, and notifies the owner, in one transaction. */
export async function join(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  linkToken: string,
  body: ParsedBodyOf<typeof joinCall>,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof joinCall>> {
  if (!(await showInvitation(deps, linkToken, visitor))) throw await invitationOver(deps.db, linkToken)
  const passwordHash = await deps.passwords.hash(body.password)
  if (isRefused(passwordHash)) throw passwordHash
  const joined = await transaction(deps, async (tx) => {
    const found = await findLink(tx, 'invitation', linkToken, tx.now)
    if (found?.accountId) await lockPeople(tx, found.accountId)
    const link = await spendLink(tx, 'invitation', linkToken, tx.now)
    if (!link?.agentId) throw await invitationOver(tx, linkToken)
    const { agentId } = link
    const membership = await findMembership(tx, agentId)
    const name = splitFullName(body.full_name)
    if (!membership || !(await markJoined(tx, agentId, { ...name, passwordHash }, tx.now))) throw invalid
    const { accountId, email, pin: accountNumber } = membership
    await assignFreeDialer(tx, { accountId, agentId }, tx.now)
    await mailOwner(tx, accountId, joinedMail, { membership, name: body.full_name })
    const origin = originOf(visitor)
    await tx.audit({ actor: { agentId }, accountId, origin, action: 'person-joined' })
    await noteEmailWorks(tx, email, origin, tx.now)
    return { agentId, accountNumber }
  })
  visitor.report('person.joined', joined)
  return { data: { status: 'joined' } }
}

const invalid = refuse('link-invalid', { errors: messages.invitationInvalid })

async function invitationOver(db: Db, linkToken: string): Promise<Refused> {
  const isUsed = await wasUsed(db, 'invitation', linkToken)
  return isUsed ? refuse('link-invalid', { errors: messages.invitationUsed }) : invalid
}

/** Handles the same form posted without JavaScript. */
export async function answerJoinForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const shown = await attempt(showInvitation(deps, linkToken, posted.visitor))
  const invitation = isRefused(shown) ? null : shown
  const body = parse(joinCall, posted.raw)
  const result = isRefused(body) ? body : await attempt(join(deps, linkToken, body, posted.visitor))
  const isOver = isRefused(result) && result.refused === 'link-invalid'
  const sent = isRefused(result)
    ? { fullName: posted.raw.full_name ?? '', errors: messageOf(result) }
    : { isDone: true }
  const values = isOver
    ? { linkToken, invitation: null, wasUsed: await wasUsed(deps.db, 'invitation', linkToken) }
    : { linkToken, invitation, wasUsed: false, sent }
  return showForm(deps, posted, 'invitation', values, result)
}
