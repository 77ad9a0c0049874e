import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { saveOwnName as saveOwnNameCall } from '#contract/calls/details.ts'
import { note } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../identity/sessions.ts'
import { keepBilledTo } from '../../money/bills.ts'
import { changedNames } from './changed-names.ts'
import { findOwnName, lockAccount, setOwnName } from './queries.ts'

export async function saveOwnName(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: ParsedBodyOf<typeof saveOwnNameCall>,
  { agentId, accountId }: Session,
): Promise<AnswerOf<typeof saveOwnNameCall>> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const changed = changedNames(await findOwnName(tx, agentId), name)
    if (changed.length === 0) return
    await keepBilledTo(tx, accountId)
    await setOwnName(tx, agentId, name)
    const deed = { actor: { agentId }, action: 'name-changed', accountId, details: { changed } }
    await note(tx, deed, clock.now())
  })
  return { data: { status: 'saved' } }
}
