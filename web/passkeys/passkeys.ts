import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyAnswer } from '#contract/accounts/factors.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { addPasskey, type Passkey, startPasskey } from '#contract/features/passkeys.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { errorsOf, send, sendOnce } from '#web/api.ts'
import { sentenceOf } from '#web/form/refusal.ts'

export type Made =
  | { kind: 'made'; added: Passkey; passkeys: Passkey[] }
  | { kind: 'cancelled' }
  | { kind: 'failed'; text: string }

/**
 * Creates a passkey and adds it to the signed-in person. `automatic`: the browser decides without a dialog,
 * shortly after a saved password was used.
 */
export async function makePasskey(mode: 'dialog' | 'automatic' = 'dialog'): Promise<Made> {
  if (!browserSupportsWebAuthn()) return { kind: 'failed', text: messages.passkeyUnsupported }
  const is_automatic = mode === 'automatic'
  // Nothing that the person did not ask for may open the step-up dialog.
  const sendThis = is_automatic ? sendOnce : send
  const started = await sendThis(startPasskey, { is_automatic })
  if (started.kind !== 'answered') return failed(errorsOf(started))
  const created = await createPasskey(started.answer.data.options, is_automatic)
  if (created.kind !== 'created') return created
  const added = await sendThis(addPasskey, { credential: created.credential, is_automatic })
  return added.kind === 'answered' ? { kind: 'made', ...added.answer.data } : failed(errorsOf(added))
}

function failed(errors: ReturnType<typeof errorsOf>): Made {
  return { kind: 'failed', text: errors === undefined ? ruleMessages.networkError : sentenceOf(errors) }
}

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

type AskedOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
/** `cancelled`: the person closed the dialog or let it time out, and needs no message. */
export type Got = { kind: 'confirmed'; credential: PasskeyAnswer } | { kind: 'cancelled' } | Failed
type Failed = { kind: 'failed'; text: string }

/** Nobody reads and closes a dialog faster than this: the browser had nothing to show. */
const AT_ONCE_MS = 1500

/**
 * Asks for a passkey. `immediate`: without a dialog if the browser knows no passkey here, where supported;
 * the next time with the dialog, which also offers phones and security keys.
 */
export async function getPasskey(
  options: Record<string, unknown>,
  mode: 'dialog' | 'immediate' = 'dialog',
): Promise<Got> {
  if (!browserSupportsWebAuthn()) return { kind: 'failed', text: messages.passkeyUnsupported }
  const optionsJSON = options as unknown as AskedOptions
  const isImmediate = mode === 'immediate' && !hasFoundNone && (await canBeImmediate())
  const startedAt = performance.now()
  try {
    const credential = isImmediate
      ? await getImmediately(optionsJSON)
      : await startAuthentication({ optionsJSON })
    return { kind: 'confirmed', credential }
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

/** Browsers use different names for the option, and reject an unknown value of `mediation`. */
async function getImmediately(options: AskedOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const get = (option: object) =>
    navigator.credentials.get({ publicKey, ...option }) as Promise<PublicKeyCredential>
  const credential = await get({ mediation: 'immediate' }).catch((error: unknown) => {
    if (error instanceof TypeError) return get({ uiMode: 'immediate' })
    throw error
  })
  return credential.toJSON() as PasskeyAnswer
}
