import { may } from '#contract/accounts/roles.ts'
import type { ConnectedApp, ConnectedAppsValues } from '#contract/features/connected-apps/values.ts'
import { describeScopes } from '#contract/partners/scopes.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import { findEmailVideoLink, type Link, type LinkPlace, listLinks } from './queries.ts'

export const EMAIL_VIDEO = 'email-video'
const APPS_LISTED = 100

/** A page of the list. Those who manage apps see every connection of the account; everyone else sees only their own. */
export async function listApps(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  session: Session,
  place: string | undefined,
  now: Date,
): Promise<ConnectedAppsValues> {
  const ofEveryone = may(session.role, 'manage-apps')
  const found = await listLinks(
    db,
    session,
    { ofEveryone, before: readPlace(place), atMost: APPS_LISTED + 1 },
    now,
  )
  const links = found.slice(0, APPS_LISTED)
  const last = found.length > APPS_LISTED ? links.at(-1) : undefined
  const timeZone = await findTimeZone(db, session.accountId)
  const dayOf = (moment: Date) => formatShortDate(timeZone, moment)
  const video = ofEveryone && !last ? await findEmailVideoLink(db, session.accountId) : undefined
  const partners = links.map((link) => ({
    key: keyOf(link),
    name: link.name,
    logo: link.logo,
    allows: describeScopes(link.scope),
    since: dayOf(link.since),
    lastUsed: link.lastUsed ? dayOf(link.lastUsed) : 'Not yet',
    by: link.agentId === session.agentId ? 'You' : link.by,
  }))
  return {
    apps: video ? [...partners, videoApp(config.emailVideo.name, dayOf(video.linkedAt))] : partners,
    older: last ? `?before=${encodeURIComponent(writePlace(last))}` : null,
  }
}

function writePlace({ micros, agentId, clientId }: LinkPlace): string {
  return `${micros}.${agentId}.${clientId}`
}

/** Undefined if it is none: the list then begins with the newest. */
function readPlace(text = ''): LinkPlace | undefined {
  const [, micros, agentId, clientId = ''] =
    /^(\d{1,15}|[1-8]\d{15})\.(\d{1,15})\.(.{1,63})$/.exec(text) ?? []
  return micros === undefined ? undefined : { micros: Number(micros), agentId: Number(agentId), clientId }
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

/** The partner and the person of a key. */
export function linkOf(key: string): Pick<Link, 'clientId' | 'agentId'> | undefined {
  const [, clientId, agentId] = /^(.{1,63}):(\d{1,15})$/.exec(key) ?? []
  return clientId === undefined ? undefined : { clientId, agentId: Number(agentId) }
}

function keyOf({ clientId, agentId }: Pick<Link, 'clientId' | 'agentId'>): string {
  return `${clientId}:${agentId}`
}
