import { kindIn } from '#contract/features/activity/activities.ts'
import type { ActivityValues } from '#contract/features/activity/values.ts'
import type { Query } from '#contract/wire/query.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { logKeyset } from './cursor.ts'
import { listActivity } from './list-activity.ts'

const PAGE = 50

export async function showActivity(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  query: Query,
): Promise<ActivityValues> {
  const [kind, cursor] = [kindIn(query.kind), logKeyset.read(query.before)]
  // One more than is shown tells whether there are older ones.
  const found = await listActivity(deps, session, { kind, cursor, limit: PAGE + 1 })
  const timeZone = await findTimeZone(deps.db, session.accountId)
  const shown = found.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    lines: shown.map(({ source, id, at, who, text, more, device, ip, isWarning, advice, isOwn }) => ({
      key: `${source}-${id}`,
      at: formatShortMoment(timeZone, at),
      who,
      text,
      more,
      device,
      ip,
      isWarning,
      advice,
      isOwn,
    })),
    kind: kind ?? null,
    older: last && found.length > PAGE ? logKeyset.write(last) : null,
    isNewest: cursor === undefined,
  }
}
