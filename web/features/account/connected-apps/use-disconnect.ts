import { useState } from 'react'
import { type ConnectedApp, disconnectApp } from '#contract/features/connected-apps.ts'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'
import { useBusy } from '#web/form/use-busy.ts'

const FORBIDDEN = 403
const NOT_FOUND = 404

/** The connected apps, and how to disconnect one. */
export function useDisconnect(listed: ConnectedApp[]) {
  const [apps, setApps] = useState(listed)
  const [asked, setAsked] = useState<ConnectedApp>()
  const [error, setError] = useState('')
  const [isOutdated, setOutdated] = useState(false)
  const [disconnected, setDisconnected] = useState<ConnectedApp>()
  const { isBusy, run } = useBusy()

  function ask(app: ConnectedApp) {
    setError('')
    setAsked(app)
  }

  function cancel() {
    setAsked(undefined)
    if (isOutdated) location.reload()
  }

  function disconnect(app: ConnectedApp) {
    void run(async () => {
      setError('')
      const outcome = await send(disconnectApp, { app: app.key })
      const refusedAs = outcome.kind === 'refused' ? outcome.status : undefined
      // An app that no longer exists was disconnected elsewhere in the meantime, which is what the person
      // wanted.
      const errors = refusedAs === NOT_FOUND ? undefined : errorsOf(outcome)
      if (errors !== undefined) {
        setError(sentenceOf(errors))
        // The person's role has changed: the list has apps that are not theirs to see any more.
        setOutdated(refusedAs === FORBIDDEN)
        return undefined
      }
      setApps((before) => before.filter(({ key }) => key !== app.key))
      setDisconnected(app)
      setAsked(undefined)
      return undefined
    })
  }

  return { apps, asked, error, disconnected, isBusy, ask, cancel, disconnect }
}
