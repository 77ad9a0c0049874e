import type { saveAccountDetails as saveAccountDetailsCall } from '#contract/features/details/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { lockAccount } from '#server/accounts/lock-account.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { changedNames } from './changed-names.ts'
import { findAccountDetails, setAccountDetails } from './queries.ts'

export async function saveAccountDetails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  details: ParsedBodyOf<typeof saveAccountDetailsCall>,
  { agentId, accountId, origin }: Session,
): Promise<AnswerOf<typeof saveAccountDetailsCall>> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const changed = changedNames(await findAccountDetails(tx, accountId), details)
    if (changed.length === 0) return
    await setAccountDetails(tx, accountId, details)
    const entry = {
      actor: { agentId },
      action: 'account-details-changed' as const,
      origin,
      accountId,
      details: { changed },
    }
    await recordAudit(tx, entry, clock.now())
  })
  return { data: { status: 'saved' } }
}
