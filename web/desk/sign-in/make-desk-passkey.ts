import { addDeskPasskey, startDeskPasskey } from '#contract/desk/sign-in/calls.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { createPasskey } from '#web/passkeys/create-passkey.ts'

type Made = { kind: 'made' } | { kind: 'cancelled' } | { kind: 'failed'; text: string }

export async function makeDeskPasskey(): Promise<Made> {
  const started = await send(startDeskPasskey, {})
  if (started.kind !== 'answered') return failed(errorsOf(started))
  const created = await createPasskey(started.answer.data.options)
  if (created.kind !== 'created') return created
  const added = await send(addDeskPasskey, { credential: created.credential })
  return added.kind === 'answered' ? { kind: 'made' } : failed(errorsOf(added))
}

function failed(errors: ReturnType<typeof errorsOf>): Made {
  return { kind: 'failed', text: errors === undefined ? messages.networkError : sentenceOf(errors) }
}
