import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { changeTimeZone as changeTimeZoneCall } from '#contract/calls/security.ts'
import { note } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../identity/sessions.ts'
import { setTimeZone } from './queries.ts'

export async function changeTimeZone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { time_zone: timeZone }: ParsedBodyOf<typeof changeTimeZoneCall>,
  { agentId, accountId }: Session,
): Promise<AnswerOf<typeof changeTimeZoneCall>> {
  await db.transaction(async (tx) => {
    await setTimeZone(tx, accountId, timeZone)
    const deed = { actor: { agentId }, action: 'time-zone-changed', accountId, details: { timeZone } }
    await note(tx, deed, clock.now())
  })
  return { data: { status: 'changed' } }
}
