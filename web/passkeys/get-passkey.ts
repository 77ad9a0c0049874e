import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
/** `cancelled`: the person closed the dialog, or let it time out, and needs no message. */
export type Got = { kind: 'given'; credential: PasskeyAnswer } | { kind: 'cancelled' } | Failed
type Failed = { kind: 'failed'; text: string }

/** Nobody reads and closes a dialog faster than this: the browser had nothing to show. */
const AT_ONCE_MS = 1500

/**
 * Asks for a passkey. `immediate`: without a dialog if the browser knows of no passkey here, where it can do that; the
 * next time it is asked with the dialog, which also offers phones and security keys.
 */
export async function getPasskey(
  options: Record<string, unknown>,
  mode: 'dialog' | 'immediate' = 'dialog',
): Promise<Got> {
  if (!browserSupportsWebAuthn()) return { kind: 'failed', text: messages.passkeyUnsupported }
  const optionsJSON = options as unknown as Options
  const isImmediate = mode === 'immediate' && !hasFoundNone && (await canBeImmediate())
  const startedAt = performance.now()
  try {
    const credential = isImmediate
      ? await getImmediately(optionsJSON)
      : await startAuthentication({ optionsJSON })
    return { kind: 'given', credential }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'SecurityError') return { kind: 'failed', text: messages.passkeyBlocked }
    if (name === 'NotSupportedError') return { kind: 'failed', text: messages.passkeyUnsupported }
    if (name !== 'NotAllowedError' && name !== 'AbortError')
      return { kind: 'failed', text: messages.passkeyRefused }
    hasFoundNone = isImmediate && performance.now() - startedAt < AT_ONCE_MS
    return hasFoundNone ? { kind: 'failed', text: messages.passkeyNotFound } : { kind: 'cancelled' }
  }
}

let hasFoundNone = false

type Capabilities = { getClientCapabilities?(): Promise<Record<string, boolean>> }

async function canBeImmediate(): Promise<boolean> {
  const { getClientCapabilities } = PublicKeyCredential as unknown as Capabilities
  const capabilities = await getClientCapabilities?.call(PublicKeyCredential)
  return capabilities?.immediateGet === true
}

/** Browsers disagree about the name of the option, and reject a value of `mediation` that they do not know. */
async function getImmediately(options: Options): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const get = (option: object) =>
    navigator.credentials.get({ publicKey, ...option }) as Promise<PublicKeyCredential>
  const credential = await get({ mediation: 'immediate' }).catch((error: unknown) => {
    if (error instanceof TypeError) return get({ uiMode: 'immediate' })
    throw error
  })
  return credential.toJSON() as PasskeyAnswer
}
