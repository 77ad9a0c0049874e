import type { FastifyInstance, FastifyReply } from 'fastify'
import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import * as messages from '#contract/accounts/sign-in.ts'
import type { TakenBack } from '#contract/features/not-me.ts'
import * as calls from '#contract/features/password-reset.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner, lockPersonOf, type Owner } from '#server/accounts/accounts.ts'
import { endHandOversOf, findGivenAway, undoOwnerChange } from '#server/accounts/hand-overs.ts'
import { removeStrangers } from '#server/accounts/remove-strangers.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import {
  listActorsSince,
  listChangesSince,
  listStillInvited,
  sayTakenBack,
  waysBackFrom,
} from '#server/accounts/taken-back.ts'
import { dropCardEnteredBy } from '#server/billing/cards/cards.ts'
import { replanTries } from '#server/billing/renewals/plan-tries.ts'
import type { Deps } from '#server/deps.ts'
import { noteResetByMail, setPassword } from '#server/identity/credentials.ts'
import { findLink, linkLimit, spendLink, wasUsed } from '#server/identity/links.ts'
import { mailAgent, mailPerson, type Person } from '#server/identity/mail-person.ts'
import { endSessionsOfAgent, originOf, setDeviceCookie } from '#server/identity/sessions.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formPost, messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { parse, route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import {
  accountInMail,
  companyInMail,
  type NamedAccount,
  personAndEmail,
} from '#server/platform/mail/names.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import type { Mail, MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { attempt, isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { lockedTransaction, type TransactionDeps, type Tx } from '#server/platform/transaction.ts'

const byIp = linkLimit('reset-link')

export function newPasswordRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.checkResetLink, (_body, visitor) => checkLink(deps, tokenOf(visitor), visitor))
  route(app, calls.chooseNewPassword, (body, visitor) =>
    chooseNewPassword(deps, tokenOf(visitor), body, visitor),
  )
  page(
    app,
    deps,
    'new-password',
    async ({ query, visitor }) => {
      const linkToken = tokenOf(visitor)
      // Without JavaScript the page cannot check the link itself; its own link sets `checked`.
      if (query.checked === undefined) return { linkToken, link: 'unchecked' }
      const checked = await attempt(checkLink(deps, linkToken, visitor))
      return { linkToken, link: 'data' in checked ? 'valid' : 'invalid' }
    },
    { isPersonal: true },
  )
  formPost(app, 'new-password', (posted) => answerForm(deps, posted))
}

function tokenOf({ parts }: Pick<Visitor, 'parts'>): string {
  return parts.linkToken ?? ''
}

async function checkLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof calls.checkResetLink>> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findLink(db, 'password-reset', linkToken, now)
  if (!link) throw refuse('link-invalid')
  return { data: { valid: true } }
}

/**
 * Stores the new password, uses up the link, ends the person's sessions and queues the notice, in one
 * transaction. The device becomes known, so that others' wrong passwords do not lock its owner out.
 */
async function chooseNewPassword(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  linkToken: string,
  { password }: ParsedBodyOf<typeof calls.chooseNewPassword>,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'setCookie' | 'report'>,
): Promise<AnswerOf<typeof calls.chooseNewPassword>> {
  const { db, passwords, config } = deps
  const checked = await attempt(checkLink(deps, linkToken, visitor))
  if (isRefused(checked)) throw checked.refused === 'link-invalid' ? await linkOver(db, linkToken) : checked
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) throw passwordHash

  // Dated after the lock, so that sessions opened with the old password during the wait are older.
  const changed = await lockedTransaction(
    deps,
    (tx) => lockPersonOf(tx, 'password-reset', linkToken),
    async (tx) => {
      const link = await spendLink(tx, 'password-reset', linkToken, tx.now)
      if (!link?.agentId) throw await linkOver(tx, linkToken)
      const { agentId } = link
      const origin = originOf(visitor)
      await undoHandOver(tx, agentId, origin)
      const agent = await setPassword(tx, agentId, passwordHash, tx.now)
      if (!agent) throw refuse('link-invalid')
      await noteResetByMail(tx, agentId, tx.now)
      await endSessionsOfAgent(tx, agentId, tx.now)
      await noteEmailWorks(tx, agent.email, origin, tx.now)
      await mailPerson(tx, { ...agent, id: agentId }, passwordResetDoneMail)
      await tx.audit({ actor: { agentId }, accountId: agent.accountId, origin, action: 'password-reset' })
      return { deviceToken: agent.deviceToken, who: { agentId, accountNumber: agent.pin } }
    },
  )
  visitor.report('password-reset.done', changed.who)
  setDeviceCookie(visitor, changed.deviceToken, config)
  return { data: { status: 'changed' } }
}

async function answerForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const linkToken = tokenOf(posted.visitor)
  const body = parse(calls.chooseNewPassword, posted.raw)
  const result = isRefused(body)
    ? body
    : await attempt(chooseNewPassword(deps, linkToken, body, posted.visitor))
  if (isRefused(result) && result.refused === 'link-invalid') {
    const link = (await wasUsed(deps.db, 'password-reset', linkToken)) ? 'used' : 'invalid'
    return showForm(deps, posted, 'new-password', { linkToken, link }, result)
  }
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  return showForm(deps, posted, 'new-password', { linkToken, link: 'valid', sent }, result)
}

