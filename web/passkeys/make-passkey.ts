import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import type { NewPasskey } from '#contract/accounts/passkey-credential.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { addPasskey, type Passkey, startPasskey } from '#contract/features/passkeys/calls.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { errorsOf, send, sendOnce } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
export type Made =
  | { kind: 'made'; added: Passkey; passkeys: Passkey[] }
  | { kind: 'cancelled' }
  | { kind: 'failed'; text: string }

/**
 * Creates a passkey and adds it to the signed-in person. `automatic`: the browser decides, without a dialog, shortly
 * after a password that it had saved was used.
 */
export async function makePasskey(mode: 'dialog' | 'automatic' = 'dialog'): Promise<Made> {
  if (!browserSupportsWebAuthn()) return { kind: 'failed', text: messages.passkeyUnsupported }
  const is_automatic = mode === 'automatic'
  // Nothing that the person did not ask for may open the dialog that asks who they are.
  const started = await (is_automatic ? sendOnce : send)(startPasskey, { is_automatic })
  if (started.kind !== 'answered') return failed(errorsOf(started))
  const optionsJSON = started.answer.data.options as unknown as Options
  const created = await create(optionsJSON, is_automatic)
  if ('kind' in created) return created
  const added = await send(addPasskey, { credential: created, is_automatic })
  return added.kind === 'answered' ? { kind: 'made', ...added.answer.data } : failed(errorsOf(added))
}

async function create(optionsJSON: Options, useAutoRegister: boolean): Promise<NewPasskey | Made> {
  try {
    return await startRegistration({ optionsJSON, useAutoRegister })
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

function failed(errors: ReturnType<typeof errorsOf>): Made {
  return { kind: 'failed', text: errors === undefined ? ruleMessages.networkError : sentenceOf(errors) }
}
