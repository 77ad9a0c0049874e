import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { saveAccountDetails as saveAccountDetailsCall } from '#contract/calls/details.ts'
import { note } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../identity/sessions.ts'
import { keepBilledTo } from '../../money/bills.ts'
import { changedNames } from './changed-names.ts'
import { findAccountDetails, lockAccount, setAccountDetails } from './queries.ts'

export async function saveAccountDetails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  details: ParsedBodyOf<typeof saveAccountDetailsCall>,
  { agentId, accountId }: Session,
): Promise<AnswerOf<typeof saveAccountDetailsCall>> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const changed = changedNames(await findAccountDetails(tx, accountId), details)
    if (changed.length === 0) return
    await keepBilledTo(tx, accountId)
    await setAccountDetails(tx, accountId, details)
    const deed = { actor: { agentId }, action: 'account-details-changed', accountId, details: { changed } }
    await note(tx, deed, clock.now())
  })
  return { data: { status: 'saved' } }
}
