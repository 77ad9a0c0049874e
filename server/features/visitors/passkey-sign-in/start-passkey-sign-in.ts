import type { startPasskeySignIn as startCall } from '#contract/features/passkey-sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { askForPasskey } from '#server/identity/passkey-check.ts'
import { listPasskeysOnDevice } from '#server/identity/passkeys.ts'
import { readDeviceToken } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

/** Each attempt stores a challenge for some minutes. */
const byIp: Limit = { name: 'passkey-start:place', tries: 120, windowMinutes: 15 }

/**
 * The browser lists the passkeys it has for this site, by their names. If an account was chosen before, only its
 * passkeys are listed, but only on a device where its person has signed in before: nobody else learns whether an email
 * has passkeys.
 */
export async function startPasskeySignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email, pin }: ParsedBodyOf<typeof startCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof startCall>> {
  const { db, clock, config } = deps
  await countTries(db, limitByIp(byIp, visitor.ip), clock.now())
  const device = readDeviceToken(visitor, config)
  const allowed =
    device && email !== '' && pin !== ''
      ? await listPasskeysOnDevice(db, { email, pin, deviceHash: hashToken(device) })
      : []
  return askForPasskey(deps, { purpose: 'sign-in', agentId: allowed[0]?.agentId }, allowed, visitor)
}
