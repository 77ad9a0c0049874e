import * as messages from '#contract/accounts/passkey-messages.ts'
import type { addPasskey as addCall, Passkey } from '#contract/features/passkeys/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { dropLinks } from '#server/identity/links.ts'
import { nameFor } from '#server/identity/name-passkey.ts'
import { verifyNewPasskey } from '#server/identity/new-passkey.ts'
import { challengeIn, spendChallenge } from '#server/identity/passkey-challenges.ts'
import { postPasskeyAdded } from '#server/identity/passkey-mails.ts'
import { passkeySiteOf, refusePasskeysHere } from '#server/identity/passkey-site.ts'
import { countPasskeys, insertPasskey, PASSKEYS_AT_MOST } from '#server/identity/passkeys.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { noteShown } from '#server/identity/step-up.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { passkeysOf } from './show-passkeys.ts'

/** Stores the passkey, queues the notice and writes the log, in one transaction. */
export async function addPasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { credential, is_automatic: isAutomatic }: ParsedBodyOf<typeof addCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof addCall> | Refused> {
  const { db, clock, config } = deps
  const { agentId, accountId, origin } = session
  const site = passkeySiteOf(config, visitor)
  if (!site) return refusePasskeysHere(config)
  const now = clock.now()
  const challenge = challengeIn(credential.response.clientDataJSON)
  const purpose = isAutomatic ? 'register-automatically' : 'register'
  const isAsked = await spendChallenge(db, { purpose, agentId }, challenge, visitor, config, now)
  const made = isAsked ? await verifyNewPasskey(site, challenge, credential, { isAutomatic }) : undefined
  if (!made) return refuse('invalid-fields', { errors: messages.passkeyRefused })
  const name = nameFor(made.aaguid, visitor.userAgent)
  const added = await db.transaction(async (tx) => {
    // Of two requests at once, the second waits here, and then counts the passkey of the first.
    await requireOpenSession(tx, session)
    if ((await countPasskeys(tx, agentId)) >= PASSKEYS_AT_MOST)
      return refuse('invalid-fields', { errors: messages.tooManyPasskeys(PASSKEYS_AT_MOST) })
    const id = await insertPasskey(tx, agentId, { ...made, name }, now)
    if (id === undefined) return refuse('invalid-fields', { errors: messages.passkeyAlreadyThere })
    // From now on a password is not enough for this person. The authenticator has just verified them, as with any use. It
    // has not if the browser made the passkey by itself: then the password is enough until the first use.
    if (!isAutomatic) {
      await noteShown(tx, session, 'passkey', now)
      await dropLinks(tx, 'second-factor-recovery', agentId, now)
    }
    await postPasskeyAdded(tx, { ...deps, now }, agentId, { name, isAutomatic })
    const details = { passkey: name }
    await recordAudit(tx, { actor: { agentId }, action: 'passkey-added', accountId, origin, details }, now)
    const passkeys = await passkeysOf(tx, session)
    return { data: { added: passkeys.find((passkey) => passkey.id === id) as Passkey, passkeys } }
  })
  if (!isRefused(added)) visitor.report('passkey.added')
  return added
}
