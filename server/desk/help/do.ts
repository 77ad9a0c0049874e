import type * as calls from '#contract/desk/help.ts'
import type { Action } from '#contract/desk/help.ts'
import * as messages from '#contract/desk/help.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { sendPayLink } from '#server/billing/invoices/send-pay-link.ts'
import type { Deps } from '#server/deps.ts'
import * as handOvers from '#server/features/account/people/hand-over.ts'
import {
  byInvitation,
  inviteBySupport,
  resendInvitationBySupport,
} from '#server/features/account/people/invitations.ts'
import { sendResetBySupport } from '#server/features/visitors/password-reset/request-reset.ts'
import { findAgentById } from '#server/identity/agents.ts'
import { signOutBySupport, unlock } from '#server/identity/help-by-support.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { requestRecovery } from '#server/identity/recover-second-factor.ts'
import type { By } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import { countTry } from '#server/platform/limits.ts'
import { logEvent } from '#server/platform/log/log-events.ts'
import { noteWorksAgain } from '#server/platform/mail/resend-mail.ts'
import { attempt, isRefused, orThrow, type Refused, refuse } from '#server/platform/refusal.ts'
import { type Tx, transaction } from '#server/platform/transaction.ts'
import { momentIn } from '../desk-moment.ts'
import { type AccountFound, findAccount } from '../find-account.ts'
import { mailsByHand } from '../mails-by-hand.ts'

export type HelpDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
type LoggedDeps = HelpDeps & Pick<Deps, 'log'>
export type HelpDone = { data: { done: string } }
/** The account helped, and the operator. */
export type HelpRequest = { number: string; operator: Pick<Operator, 'actor' | 'id'> }
type HelpForm = { action: Action; reason: string; key: string }
type Do = (tx: Tx, account: AccountFound, by: By) => Promise<string | Refused>

export async function noteEmailWorks(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.noteEmailWorks>,
): Promise<HelpDone> {
  const { agent_id } = body
  return doing(deps, request, { ...body, action: 'email-works' }, async (tx, account, by) => {
    const person = agent_id === undefined ? undefined : await findPerson(tx, account.id, agent_id)
    if (agent_id !== undefined && !person) throw personGone
    const email = person?.email ?? account.contact
    const cleared = await noteWorksAgain(tx, email, by, tx.now)
    if (cleared === 0)
      throw refuse('invalid-fields', { errors: person ? messages.notBounced : messages.contactNotBounced })
    return `${email} gets all emails again.`
  })
}

/** One transaction: the action, its mails and its audit entry. The same request may be sent again with another reason. */
async function doing(
  deps: HelpDeps,
  { number, operator: { actor } }: HelpRequest,
  { key, reason, ...sent }: HelpForm,
  action: Do,
): Promise<HelpDone> {
  const done = await transaction(deps, async (tx) => {
    const account = await findAccount(tx, number)
    if (!account) throw refuse('not-found')
    const keyed = { scope: 'desk-form', key, by: actor, body: { ...sent, accountId: account.id } } as const
    return once(tx, keyed, tx.now, () => action(tx, account, { actor, reason }))
  })
  return { data: { done: orThrow(done) } }
}

function findPerson(
  db: Db,
  accountId: number,
  agentId: number,
): Promise<{ id: number; email: string; name: string } | undefined> {
  return db.maybe(sql`
    select id, email, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from agents
    where id = ${agentId} and account_id = ${accountId} and removed_at is null`)
}

/** Two people of an account may have the same name. */
export function whoIs({ name, email }: { name: string; email: string }): string {
  return name === email ? email : `${name} (${email})`
}

const personGone = refuse('not-found', { errors: messages.personGone })

/** Counts what sends a mail: a request that is sent again after a lost answer is not counted twice, nor refused. */
export function mailing(deps: HelpDeps, request: HelpRequest, sent: HelpForm, action: Do): Promise<HelpDone> {
  return doing(deps, request, sent, async (tx, account, by) => {
    await countTry(tx, mailsByHand, account.number, tx.now)
    return action(tx, account, by)
  })
}

export async function unlockSignIn(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.unlockSignIn>,
): Promise<HelpDone> {
  const { agent_id: agentId } = body
  return doing(deps, request, { ...body, action: 'unlock' }, async (tx, { id: accountId }, by) => {
    const person = await findPerson(tx, accountId, agentId)
    if (!person || !(await unlock(tx, { accountId, agentId }, by))) throw personGone
    return `${whoIs(person)} can try to sign in again at once.`
  })
}

