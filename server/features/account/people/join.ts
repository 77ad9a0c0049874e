import * as messages from '#contract/accounts/people-messages.ts'
import type { join as joinCall } from '#contract/features/people/link-calls.ts'
import { splitFullName } from '#contract/fields/full-name.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { assignFreeDialer } from '#server/accounts/dialers.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import type { Deps } from '#server/deps.ts'
import { findLink, spendLink, wasUsed } from '#server/identity/links.ts'
import { originOf } from '#server/identity/origin.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { noteEmailWorks } from '#server/platform/mail/note-bounce.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { postJoined } from './mails.ts'
import { findMembership, markJoined } from './queries.ts'
import { showInvitation } from './show-invitation.ts'

const invalid = refuse('link-invalid', { errors: messages.invitationInvalid })
const used = refuse('link-invalid', { errors: messages.invitationUsed })

/** Uses the link, stores name and password, and notifies the owner, in one transaction. */
export async function join(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'jobs' | 'config'>,
  linkToken: string,
  body: ParsedBodyOf<typeof joinCall>,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<AnswerOf<typeof joinCall> | Refused> {
  const { db, clock, passwords } = deps
  const invitation = await showInvitation(deps, linkToken, visitor)
  if (isRefused(invitation)) return invitation
  if (!invitation) return (await wasUsed(db, 'invitation', linkToken)) ? used : invalid
  const passwordHash = await passwords.hash(body.password)
  if (isRefused(passwordHash)) return passwordHash

  const now = clock.now()
  const name = splitFullName(body.full_name)
  const joined = await db.transaction(async (tx) => {
    const found = await findLink(tx, 'invitation', linkToken, now)
    if (found?.accountId) await lockPeople(tx, found.accountId)
    const link = await spendLink(tx, 'invitation', linkToken, now)
    if (!link?.agentId) return (await wasUsed(tx, 'invitation', linkToken)) ? used : invalid
    const membership = await findMembership(tx, link.agentId)
    if (!membership || !(await markJoined(tx, link.agentId, { ...name, passwordHash }, now))) return invalid
    await assignFreeDialer(tx, { accountId: membership.accountId, agentId: link.agentId }, now)
    await postJoined(tx, { ...deps, now }, membership, body.full_name)
    const { accountId } = membership
    const entry = { actor: { agentId: link.agentId }, accountId, origin: originOf(visitor) }
    await recordAudit(tx, { ...entry, action: 'person-joined' }, now)
    await noteEmailWorks(tx, membership.email, entry.origin, now)
    return { agentId: link.agentId, accountNumber: membership.pin }
  })
  if (isRefused(joined)) return joined
  visitor.report('person.joined', joined)
  return { data: { status: 'joined' } }
}
