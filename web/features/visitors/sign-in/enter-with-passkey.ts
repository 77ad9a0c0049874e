import { signInWithPasskey, startPasskeySignIn } from '#contract/features/passkey-sign-in.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import type { GoneOn } from '#web/choose-account/use-account-choice.ts'
import { leaveFor } from '#web/leave-for.ts'
import { getPasskey } from '#web/passkeys/passkeys.ts'
import { signalUnknownPasskey } from '#web/passkeys/signal-passkeys.ts'
import { deviceFields } from './device.ts'

type Entering = { email: string; pin: string; isMobileRetry: boolean; next: string | undefined }

/** The rest of a passkey sign-in, once the button was pressed and, if there are several, an account chosen. */
export async function enterWithPasskey(
  { email, pin, isMobileRetry, next }: Entering,
  signal: AbortSignal,
): Promise<GoneOn> {
  const started = await send(startPasskeySignIn, pin === '' ? {} : { email, pin }, { signal })
  if (started.kind !== 'answered') return { refused: errorsOf(started) ?? messages.networkError }
  const { options } = started.answer.data
  // A list of passkeys rules out the immediate mode.
  const got = await getPasskey(options, pin === '' ? 'immediate' : 'dialog')
  if (got.kind === 'cancelled') return 'done'
  if (got.kind === 'failed') return { refused: got.text }
  const { credential } = got
  const body = { credential, pin, ...(next && { next }), mobile_retry: isMobileRetry, ...deviceFields() }
  const outcome = await send(signInWithPasskey, body, { signal })
  if (outcome.kind === 'answered' && leaveFor(outcome.answer.data.redirect_url)) return 'leaving'
  if (outcome.kind === 'refused' && outcome.body.unknown_passkey)
    signalUnknownPasskey(String(options.rpId), credential.id)
  return { refused: errorsOf(outcome) ?? messages.networkError }
}
