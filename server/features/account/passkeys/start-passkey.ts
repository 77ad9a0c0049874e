import { generateRegistrationOptions } from '@simplewebauthn/server'
import * as messages from '#contract/accounts/passkey-messages.ts'
import type { startPasskey as startCall } from '#contract/features/passkeys/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { showAccount, showPerson } from '#server/accounts/show-account.ts'
import type { Deps } from '#server/deps.ts'
import { descriptorsOf } from '#server/identity/check-passkey.ts'
import { CHALLENGE_LASTS_MS, makeChallenge } from '#server/identity/passkey-challenges.ts'
import { passkeySiteOf, refusePasskeysHere } from '#server/identity/passkey-site.ts'
import {
  listPasskeys,
  PASSKEY_ALGORITHMS,
  PASSKEYS_AT_MOST,
  userHandleOf,
} from '#server/identity/passkeys.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const byPerson: Limit = { name: 'passkeys:person', tries: 60, windowMinutes: 60 }

/** Options for navigator.credentials.create. The names tell the account, because browsers list passkeys by them. */
export async function startPasskey(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { is_automatic: isAutomatic }: ParsedBodyOf<typeof startCall>,
  session: Session,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall> | Refused> {
  const now = clock.now()
  const { agentId, accountNumber } = session
  const site = passkeySiteOf(config, visitor)
  if (!site) return refusePasskeysHere(config)
  await countTry(db, byPerson, String(agentId), now)
  const existing = await listPasskeys(db, agentId)
  if (existing.length >= PASSKEYS_AT_MOST)
    return refuse('invalid-fields', { errors: messages.tooManyPasskeys(PASSKEYS_AT_MOST) })
  const { email } = await showPerson({ db }, session)
  const { company } = await showAccount({ db }, session)
  const purpose = isAutomatic ? 'register-automatically' : 'register'
  const challenge = await makeChallenge(db, { purpose, agentId }, visitor, config, now)
  const options = await generateRegistrationOptions({
    rpName: site.rpName,
    rpID: site.rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LASTS_MS,
    userID: new Uint8Array(await userHandleOf(db, agentId)),
    userName: `${email} (${accountNumber})`,
    userDisplayName: `${company} (${accountNumber})`,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: descriptorsOf(existing),
    authenticatorSelection: {
      residentKey: 'required',
      // Nobody is there to be verified when the browser makes one by itself. Every use is verified.
      userVerification: isAutomatic ? 'preferred' : 'required',
    },
  })
  return { data: { options: { ...options } } }
}
