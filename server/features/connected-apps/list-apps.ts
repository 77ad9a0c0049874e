import type { ConnectedApp } from '#contract/pages.ts'
import { wordsOfScope } from '#contract/scopes.ts'
import type { Db } from '../../db/database.ts'
import type { Session } from '../../identity/sessions.ts'
import { findViewer, type Link, listLinks } from './queries.ts'

/** An owner sees what everyone in the account has let in, everyone else what they have let in themselves. */
export async function listApps(db: Db, session: Session, now: Date): Promise<ConnectedApp[]> {
  const viewer = await findViewer(db, session.agentId)
  const links = await listLinks(db, session, viewer.isOwner, now)
  const dayOf = dayIn(viewer.timeZone)
  return links.map((link) => ({
    key: keyOf(link),
    name: link.name,
    logo: link.logo,
    allows: wordsOfScope(link.scope),
    since: dayOf(link.since),
    lastUsed: link.lastUsed ? dayOf(link.lastUsed) : 'Not yet',
    by: link.agentId === session.agentId ? 'You' : link.by,
  }))
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
