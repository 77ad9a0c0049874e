import type { saveOwnName as saveOwnNameCall } from '#contract/features/details/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/lock-account.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { changedNames } from './changed-names.ts'
import { findOwnName, setOwnName } from './queries.ts'

export async function saveOwnName(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: ParsedBodyOf<typeof saveOwnNameCall>,
  { agentId, accountId, origin }: Session,
): Promise<AnswerOf<typeof saveOwnNameCall>> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const changed = changedNames(await findOwnName(tx, agentId), name)
    if (changed.length === 0) return
    await setOwnName(tx, agentId, name)
    const entry = {
      actor: { agentId },
      action: 'name-changed' as const,
      origin,
      accountId,
      details: { changed },
    }
    await recordAudit(tx, entry, clock.now())
  })
  return { data: { status: 'saved' } }
}
