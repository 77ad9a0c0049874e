import { dropAllLinks } from '#server/identity/links.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import { endSessionsOfAgent } from '#server/identity/sessions.ts'
import type { Origin } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { accountInMail, companyInMail, personAndEmail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { endHandOversOf } from './hand-overs.ts'
import { markRemoved } from './seats.ts'

/** Per transaction. A job removes the rest. */
const AT_ONCE = 200

/** Who invited them, and the period in which it was somebody else. */
export type InvitedBy = { accountId: number; agentId: number; since: Date; until: Date }
export type RemovedStranger = { id: number; name: string; email: string; hasJoined: boolean }
type Row = RemovedStranger & { firstName: string }

export const removeOtherStrangers = defineJob<{ agentId: number; since: string; until: string }>({
  name: 'remove-other-strangers',
  retries: 100,
  firstRetrySeconds: 5,
  longestRetrySeconds: 120,
  expiresSeconds: 300,
})

/**
 * Removes everyone invited from a session begun in that period, joined or not, and those whom they invited in
 * turn. Their sessions and connections end; their seats and dialers become free. People invited afterwards
 * stay. The caller has locked the account.
 */
export async function removeStrangers(
  tx: Tx,
  { accountId, agentId, since, until }: InvitedBy,
  origin: Origin | undefined,
): Promise<{ removed: RemovedStranger[]; hasMore: boolean }> {
  const found = await tx.many<Row>(sql`
    with recursive strangers (id) as (
      select g.id from agents g
      where g.account_id = ${accountId} and g.invited_by = ${agentId} and g.invited_session_began >= ${since}
        and g.invited_at <= ${until}
      union
      select g.id from agents g join strangers s on g.invited_by = s.id where g.account_id = ${accountId}
    )
    select g.id, trim(g.first_name || ' ' || g.last_name) as name, g.first_name as "firstName", g.email,
      g.joined_at is not null as "hasJoined"
    from strangers s join agents g on g.id = s.id
    where g.account_id = ${accountId} and g.removed_at is null and g.role <> 'owner' and g.id <> ${agentId}
    order by g.joined_at nulls last, g.id limit ${AT_ONCE + 1}`)
  const strangers = found.slice(0, AT_ONCE)
  for (const stranger of strangers) await remove(tx, agentId, stranger, origin)
  const hasMore = found.length > AT_ONCE
  if (hasMore) {
    const rest = { agentId, since: since.toISOString(), until: until.toISOString() }
    await tx.jobs.send(tx, removeOtherStrangers, rest)
  }
  return { removed: strangers, hasMore }
}

async function remove(tx: Tx, agentId: number, stranger: Row, origin: Origin | undefined): Promise<void> {
  const { now } = tx
  const { id, hasJoined } = stranger
  await endSessionsOfAgent(tx, id, now)
  await dropAllLinks(tx, id, now)
  await markRemoved(tx, id, now)
  await endHandOversOf(tx, id, 'removed', now)
  const inviter = await tx.one<Inviter>(sql`
    select a.id as "accountId", a.company, a.pin, trim(g.first_name || ' ' || g.last_name) as name, g.email
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId}`)
  const action = hasJoined ? 'person-removed' : 'invitation-withdrawn'
  const entry = { actor: { agentId }, accountId: inviter.accountId, origin }
  await tx.audit({ ...entry, action, details: { agentId: id } })
  if (hasJoined)
    await mailPerson(tx, { ...stranger, accountId: inviter.accountId }, strangerRemovedMail, inviter)
}

type Inviter = { accountId: number; company: string; pin: string; name: string; email: string }

export function strangerRemovedMail(
  _: unknown,
  { provider }: MailSite,
  inviter: Omit<Inviter, 'accountId'>,
): Mail {
  const person = personAndEmail(inviter.name, inviter.email)
  return {
    purpose: 'person-removed',
    subject: `You no longer have access to ${companyInMail(inviter)}`,
    paragraphs: [
      `${person} reported that somebody else used their access to ${accountInMail(inviter)}. You were invited at that time, so we removed you from the account. You were signed out of it, and the apps you had connected to it were disconnected.`,
      'Your other accounts are not affected.',
    ],
    closing: [
      `If the invitation was meant for you, ask ${person} to invite you again. Questions? Call ${provider.tollFreeNumber}.`,
    ],
  }
}
