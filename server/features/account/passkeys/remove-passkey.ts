import * as messages from '#contract/accounts/passkey-messages.ts'
import { factorIsDemanded } from '#contract/accounts/second-factor-messages.ts'
import type { AcceptedPasskeys, removePasskey as removeCall } from '#contract/features/passkeys/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { isLastDemanded } from '#server/identity/factor-demands.ts'
import { postPasskeyRemoved } from '#server/identity/passkey-mails.ts'
import { passkeySiteOf } from '#server/identity/passkey-site.ts'
import { deletePasskey, isFactorOf, listPasskeys, userHandleOf } from '#server/identity/passkeys.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { forgetShown } from '#server/identity/step-up.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { passkeysOf } from './show-passkeys.ts'

/** Takes effect at once. The answer lists what still works, so that the browser can forget the removed one. */
export async function removePasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { passkey_id: id }: ParsedBodyOf<typeof removeCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof removeCall> | Refused> {
  const { db, clock, config } = deps
  const { agentId, accountId, origin } = session
  const now = clock.now()
  const removed = await db.transaction(async (tx) => {
    await requireOpenSession(tx, session)
    if ((await isFactorOf(tx, agentId, id)) && (await isLastDemanded(tx, session)))
      return refuse('invalid-fields', { errors: factorIsDemanded })
    const name = await deletePasskey(tx, agentId, id)
    if (name === undefined) return refuse('not-found', { errors: messages.passkeyGone })
    await forgetShown(tx, session, 'passkey')
    await postPasskeyRemoved(tx, { ...deps, now }, agentId, name)
    const details = { passkey: name }
    await recordAudit(tx, { actor: { agentId }, action: 'passkey-removed', accountId, origin, details }, now)
    const rpId = passkeySiteOf(config, visitor)?.rpId
    const accepted = rpId === undefined ? null : await acceptedOf(tx, agentId, rpId)
    return { data: { passkeys: await passkeysOf(tx, session), accepted } }
  })
  if (!isRefused(removed)) visitor.report('passkey.removed')
  return removed
}

async function acceptedOf(tx: Db, agentId: number, rpId: string): Promise<AcceptedPasskeys> {
  const [handle, left] = [await userHandleOf(tx, agentId), await listPasskeys(tx, agentId)]
  return {
    rpId,
    userId: handle.toString('base64url'),
    allAcceptedCredentialIds: left.map(({ credentialId }) => credentialId.toString('base64url')),
  }
}
