import type { PageProps } from '#contract/page-values.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { PlainSupportBanner } from '#web/ui/SupportBanner.tsx'

const browsers = {
  Chrome: { maker: 'Google', address: 'https://www.google.com/chrome/' },
  Firefox: { maker: 'Mozilla', address: 'https://www.mozilla.org/firefox/new/' },
  Safari: { maker: 'Apple', address: 'https://www.apple.com/safari/' },
  Edge: { maker: 'Microsoft', address: 'https://www.microsoft.com/edge' },
}

/** For browsers that run none of our scripts and few of our styles: plain sentences and a plain list of links. */
export function BrowserSelectPage({ provider, query, now }: PageProps<'browser-select'>) {
  const { brandName } = provider
  return (
    <Layout provider={provider} now={now} panel={<Panel />}>
      {query.status === 'registered' && (
        <Banner tone="ok">
          <strong>Success!</strong> Your account is currently being set up. This can take 5-10 minutes, please
          wait for your confirmation e-mail to log into {brandName}.
        </Banner>
      )}
      <h1>Please choose another browser</h1>
      <p className="lede">
        The sites of {brandName} do not support Internet Explorer. Install one of these free browsers and open
        this page in it.
      </p>
      <ul className="browser-select-list plain">
        {Object.entries(browsers).map(([name, { maker, address }]) => (
          <li key={name}>
            <a href={address} rel="noopener">
              <strong>{name}</strong> <span className="hint">from {maker}</span>
            </a>
          </li>
        ))}
      </ul>
      <PlainSupportBanner provider={provider} />
    </Layout>
  )
}

function Panel() {
  return (
    <>
      <h2>Back in a minute.</h2>
      <p>
        A current browser keeps your account safe and your calls running. Everything you set up with us is
        still there when you sign in again.
      </p>
    </>
  )
}
