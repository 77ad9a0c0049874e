import * as messages from '#contract/accounts/passkey-messages.ts'
import type { renamePasskey as renameCall } from '#contract/features/passkeys/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { renamePasskeyOf } from '#server/identity/passkeys.ts'
import type { Session } from '#server/identity/sessions.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { passkeysOf } from './show-passkeys.ts'

export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  { passkey_id: id, name }: ParsedBodyOf<typeof renameCall>,
  session: Session,
): Promise<AnswerOf<typeof renameCall> | Refused> {
  const isRenamed = await renamePasskeyOf(db, { agentId: session.agentId, id, name })
  if (!isRenamed) return refuse('not-found', { errors: messages.passkeyGone })
  return { data: { passkeys: await passkeysOf(db, session) } }
}
