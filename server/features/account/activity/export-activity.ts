import { kindIn } from '#contract/features/activity/activities.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import { listActivity } from './list-activity.ts'

/** The newest lines; enough for an investigation, and made in one answer. */
const LINES_AT_MOST = 5_000
const heading = ['Time (UTC)', 'Who', 'What', 'More', 'Kind', 'Device', 'IP address']

export async function exportActivity(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  query: Query,
): Promise<string> {
  const asked = { kind: kindIn(query.kind), cursor: undefined, limit: LINES_AT_MOST }
  const lines = await listActivity(deps, session, asked)
  const rows = lines.map(({ at, who, text, more, kind, device, ip }) => [
    at.toISOString(),
    ...[who, text, more, kind, device, ip].map(defuse),
  ])
  return `${writeCsv([heading, ...rows])}\r\n`
}
