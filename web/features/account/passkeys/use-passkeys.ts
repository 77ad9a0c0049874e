import { useState } from 'react'
import { type Passkey, removePasskey, renamePasskey } from '#contract/features/passkeys.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { makeCall } from '#web/form/make-call.ts'
import { type ServerErrors, sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { signalAcceptedPasskeys } from '#web/passkeys/signal-passkeys.ts'

/** The list as last returned by the server, first with the page, and the message about the last action. */
export function usePasskeys(listed: readonly Passkey[], onSettled: () => void, onAdded: () => void) {
  const { isBusy, run } = useBusy()
  const [changed, setPasskeys] = useState<readonly Passkey[]>()
  const [message, setMessage] = useState<{ tone: 'ok' | 'bad'; text: string }>()

  function settle(left: readonly Passkey[], text: string) {
    setPasskeys(left)
    setMessage({ tone: 'ok', text })
    onSettled()
  }

  function fail(errors: ServerErrors) {
    setMessage({ tone: 'bad', text: sentenceOf(errors) })
    onSettled()
  }

  function add() {
    void run(async () => {
      setMessage(undefined)
      try {
        const { makePasskey } = await import('#web/passkeys/passkeys.ts')
        const made = await makePasskey()
        if (made.kind === 'made') {
          settle(made.passkeys, `The passkey “${made.added.name}” was added.`)
          onAdded()
        }
        if (made.kind === 'failed') fail(made.text)
      } catch {
        fail(messages.networkError)
      }
    })
  }

  function remove({ id, name }: Passkey) {
    void run(() =>
      makeCall(
        removePasskey,
        { passkey_id: id },
        {
          onAnswer: ({ data }) => {
            if (data.accepted) signalAcceptedPasskeys(data.accepted)
            settle(data.passkeys, `The passkey “${name}” was removed.`)
          },
          onErrors: fail,
        },
      ),
    )
  }

  function rename({ id }: Passkey, name: string, onErrors: (errors: ServerErrors) => void) {
    return makeCall(
      renamePasskey,
      { passkey_id: id, name },
      { onAnswer: ({ data }) => settle(data.passkeys, `The passkey is now called “${name}”.`), onErrors },
    )
  }

  return { passkeys: changed ?? listed, message, isBusy, add, remove, rename }
}
