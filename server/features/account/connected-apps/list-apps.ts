import { may } from '#contract/accounts/roles.ts'
import type { ConnectedApp } from '#contract/features/connected-apps/values.ts'
import { describeScopes } from '#contract/partners/scopes.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { findEmailVideoLink, type Link, listLinks } from './queries.ts'

export const EMAIL_VIDEO = 'email-video'

/** Those who manage apps see every connection of the account; everyone else sees only their own. */
export async function listApps(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  session: Session,
  now: Date,
): Promise<ConnectedApp[]> {
  const ofEveryone = may(session.role, 'manage-apps')
  const links = await listLinks(db, session, ofEveryone, now)
  const dayOf = dayIn(await findTimeZone(db, session.accountId))
  const video = ofEveryone ? await findEmailVideoLink(db, session.accountId) : undefined
  const partners = links.map((link) => ({
    key: keyOf(link),
    name: link.name,
    logo: link.logo,
    allows: describeScopes(link.scope),
    since: dayOf(link.since),
    lastUsed: link.lastUsed ? dayOf(link.lastUsed) : 'Not yet',
    by: link.agentId === session.agentId ? 'You' : link.by,
  }))
  return video ? [...partners, videoApp(config.emailVideo.name, dayOf(video.linkedAt))] : partners
}

/**
 * The email-video app is connected by account number: we do not know who did it, and it never calls our API.
 */
function videoApp(name: string, since: string): ConnectedApp {
  const allows = ['Send video emails for this account']
  return {
    key: EMAIL_VIDEO,
    name,
    logo: '',
    allows,
    since,
    lastUsed: 'Not known',
    by: 'Someone with the account number',
  }
}

export function keyOf({ clientId, agentId }: Pick<Link, 'clientId' | 'agentId'>): string {
  return `${clientId}:${agentId}`
}

function dayIn(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
  return (moment) => format.format(moment)
}
