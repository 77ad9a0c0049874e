import { may } from '#contract/accounts/roles.ts'
import type { disconnectApp as disconnectAppCall } from '#contract/features/connected-apps/calls.ts'
import { appOfOthers } from '#contract/features/connected-apps/messages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { EMAIL_VIDEO, linkOf } from './list-apps.ts'
import { endEmailVideoLink, endLink, listLinks } from './queries.ts'

/**
 * Anyone can disconnect an app that they see in their list; all of its tokens are revoked immediately. Those who no longer
 * manage apps are told so, whether there is such an app or not: what others have connected is not theirs to know.
 */
export async function disconnectApp(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { app }: ParsedBodyOf<typeof disconnectAppCall>,
  session: Session,
): Promise<AnswerOf<typeof disconnectAppCall> | Refused> {
  const now = clock.now()
  const ofEveryone = may(session.role, 'manage-apps')
  if (!ofEveryone && !app.endsWith(`:${session.agentId}`))
    return refuse('role-forbidden', { errors: appOfOthers })
  return db.transaction(async (tx) => {
    if (app === EMAIL_VIDEO && (await endEmailVideoLink(tx, session.accountId)) > 0) {
      await noteDisconnected(tx, session, config.emailVideo.name, now)
      return done
    }
    const only = linkOf(app)
    const [link] = only ? await listLinks(tx, session, { ofEveryone, only, atMost: 1 }, now) : []
    if (!link) return refuse('not-found')
    await endLink(tx, link, now)
    await noteDisconnected(tx, session, link.name, now)
    return done
  })
}

function noteDisconnected(tx: Db, session: Session, app: string, now: Date): Promise<void> {
  const { agentId, accountId, origin } = session
  const entry = { actor: { agentId }, accountId, origin, details: { app } }
  return recordAudit(tx, { ...entry, action: 'app-disconnected' }, now)
}

const done = { data: { status: 'disconnected' } } as const
