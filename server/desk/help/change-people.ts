import type * as calls from '#contract/desk/help/calls.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner } from '#server/accounts/owner.ts'
import * as handOvers from '#server/features/account/people/ask-for-hand-over.ts'
import {
  inviteBySupport,
  resendInvitationBySupport,
} from '#server/features/account/people/invite-by-support.ts'
import { byInvitation } from '#server/features/account/people/resend-invitation.ts'
import { countTry } from '#server/platform/limits.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { momentIn } from '../desk-moment.ts'
import { type Asked, type Done, doing, type HelpDeps, mailing } from './do.ts'

export async function inviteForOwner(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.inviteForOwner>,
): Promise<Done | Refused> {
  const { email } = body
  return mailing(deps, asked, { ...body, action: 'invite' }, async (tx, { id: accountId }, by, mailDeps) => {
    const { id: ownerId } = await findOwner(tx, accountId)
    const added = await inviteBySupport(tx, mailDeps, { accountId, ownerId, email }, by)
    return isRefused(added) ? added : `${email} gets an invitation.`
  })
}

export async function resendInvitation(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.resendInvitation>,
): Promise<Done | Refused> {
  const { agent_id: agentId } = body
  return mailing(
    deps,
    asked,
    { ...body, action: 'invitation' },
    async (tx, { id: accountId }, by, mailDeps) => {
      const invited = { accountId, agentId }
      // The people of the account share the limit.
      await countTry(tx, byInvitation, `${accountId} ${agentId}`, mailDeps.now)
      const sent = await resendInvitationBySupport(tx, mailDeps, invited, by)
      return isRefused(sent)
        ? sent
        : `${sent.email} gets the invitation again. The former link no longer works.`
    },
  )
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
    async (tx, { id: accountId, timeZone }, by, mailDeps) => {
      const until = await handOvers.askForHandOver(tx, mailDeps, { accountId, nextId }, by)
      if (isRefused(until)) return until
      return `Both people get an email. They can agree until ${momentIn(timeZone, until).text}.`
    },
  )
}

export async function withdrawHandOver(
  deps: HelpDeps,
  asked: Asked,
  body: ParsedBodyOf<typeof calls.withdrawHandOver>,
): Promise<Done | Refused> {
  return doing(deps, asked, { ...body, action: 'withdraw-hand-over' }, async (tx, account, by, mailDeps) => {
    const withdrawn = await handOvers.withdrawHandOver(tx, mailDeps, account.id, by)
    return isRefused(withdrawn) ? withdrawn : 'The hand-over is withdrawn. Both people get an email.'
  })
}
