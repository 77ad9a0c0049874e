import type { changeTimeZone as changeTimeZoneCall } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { setTimeZone } from './queries.ts'

export async function changeTimeZone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { time_zone: timeZone }: ParsedBodyOf<typeof changeTimeZoneCall>,
  { agentId, accountId, origin }: Session,
): Promise<AnswerOf<typeof changeTimeZoneCall>> {
  await db.transaction(async (tx) => {
    await setTimeZone(tx, accountId, timeZone)
    const entry = {
      actor: { agentId },
      action: 'time-zone-changed' as const,
      origin,
      accountId,
      details: { timeZone },
    }
    await recordAudit(tx, entry, clock.now())
  })
  return { data: { status: 'changed' } }
}
