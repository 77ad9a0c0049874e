import { useEffect, useState } from 'react'
import type { DemoProviderValues, KnownAccount, ReceivedEvent } from '#contract/features/demo-provider.ts'
import type { PageProps } from '#contract/page-values.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Layout } from '#web/ui/Layout.tsx'

/** A provider's system: the feed's events as they arrive, and what they say about each account. */
export function DemoProviderPage({ values, provider, now }: PageProps<'demo-provider'>) {
  const { events, accounts, unsigned } = useArrivals(values)
  return (
    <Layout
      provider={provider}
      now={now}
      wide
      panel={<Panel brandName={provider.brandName} unsigned={unsigned} />}
    >
      <h1>Demo Provider</h1>
      <p className="lede">What a dialer hears of the accounts: each event as it arrives, the newest first.</p>
      <div className="form">
        <section className="tile" aria-labelledby="events">
          <h2 id="events">Events</h2>
          {events.length === 0 ? (
            <p className="hint">
              No event has arrived yet. Sign up, change a plan or invite someone, and it appears here.
            </p>
          ) : (
            <ol className="demo-provider-events" aria-live="polite" aria-relevant="additions">
              {events.map((event) => (
                <Arrived key={event.id} event={event} />
              ))}
            </ol>
          )}
        </section>
        <section className="tile" aria-labelledby="accounts">
          <h2 id="accounts">What it knows of the accounts</h2>
          {accounts.length === 0 ? (
            <p className="hint">Nothing yet: it learns of accounts from their events.</p>
          ) : (
            <ul className="demo-provider-accounts">
              {accounts.map((account) => (
                <Account key={account.accountNumber} account={account} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </Layout>
  )
}

/** The server sends the full state, and the browser polls every second. */
function useArrivals(initial: DemoProviderValues): DemoProviderValues {
  const [shown, setShown] = useState(initial)
  useEffect(() => {
    const line = new EventSource('/demo/provider/stream')
    let last = ''
    line.onmessage = ({ data }) => {
      if (data === last) return
      last = data
      setShown(JSON.parse(data))
    }
    return () => line.close()
  }, [])
  return shown
}

function Arrived({ event }: { event: ReceivedEvent }) {
  return (
    <li>
      <code>{event.type}</code>
      <span>{`${event.accountNumber} · event ${event.sequence} of this account`}</span>
      <span className="hint">{event.meaning}</span>
    </li>
  )
}

/** What the events so far say about one account. */
function Account({ account }: { account: KnownAccount }) {
  const { accountNumber, status, mayDial, endsAt, plan, people, sequence } = account
  return (
    <li>
      <h3>{`Account ${accountNumber}`}</h3>
      <Facts
        facts={{
          'May dial': mayDial ? 'Yes' : 'No',
          Status: endsAt ? `${status}, ends ${endsAt}` : status,
          Plan: plan.map(({ item, quantity }) => `${quantity} × ${item}`).join(', ') || 'Nothing',
          People: people.map(describePerson).join(', ') || 'Nobody',
          'As of event': String(sequence),
        }}
      />
    </li>
  )
}

function describePerson({ id, role, name, dialers }: KnownAccount['people'][number]): string {
  return `${name ?? `person ${id}`} (${[role, ...dialers].join(', ')})`
}

function Panel({ brandName, unsigned }: { brandName: string; unsigned: number }) {
  return (
    <>
      <h2>A receiver of the feed.</h2>
      <p>
        {`It plays the provider’s dialer, and ${brandName} sends it every event, signed as Standard Webhooks says. It checks the signature and believes nothing else.`}
      </p>
      <p>
        Events of one account arrive in order. One that arrives twice changes nothing. After a restart, it
        reads all of them again from the first.
      </p>
      {unsigned > 0 && <p>{`Calls without a right signature, refused: ${unsigned}`}</p>}
    </>
  )
}