/** After a lost answer, resending the password must not report that the link failed. */
async function linkOver(db: Db, linkToken: string): Promise<Refused> {
  const isUsed = await wasUsed(db, 'password-reset', linkToken)
  return refuse('link-invalid', isUsed ? { errors: messages.resetLinkUsed } : {})
}

export function passwordResetDoneMail(agent: NamedAccount): PersonalMail {
  return {
    purpose: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [
      `The password for ${accountInMail(agent)} was just changed, and you were signed out on all devices.`,
      'If this was you, you do not need to do anything.',
    ],
    offersNotMe: true,
  }
}

/**
 * Somebody who reported a hand-over and has now set a new password is the owner again, and the next owner
 * gets their former role back. A card entered by the next owner, or by people invited by the next owner or by
 * strangers, is removed and the previous one restored; paid bills stay paid.
 */
async function undoHandOver(tx: Tx, agentId: number, origin: Origin): Promise<void> {
  const { now } = tx
  const named = await findGivenAway(tx, agentId, now)
  if (!named?.isReported) return
  const { accountId } = named
  await lockPeople(tx, accountId)
  // A second hand-over may have come first.
  const handOver = await findGivenAway(tx, agentId, now)
  if (handOver?.id !== named.id || !handOver.undoEndsAt || !handOver.strangersSince) return
  const { nextId, nextRole, at, strangersSince } = handOver
  const next = await findOwner(tx, accountId)
  await undoOwnerChange(tx, handOver, now)
  const agentIds = [
    ...(await listActorsSince(tx, { accountId, agentId: nextId, since: at })),
    ...(await listActorsSince(tx, { accountId, agentId, since: strangersSince })),
  ]
  if (await dropCardEnteredBy(tx, { accountId, agentIds, since: at }, now))
    await replanTries(tx, accountId, now)
  await endHandOversOf(tx, nextId, 'handed-over', now)
  const details = { agentId: nextId }
  await tx.audit({ actor: { agentId }, accountId, origin, action: 'hand-over-undone', details })
  const owner = await findOwner(tx, accountId)
  const invitedBy = { accountId, agentId, since: strangersSince, until: now }
  const { removed, hasMore } = await removeStrangers(tx, invitedBy, origin)
  const changed = await listChangesSince(tx, { accountId, agentId: nextId, since: at, strangers: removed })
  const takenBack = {
    removed: removed.map(({ name, email }) => personAndEmail(name, email)),
    removesMore: hasMore,
    stillInvited: await listStillInvited(tx, { agentId: nextId, since: now, recently: at }),
    ...changed,
  }
  const isRemoved = removed.some(({ id }) => id === nextId)
  await mailPerson(tx, owner, handOverUndoneMail, { next, takenBack })
  if (!isRemoved) await mailPerson(tx, next, noLongerOwnerMail, { owner, nextRole })
  for (const id of await listWithoutCard(tx, { accountId, agentIds }))
    if (id !== nextId && id !== agentId) await mailAgent(tx, id, cardsAsBeforeMail, { owner })
}

/** Who changed a card that was just removed, and is still in the account. */
async function listWithoutCard(
  tx: Tx,
  { accountId, agentIds }: { accountId: number; agentIds: readonly number[] },
): Promise<number[]> {
  const people = await tx.many<{ id: number }>(sql`
    select g.id from agents g
    where g.id = any(${agentIds}::bigint[]) and g.removed_at is null and g.joined_at is not null
      and exists (
        select from cards c
        where c.account_id = ${accountId} and c.entered_by = 'agent:' || g.id and c.replaced_at = ${tx.now})`)
  return people.map(({ id }) => id)
}

/** To the reinstated owner. */
export function handOverUndoneMail(
  owner: Owner,
  { publicUrl }: MailSite,
  { next, takenBack }: { next: Pick<Owner, 'fullName' | 'email'>; takenBack: TakenBack },
): Mail {
  const other = personAndEmail(next.fullName, next.email)
  return {
    purpose: 'handed-over',
    subject: `You are the owner of ${companyInMail(owner)} again`,
    paragraphs: [
      `You told us that it was not you who made ${other} the owner of ${accountInMail(owner)}, and you have set a new password. We undid it. A card that was entered by the other owner, or by people newly invited, is no longer on file. Bills that were paid stay paid.`,
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
  }
}

export function noLongerOwnerMail(
  next: NamedAccount,
  _: MailSite,
  { owner, nextRole }: { owner: Pick<Owner, 'fullName' | 'email'>; nextRole: Role },
): Mail {
  return {
    purpose: 'handed-over',
    subject: `You are no longer the owner of ${companyInMail(next)}`,
    paragraphs: [
      `${personAndEmail(owner.fullName, owner.email)} told us that somebody else made you the owner of ${accountInMail(next)}. We undid it: you are ${roles[nextRole].one} again. A card that you entered is no longer on file and will not be charged.`,
    ],
  }
}

export function cardsAsBeforeMail(
  person: Person,
  _: MailSite,
  { owner }: { owner: Pick<Owner, 'fullName' | 'email'> },
): Mail {
  return {
    purpose: 'handed-over',
    subject: `The cards of ${companyInMail(person)} are as they were before`,
    paragraphs: [
      `${personAndEmail(owner.fullName, owner.email)} told us that somebody else handed over ${accountInMail(person)}. We undid it, and what you changed about its cards since then. A card that you entered is no longer on file and will not be charged.`,
      'You are still in the account. If your card is to pay for it, enter it again.',
    ],
  }
}
