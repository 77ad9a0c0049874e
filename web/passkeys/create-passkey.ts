import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import type { NewPasskey } from '#contract/accounts/factors.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
export type Created =
  | { kind: 'created'; credential: NewPasskey }
  | { kind: 'cancelled' }
  | { kind: 'failed'; text: string }

/** Lets the browser create a passkey. `isAutomatic`: without a dialog. */
export async function createPasskey(options: Record<string, unknown>, isAutomatic = false): Promise<Created> {
  if (!browserSupportsWebAuthn()) return { kind: 'failed', text: messages.passkeyUnsupported }
  try {
    const optionsJSON = options as unknown as Options
    return {
      kind: 'created',
      credential: await startRegistration({ optionsJSON, useAutoRegister: isAutomatic }),
    }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    switch (name) {
      case 'NotAllowedError':
      case 'AbortError':
        return { kind: 'cancelled' }
      case 'InvalidStateError':
        return { kind: 'failed', text: messages.passkeyAlreadyThere }
      case 'ConstraintError':
      case 'NotSupportedError':
        return { kind: 'failed', text: messages.noAuthenticator }
      case 'SecurityError':
        return { kind: 'failed', text: messages.passkeyBlocked }
      default:
        return { kind: 'failed', text: messages.passkeyNotMade }
    }
  }
}
