import { useEffect, useRef, useState } from 'react'
import type { ConnectedApp } from '#contract/features/connected-apps/values.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { AppTile } from './AppTile.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { useDisconnect } from './use-disconnect.ts'

/**
 * The connected partners: which, what they may do, since when, connected by whom, and a way to disconnect.
 */
export function ConnectedAppsPage(props: PageProps<'connected-apps'>) {
  const [asked, setAsked] = useState<ConnectedApp>()
  const { apps, said, isBusy, disconnect } = useDisconnect(props.values.apps, () => setAsked(undefined))
  const news = useRef<HTMLParagraphElement>(null)
  // The focused button was removed with its app. Runs after the dialog's own effect, as nothing behind an
  // open dialog can be focused.
  useEffect(() => {
    if (said?.tone === 'ok') news.current?.focus()
  }, [said])

  return (
    <AccountLayout
      {...props}
      title="Connected apps"
      lede="Partners connected to this account, and what they can do in it."
    >
      <div className="connected-apps-news" role="status">
        {said?.tone === 'ok' && (
          <p className="banner ok" tabIndex={-1} ref={news}>
            {said.text}
          </p>
        )}
      </div>
      {said?.tone === 'bad' && <Banner tone="bad">{said.text}</Banner>}
      {apps.length === 0 ? <NoApps /> : null}
      {apps.map((app) => (
        <AppTile key={app.key} app={app} onDisconnect={() => setAsked(app)} />
      ))}
      <DisconnectDialog
        app={asked}
        isBusy={isBusy}
        onConfirm={disconnect}
        onCancel={() => setAsked(undefined)}
      />
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
