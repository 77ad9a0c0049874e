import type { Invitation } from '#contract/features/people/values.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import { findLink } from '#server/identity/links.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { findMembership } from './queries.ts'

const byIp = linkLimit('invitation')

/** What an invitation shows before it is accepted. Opening the link does not use it up. */
export async function showInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<Invitation | null | Refused> {
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
