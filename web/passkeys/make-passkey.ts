import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { addPasskey, type Passkey, startPasskey } from '#contract/features/passkeys.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { errorsOf, send, sendOnce } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { createPasskey } from './create-passkey.ts'

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
