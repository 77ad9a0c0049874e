import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { NewPasskey } from '#contract/accounts/passkey-credential.ts'
import type { PasskeySite } from './passkey-site.ts'
import { type MadePasskey, PASSKEY_ALGORITHMS } from './passkeys.ts'

/** What the browser has created, if it is what it was asked for. Automatic: made without a dialog. */
export async function verifyNewPasskey(
  { origin, rpId }: PasskeySite,
  expectedChallenge: string,
  { id, response }: NewPasskey,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<(Omit<MadePasskey, 'name'> & { aaguid: string }) | undefined> {
  const { transports = [], ...rest } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response: rest, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserPresence: !isAutomatic,
      requireUserVerification: !isAutomatic,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { credential, credentialBackedUp, aaguid } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports,
      isSynced: credentialBackedUp,
      isAutomatic,
      aaguid,
    }
  } catch {
    // The library throws whatever it finds wrong with what the browser has sent.
    return undefined
  }
}