export async function endSessions(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.endSessions>,
): Promise<HelpDone> {
  const { agent_id: agentId } = body
  return doing(deps, request, { ...body, action: 'sessions' }, async (tx, { id: accountId }, by) => {
    const person = agentId === undefined ? undefined : await findPerson(tx, accountId, agentId)
    if (agentId !== undefined && !person) throw personGone
    const whose = { accountId, ...(person ? { agentId: person.id } : {}) }
    const ended = await signOutBySupport(tx, whose, by)
    return `${person ? whoIs(person) : 'Everyone'} was signed out: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`
  })
}

export async function sendResetLink(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.sendResetLink>,
): Promise<HelpDone> {
  const { agent_id } = body
  return mailing(deps, request, { ...body, action: 'reset-link' }, async (tx, account, by) => {
    const agent = await findAgentById(tx, agent_id)
    if (!agent || agent.accountId !== account.id) throw personGone
    if (agent.passwordHash === null) throw refuse('invalid-fields', { errors: messages.notJoined })
    await sendResetBySupport(tx, agent, by)
    return `${agent.email} gets a link to set a new password.`
  })
}

export async function sendLinkToPay(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.sendPayLink>,
): Promise<HelpDone> {
  return mailing(deps, request, { ...body, action: 'pay-link' }, async (tx, account, by) => {
    const sent = await sendPayLink(tx, account.id, by)
    if (!sent) throw refuse('invalid-fields', { errors: messages.nothingToPay })
    return `The link to pay bill ${sent.open.number} goes to ${sent.recipients.map(({ email }) => email).join(', ')}.`
  })
}

export async function recoverFactor(
  deps: LoggedDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.recoverFactor>,
): Promise<HelpDone> {
  const { agent_id: agentId, reason } = body
  const done = await mailing(
    deps,
    request,
    { ...body, action: 'recovery' },
    async (tx, { id: accountId, timeZone }, { actor }) => {
      const person = await findPerson(tx, accountId, agentId)
      if (!person) throw personGone
      const recovery = await requestRecovery(tx, { agentId, accountId }, actor, reason)
      if (!recovery) throw refuse('invalid-fields', { errors: messages.noFactor })
      const when = momentIn(timeZone, recovery.removesAt).text
      if (!recovery.isNew) throw refuse('invalid-fields', { errors: messages.recoveryRuns(when) })
      return `The second factor of ${whoIs(person)} is removed on ${when}, unless they cancel it.`
    },
  )
  logEvent(deps.log, 'second-factor.recovery-asked', {
    agentId,
    accountNumber: request.number,
    // Not by their email, which the log never has.
    actor: `operator:${request.operator.id}`,
  })
  return done
}

export async function inviteForOwner(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.inviteForOwner>,
): Promise<HelpDone> {
  const { email } = body
  return mailing(deps, request, { ...body, action: 'invite' }, async (tx, { id: accountId }, by) => {
    const { id: ownerId } = await findOwner(tx, accountId)
    await inviteBySupport(tx, { accountId, ownerId, email }, by)
    return `${email} gets an invitation.`
  })
}

export async function resendInvitation(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.resendInvitation>,
): Promise<HelpDone> {
  const { agent_id: agentId } = body
  return mailing(deps, request, { ...body, action: 'invitation' }, async (tx, { id: accountId }, by) => {
    // The people of the account share the limit. A refusal is returned, so that the transaction keeps the count.
    await countTry(tx, byInvitation, `${accountId} ${agentId}`, tx.now)
    const sent = await attempt(resendInvitationBySupport(tx, { accountId, agentId }, by))
    return isRefused(sent)
      ? sent
      : `${sent.email} gets the invitation again. The former link no longer works.`
  })
}

export async function askForHandOver(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.askForHandOver>,
): Promise<HelpDone> {
  const { agent_id: nextId } = body
  return mailing(
    deps,
    request,
    { ...body, action: 'hand-over' },
    async (tx, { id: accountId, timeZone }, by) => {
      const until = await handOvers.requestHandOver(tx, { accountId, nextId }, by)
      return `Both people get an email. They can agree until ${momentIn(timeZone, until).text}.`
    },
  )
}

export async function withdrawHandOver(
  deps: HelpDeps,
  request: HelpRequest,
  body: ParsedBodyOf<typeof calls.withdrawHandOver>,
): Promise<HelpDone> {
  return doing(deps, request, { ...body, action: 'withdraw-hand-over' }, async (tx, account, by) => {
    await handOvers.withdrawHandOver(tx, account.id, by)
    return 'The hand-over is withdrawn. Both people get an email.'
  })
}
