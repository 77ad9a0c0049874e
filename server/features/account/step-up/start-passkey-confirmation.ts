import type { startPasskeyConfirmation as startCall } from '#contract/features/step-up/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { askForPasskey } from '#server/identity/check-passkey.ts'
import { listPasskeys } from '#server/identity/passkeys.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'

/** Each attempt stores a challenge for some minutes. */
const byPerson: Limit = { name: 'passkey-step-up:person', tries: 60, windowMinutes: 15 }

export async function startPasskeyConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { agentId }: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall> | Refused> {
  await countTry(deps.db, byPerson, String(agentId), deps.clock.now())
  const own = await listPasskeys(deps.db, agentId)
  return askForPasskey(deps, { purpose: 'step-up', agentId }, own, visitor)
}
