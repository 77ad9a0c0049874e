import { useState } from 'react'
import { disconnectApp } from '#contract/features/connected-apps/calls.ts'
import type { ConnectedApp } from '#contract/features/connected-apps/values.ts'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { useBusy } from '#web/form/use-busy.ts'

type Said = { tone: 'ok' | 'bad'; text: string }
const SIGNED_OUT = 401
const NOT_FOUND = 404

/** The connected apps, and how to disconnect one. */
export function useDisconnect(listed: ConnectedApp[], onDone: () => void) {
  const [apps, setApps] = useState(listed)
  const [said, setSaid] = useState<Said>()
  const { isBusy, run } = useBusy()

  function disconnect(app: ConnectedApp) {
    void run(async () => {
      const outcome = await send(disconnectApp, { app: app.key })
      onDone()
      if (outcome.kind === 'refused' && outcome.status === SIGNED_OUT) {
        // The server reports an ended session, and redirects back here after sign-in.
        location.reload()
        return 'leaving'
      }
      // An app that no longer exists was disconnected elsewhere in the meantime, which is what the person
      // wanted.
      const isGone = outcome.kind === 'refused' && outcome.status === NOT_FOUND
      const errors = isGone ? undefined : errorsOf(outcome)
      if (errors !== undefined) {
        setSaid({ tone: 'bad', text: sentenceOf(errors) })
        return undefined
      }
      setApps((before) => before.filter(({ key }) => key !== app.key))
      setSaid({ tone: 'ok', text: `${app.name} is disconnected.` })
      return undefined
    })
  }

  return { apps, said, isBusy, disconnect }
}
