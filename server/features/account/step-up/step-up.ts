import type { FastifyInstance } from 'fastify'
import {
  confirmIdentity as confirmIdentityCall,
  type startPasskeyConfirmation as startCall,
  startPasskeyConfirmation as startPasskeyCall,
} from '#contract/features/step-up.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { askForPasskey } from '#server/identity/passkey-check.ts'
import { listPasskeys } from '#server/identity/passkeys.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import { showCode, showPasskey, showPassword, stepUpRequired, waysOf } from '#server/identity/step-up.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Tx } from '#server/platform/transaction.ts'

/**
 * Shows one factor, so that sensitive changes of this session are accepted for 10 minutes. A factor that does
 * not count for this person is not even checked: the answer names those that do, as after a factor was turned
 * on in another tab.
 */
async function confirmIdentity(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>,
  { password, code, credential }: ParsedBodyOf<typeof confirmIdentityCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof confirmIdentityCall>> {
  const ways = await waysOf(deps.db, session.agentId)
  const way = credential ? 'passkey' : code === '' ? 'password' : 'code'
  if (!ways.includes(way)) throw stepUpRequired(ways)
  if (way === 'password' && password === '')
    throw refuse('invalid-fields', { errors: { password: [messages.required] } })
  const note = (tx: Tx) => tx.audit({ ...by(session), action: 'identity-confirmed', details: { way } })
  if (credential) await showPasskey(deps, session, credential, visitor, note)
  else if (way === 'code') await showCode(deps, session, code, visitor, note)
  else await showPassword(deps, session, { field: 'password', password }, visitor, note)
  visitor.report('identity.confirmed')
  return { data: { status: 'confirmed' } }
}

/** Each attempt stores a challenge for some minutes. */
const byPerson: Limit = { name: 'passkey-step-up:person', tries: 60, windowMinutes: 15 }

async function startPasskeyConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { agentId }: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall>> {
  await countTry(deps.db, byPerson, String(agentId), deps.clock.now())
  const own = await listPasskeys(deps.db, agentId)
  return askForPasskey(deps, { purpose: 'step-up', agentId }, own, visitor)
}

export function stepUpRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoute(app, deps, confirmIdentityCall, (body, session, visitor) =>
    confirmIdentity(deps, body, session, visitor),
  )
  accountRoute(app, deps, startPasskeyCall, (_body, session, visitor) =>
    startPasskeyConfirmation(deps, session, visitor),
  )
}
