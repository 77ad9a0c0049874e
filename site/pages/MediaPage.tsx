import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { BrandMark } from '#web/ui/BrandMark.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import type { SitePageProps } from '../page-props.ts'
import { Facts } from '../parts/Facts.tsx'
import { Panel } from '../parts/Panel.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

export function MediaPage({ provider, now }: SitePageProps) {
  const { brandName, links } = provider
  return (
    <Layout provider={provider} now={now} wide panel={<MediaPanel />}>
      <h1>Media</h1>
      <p className="lede">
        Text, figures and a logo for people who write about us. Use them freely, and quote them in full.
      </p>
      <section className="site-band site-prose">
        <h2>In one sentence</h2>
        <p>
          We help sales professionals, most of them in real estate, to spend their calling hours in
          conversations: with a power dialer, a CRM and lead data in one monthly subscription.
        </p>
        <h2>In one paragraph</h2>
        <p>
          A power dialer rings the next number while its user is still writing a note about the last one, and
          on three lines it reaches up to 300 numbers an hour. With it come a CRM that keeps leads, callbacks
          and appointments together, and six data services that tell a caller why a conversation might be
          welcome today: a listing that has expired, a house for sale or for rent by its owner, a
          neighborhood, a traced number, a notice from a lender. Each part is bought by the month, for one
          person or for a team.
        </p>
      </section>
      <section className="site-band">
        <h2>The mark</h2>
        <div className="site-marks">
          <figure className="on-paper">
            <BrandMark />
            <span>{brandName}</span>
          </figure>
          <figure className="site-on-ink">
            <BrandMark />
            <span>{brandName}</span>
          </figure>
        </div>
        <p className="hint">
          Four bars of a voice, on blue. Leave room around it, and please do not recolor it.
        </p>
      </section>
      <MediaContact provider={provider} support={links.support} />
      <SampleNote>
        When a marketing site is configured, the provider’s own press page replaces this one.
      </SampleNote>
    </Layout>
  )
}

function MediaContact({ provider, support }: { provider: Provider; support: string }) {
  return (
    <section className="site-band site-prose">
      <h2>Interviews and questions</h2>
      <p>
        Please <a href={support}>write to us</a> with your deadline in the first line. Background reading is
        on <a href={marketingPage(provider, 'blog/')}>the blog</a> and under{' '}
        <a href={marketingPage(provider, 'about-us/')}>About Us</a>.
      </p>
    </section>
  )
}

function MediaPanel() {
  return (
    <Panel>
      <h2>Figures you may print</h2>
      <p>They are the same in our price list, in our sign-up and here.</p>
      <Facts
        facts={[
          { figure: '25,000+', meaning: 'sales professionals have joined' },
          { figure: '300', meaning: 'calls per hour on three lines, at most' },
          { figure: '85', meaning: 'calls per hour on a single line, at most' },
          { figure: '10', meaning: 'live trainings in a working week' },
        ]}
      />
    </Panel>
  )
}
