import { useEffect, useRef } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { AppTile } from './AppTile.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { useDisconnect } from './use-disconnect.ts'

/**
 * The connected partners: which, what they may do, since when, connected by whom, and a way to disconnect.
 */
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
