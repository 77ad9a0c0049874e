import { useEffect, useRef, useState } from 'react'
import { type ConnectedApp, disconnectApp } from '#contract/features/connected-apps.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { PartnerLogo } from '#web/ui/PartnerLogo.tsx'

/** The connected partners: which, what they may do, since when, connected by whom, and a way to disconnect. */
export function ConnectedAppsPage(props: PageProps<'connected-apps'>) {
  const { apps, asked, error, disconnected, isBusy, ask, cancel, disconnect } = useDisconnect(
    props.values.apps,
  )
  const { older } = props.values
  const isPart = Boolean(older || props.query.before)
  const news = useRef<HTMLParagraphElement>(null)
  // The focused button was removed with its app. Runs after the dialog's own effect, as nothing behind an
  // open dialog can be focused.
  useEffect(() => {
    if (disconnected) news.current?.focus()
  }, [disconnected])

  return (
    <AccountLayout
      {...props}
      needsScript
      title="Connected apps"
      lede="Partners connected to this account, and what they can do in it."
    >
      <div className="connected-apps-news" role="status">
        {disconnected && (
          <p className="banner ok" tabIndex={-1} ref={news}>
            {`${disconnected.name} is disconnected.`}
          </p>
        )}
      </div>
      {apps.length === 0 && (isPart ? <p className="hint">There are no more on this page.</p> : <NoApps />)}
      {apps.map((app) => (
        <AppTile key={app.key} app={app} onDisconnect={() => ask(app)} />
      ))}
      {isPart && (
        <nav className="cluster" aria-label="Pages of connected apps">
          {props.query.before && <a href={pages['connected-apps']}>Latest apps</a>}
          {older && <a href={older}>Older apps</a>}
        </nav>
      )}
      <DisconnectDialog app={asked} error={error} isBusy={isBusy} onConfirm={disconnect} onCancel={cancel} />
    </AccountLayout>
  )
}

const FORBIDDEN = 403
const NOT_FOUND = 404

/** The connected apps, and how to disconnect one. */
function useDisconnect(listed: ConnectedApp[]) {
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
        // The person's role has changed: the list contains apps that they may no longer see.
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

function NoApps() {
  return (
    <section className="tile" aria-labelledby="none">
      <h2 id="none">No apps are connected</h2>
      <p className="hint">
        When you connect a partner, such as Zapier, it is listed here. Start on the partner’s site: look there
        for a way to connect your account.
      </p>
    </section>
  )
}

function AppTile({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: () => void }) {
  const facts = { 'Connected since': app.since, 'Last used': app.lastUsed, 'Connected by': app.by }
  return (
    <section className="tile app-tile" aria-label={`${app.name}, connected by ${app.by}`}>
      <div className="between">
        <div className="face">
          <PartnerLogo name={app.name} logo={app.logo} />
          <h2>{app.name}</h2>
        </div>
        <Button
          small
          look="quiet"
          label={`Disconnect ${app.name}, connected by ${app.by}`}
          onClick={onDisconnect}
        >
          Disconnect
        </Button>
      </div>
      <ul className="allows">
        {app.allows.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Facts facts={facts} across />
    </section>
  )
}

type DisconnectDialogProps = {
  /** Open while set. */
  app: ConnectedApp | undefined
  error: string
  isBusy: boolean
  onConfirm: (app: ConnectedApp) => void
  onCancel: () => void
}

function DisconnectDialog({ app, error, isBusy, onConfirm, onCancel }: DisconnectDialogProps) {
  const name = app?.name ?? ''
  return (
    <Dialog
      title={`Disconnect ${name}?`}
      open={app !== undefined}
      busy={isBusy}
      onClose={onCancel}
      footer={
        <div className="cluster">
          <Button small look="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button small busy={isBusy} onClick={() => app && onConfirm(app)}>
            Disconnect
          </Button>
        </div>
      }
    >
      <div className="stack">
        {error !== '' && <Banner tone="bad">{error}</Banner>}
        <p>{`${name} loses access right away, and anything it does for you stops. To connect it again, start from ${name}.`}</p>
      </div>
    </Dialog>
  )
}
