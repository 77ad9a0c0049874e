import type { FastifyInstance } from 'fastify'
import { appOfOthers } from '#contract/accounts/people-messages.ts'
import { may } from '#contract/accounts/roles.ts'
import {
  type ConnectedApp,
  type ConnectedAppsValues,
  disconnectApp as disconnectAppCall,
} from '#contract/features/connected-apps.ts'
import { pages } from '#contract/pages.ts'
import { describeScopes } from '#contract/partners/scopes.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner, findTimeZone } from '#server/accounts/accounts.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { findPerson, mailAgent, type Person } from '#server/identity/mail-person.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import { type Cursor, partOf, readTextCursor, writeCursor } from '#server/platform/db/cursor.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import { accountInMail, personAndEmail } from '#server/platform/mail/names.ts'
import type { Mail, MailSite } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import {
  endEmailVideoLink,
  endLink,
  findEmailVideoLink,
  type Link,
  type LinkKey,
  listLinks,
} from './queries.ts'

const EMAIL_VIDEO = 'email-video'

const APPS_LISTED = 100

/** A page of the list. Those who manage apps see every connection of the account; everyone else sees only their own. */
async function listApps(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  session: Session,
  before: string | undefined,
  now: Date,
): Promise<ConnectedAppsValues> {
  const ofEveryone = may(session.role, 'manage-apps')
  const found = await listLinks(
    db,
    session,
    { ofEveryone, cursor: cursorIn(before), atMost: APPS_LISTED + 1 },
    now,
  )
  const { rows: links, last } = partOf(found, APPS_LISTED)
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
    older: last ? `?before=${encodeURIComponent(cursorOf(last))}` : null,
  }
}

function cursorOf(link: Link): string {
  return writeCursor({ micros: link.micros, source: 0, id: keyOf(link) })
}

/** Undefined if invalid: the list then begins with the newest. */
function cursorIn(text: string | undefined): Cursor<LinkKey> | undefined {
  const cursor = readTextCursor(text)
  const id = cursor && linkOf(cursor.id)
  return id && { ...cursor, id }
}

/** The email-video app is connected by account number: we do not know who did it, and it never calls our API. */
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
function linkOf(key: string): LinkKey | undefined {
  const [, clientId, agentId] = /^(.{1,63}):(\d{1,15})$/.exec(key) ?? []
  return clientId === undefined ? undefined : { clientId, agentId: Number(agentId) }
}

function keyOf({ clientId, agentId }: LinkKey): string {
  return `${clientId}:${agentId}`
}

/**
 * Anyone can disconnect an app that they see in their list; all of its tokens are revoked immediately. People
 * who no longer manage apps are told so, whether there is such an app or not, to reveal nothing of others'
 * connections.
 */
async function disconnectApp(
  deps: TransactionDeps,
  { app }: ParsedBodyOf<typeof disconnectAppCall>,
  session: Session,
): Promise<AnswerOf<typeof disconnectAppCall>> {
  const ofEveryone = may(session.role, 'manage-apps')
  if (!ofEveryone && !app.endsWith(`:${session.agentId}`))
    throw refuse('role-forbidden', { errors: appOfOthers })
  return transaction(deps, async (tx) => {
    if (app === EMAIL_VIDEO && (await endEmailVideoLink(tx, session.accountId)) > 0) {
      const { name } = tx.config.emailVideo
      const owner = await findOwner(tx, session.accountId)
      await tellDisconnected(tx, session, { agentId: owner.id, name })
      await tx.audit({ ...by(session), action, details: { app: name } })
      return done
    }
    const only = linkOf(app)
    const [link] = only ? await listLinks(tx, session, { ofEveryone, only, atMost: 1 }, tx.now) : []
    if (!link) throw refuse('not-found')
    await endLink(tx, link, tx.now)
    await tellDisconnected(tx, session, link)
    await tx.audit({ ...by(session), action, details: { app: link.name } })
    return done
  })
}

/** Tells the person whose app it was, or the owner for one that is of the whole account. */
async function tellDisconnected(
  tx: Tx,
  session: Session,
  { agentId, name }: Pick<Link, 'agentId' | 'name'>,
): Promise<void> {
  if (agentId === session.agentId) return
  await mailAgent(tx, agentId, appDisconnectedMail, { name, by: await findPerson(tx, session.agentId) })
}

export function appDisconnectedMail(
  person: Person,
  { publicUrl }: MailSite,
  { name, by }: { name: string; by: Pick<Person, 'fullName' | 'email'> },
): Mail {
  return {
    purpose: 'app-disconnected',
    subject: `${name} is no longer connected to your account ${person.pin}`,
    paragraphs: [
      `${personAndEmail(by.fullName, by.email)} disconnected ${name} from ${accountInMail(person)}.`,
      'If you still need it, you can connect it again.',
    ],
    buttons: [{ label: 'See your connected apps', url: `${publicUrl}${pages['connected-apps']}` }],
  }
}

const action = 'app-disconnected'

const done = { data: { status: 'disconnected' } } as const

export function connectedAppsRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'connected-apps', (session, { query }) =>
    listApps(deps, session, query.before, deps.clock.now()),
  )
  accountRoute(app, deps, disconnectAppCall, (body, session) => disconnectApp(deps, body, session))
}
