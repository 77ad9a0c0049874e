import type * as calls from '#contract/desk/help/calls.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner } from '#server/accounts/owner.ts'
import * as handOvers from '#server/features/account/people/hand-over.ts'
import {
  byInvitation,
  inviteBySupport,
  resendInvitationBySupport,
} from '#server/features/account/people/invitations.ts'
import { countTry } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { findAccount } from '../find-account.ts'
import { type Asked, type Done, doing, type HelpDeps, mailing } from './do.ts'

export async function inviteForOwner(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.inviteForOwner>,
): Promise<Done | Refused> {
  const { email } = body
  return mailing(deps, asked, { ...body, action: 'invite' }, async (tx, { id: accountId }, by) => {
    const { id: ownerId } = await findOwner(tx, accountId)
    await inviteBySupport(tx, { accountId, ownerId, email }, by)
    return `${email} gets an invitation.`
  })
}

export async function resendInvitation(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.resendInvitation>,
): Promise<Done | Refused> {
  const { agent_id: agentId } = body
  const account = await findAccount(deps.db, asked.number)
  if (!account) throw refuse('not-found')
  // The people of the account share the limit.
  await countTry(deps.db, byInvitation, `${account.id} ${agentId}`, deps.clock.now())
  return mailing(deps, asked, { ...body, action: 'invitation' }, async (tx, { id: accountId }, by) => {
    const { email } = await resendInvitationBySupport(tx, { accountId, agentId }, by)
    return `${email} gets the invitation again. The former link no longer works.`
  })
}

export async function askForHandOver(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.askForHandOver>,
): Promise<Done | Refused> {
  const { agent_id: nextId } = body
  return mailing(
    deps,
    asked,
    { ...body, action: 'hand-over' },
    async (tx, { id: accountId, timeZone }, by) => {
      const until = await handOvers.askForHandOver(tx, { accountId, nextId }, by)
      return `Both people get an email. They can agree until ${momentIn(timeZone, until).text}.`
    },
  )
}

export async function withdrawHandOver(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.withdrawHandOver>,
): Promise<Done | Refused> {
  return doing(deps, asked, { ...body, action: 'withdraw-hand-over' }, async (tx, account, by) => {
    await handOvers.withdrawHandOver(tx, account.id, by)
    return 'The hand-over is withdrawn. Both people get an email.'
  })
}
