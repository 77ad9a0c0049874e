import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { eachInTurn } from '#server/platform/jobs/each-in-turn.ts'
import { endOpenViews, type How } from './operator-views.ts'

const EVERY_SECONDS = 60

export function handleOperatorViews(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('operator-views', EVERY_SECONDS, (mayGoOn) => closeViews(deps, mayGoOn))
}

type Over = { id: number; isSignedOut: boolean; isRemoved: boolean }

/** Notes the end of views that nobody ended. They show nothing from that moment on, whether noted or not. */
export async function closeViews(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mayGoOn = () => true,
): Promise<void> {
  const now = clock.now()
  const over = await db.many<Over>(sql`
    select v.id, s.ended_at is not null as "isSignedOut", a.removed_at is not null as "isRemoved"
    from operator_views v join agents a on a.id = v.agent_id join operator_sessions s on s.id = v.session_id
    where v.ended_at is null and (v.ends_at <= ${now} or s.ended_at is not null or a.removed_at is not null)`)
  const close = (view: Over) => db.transaction((tx) => endOpenViews(tx, [view], howOf(view), now))
  await eachInTurn(over, close, mayGoOn)
}

function howOf({ isSignedOut, isRemoved }: Over): How {
  if (isRemoved) return 'person removed'
  return isSignedOut ? 'signed out' : 'time'
}
