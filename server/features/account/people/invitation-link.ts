import { INVITATION_DAYS } from '#contract/calendar/lifetimes.ts'
import { dropLinks, makeLink } from '#server/identity/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import { DAY } from '#server/ports/clock.ts'

/** A new invitation invalidates the earlier one. */
export async function makeInvitationLink(
  tx: Db,
  invited: { agentId: number; accountId: number },
  now: Date,
): Promise<string> {
  await dropLinks(tx, 'invitation', invited.agentId, now)
  return makeLink(tx, { purpose: 'invitation', ...invited, lastsMs: INVITATION_DAYS * DAY }, now)
}
