import type { disconnectApp as disconnectAppCall } from '#contract/features/connected-apps/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { EMAIL_VIDEO, keyOf } from './list-apps.ts'
import { endEmailVideoLink, endLink, findViewer, listLinks } from './queries.ts'

/** Anyone can disconnect an app that they see in their list; all of its tokens are revoked immediately. */
export async function disconnectApp(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { app }: ParsedBodyOf<typeof disconnectAppCall>,
  session: Session,
): Promise<AnswerOf<typeof disconnectAppCall> | Refused> {
  const now = clock.now()
  const { isOwner } = await findViewer(db, session.agentId)
  if (app === EMAIL_VIDEO && isOwner && (await endEmailVideoLink(db, session.accountId)) > 0) return done
  const link = (await listLinks(db, session, isOwner, now)).find((one) => keyOf(one) === app)
  if (!link) return refuse('not-found')
  await endLink(db, link, now)
  return done
}

const done = { data: { status: 'disconnected' } } as const
