import type { confirmIdentity as confirmIdentityCall } from '#contract/features/step-up/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { askFor, waysOf } from '#server/identity/step-up.ts'
import { showCode, showPasskey, showPassword } from '#server/identity/step-up-proof.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/**
 * Shows one way, so that sensitive changes of this session go through for 10 minutes. A way that does not count for
 * this person is not even checked: the answer names the ways that do, as after a factor was turned on in another tab.
 */
export async function confirmIdentity(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>,
  { password, code, credential }: ParsedBodyOf<typeof confirmIdentityCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof confirmIdentityCall> | Refused> {
  const ways = await waysOf(deps.db, session.agentId)
  const way = credential ? 'passkey' : code === '' ? 'password' : 'code'
  if (!ways.includes(way)) return askFor(ways)
  if (way === 'password' && password === '')
    return refuse('invalid-fields', { errors: { password: [messages.required] } })
  const { agentId, accountId, origin } = session
  const note = (tx: Db, now: Date) =>
    recordAudit(
      tx,
      { actor: { agentId }, action: 'identity-confirmed', accountId, origin, details: { way } },
      now,
    )
  const refused = credential
    ? await showPasskey(deps, session, credential, visitor, note)
    : way === 'code'
      ? await showCode(deps, session, code, visitor, note)
      : await showPassword(deps, session, { field: 'password', password }, visitor, note)
  if (refused) return refused
  visitor.report('identity.confirmed')
  return { data: { status: 'confirmed' } }
}
