import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'
import type { SitePageProps } from '../page-props.ts'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

export function SupportPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<SupportPanel />}>
      <h1>Support</h1>
      <p className="lede">Most problems take a minute to solve. Here are the most common ones.</p>
      <div className="site-pair site-band">
        <section className="tile">
          <h2>I cannot sign in</h2>
          <p>
            <a href="/password-reset/">Set a new password</a>. We email you a link that works once, for an
            hour.
          </p>
        </section>
        <section className="tile">
          <h2>My account is not ready</h2>
          <p>
            Setting up takes 5 to 10 minutes. Please wait for the confirmation email, and check your spam
            folder.
          </p>
        </section>
        <section className="tile">
          <h2>I want to change my plan</h2>
          <p>
            <a href="/login/">Sign in</a> as the owner of the account. Users, dialers and data can be added at
            any time.
          </p>
        </section>
        <section className="tile">
          <h2>I am new here</h2>
          <p>
            Begin with <a href={provider.links.gettingStartedVideo}>getting started</a>, join a{' '}
            <a href="/single/training-webinars/">live training</a>, or read{' '}
            <a href={marketingPage(provider, 'faq/')}>the questions</a>.
          </p>
        </section>
      </div>
      <Talk provider={provider} />
      <SampleNote>The provider’s own help desk goes here. Set its link with SUPPORT_URL.</SampleNote>
    </Layout>
  )
}

function Talk({ provider }: { provider: Provider }) {
  const { tollFreeNumber } = provider
  return (
    <section className="site-band site-prose">
      <h2>Talk to a person</h2>
      <p>
        <a href={phoneLink(tollFreeNumber)}>{tollFreeNumber}</a>, free of charge, Monday to Friday from 13:00
        to 21:00 UTC. That is 9 AM to 5 PM in New York in summer, and an hour earlier in winter.
      </p>
    </section>
  )
}

function SupportPanel() {
  return (
    <Panel>
      <h2>Have these ready</h2>
      <p>These three things make the call much shorter.</p>
      <Points
        points={[
          'Your six-digit Account Number. It is in your confirmation email.',
          'What you were doing, and the message you saw.',
          'The number at the bottom of an error page, if there was one.',
        ]}
        isNumbered
      />
      <p className="hint">Our support team will never ask for your password or your full card number.</p>
    </Panel>
  )
}
