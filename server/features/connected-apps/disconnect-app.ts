import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { disconnectApp as disconnectAppCall } from '#contract/calls/connected-apps.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../identity/sessions.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { keyOf } from './list-apps.ts'
import { endLink, findViewer, listLinks } from './queries.ts'

/** What a person sees in the list, that person may end: at once, with every token that it gave. */
export async function disconnectApp(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { app }: ParsedBodyOf<typeof disconnectAppCall>,
  session: Session,
): Promise<AnswerOf<typeof disconnectAppCall> | Refused> {
  const now = clock.now()
  const { isOwner } = await findViewer(db, session.agentId)
  const link = (await listLinks(db, session, isOwner, now)).find((one) => keyOf(one) === app)
  if (!link) return refuse('not-found')
  await endLink(db, link, now)
  return { data: { status: 'disconnected' } }
}
