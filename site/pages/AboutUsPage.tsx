import { marketingPage } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { SitePageProps } from '../page-props.ts'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

const beliefs = [
  [
    'The call is the work',
    'Dialing is not. We try to remove whatever is between you and the next conversation: the ringing, the wrong numbers, the typing.',
  ],
  [
    'People on the other end are people',
    'We check numbers against the national Do Not Call registry at no charge, and our training starts with manners. A caller who is welcome calls again.',
  ],
  [
    'A price should survive being read twice',
    'What the plan builder adds up is what the sign-up shows and what your receipt says. It is monthly, in advance, and you can cancel online before the next billing date.',
  ],
  [
    'Help has a voice',
    'On weekdays, someone picks up the phone. At other times you can write to us, and every weekday there are two live trainings where no question is too small.',
  ],
] as const

export function AboutUsPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<AboutPanel />}>
      <h1>We work for the person with the headset</h1>
      <p className="lede">
        Agents, investors, lenders, insurers: people who know that the next client is a conversation away, and
        that the conversation will not start by itself.
      </p>
      <div className="site-band site-beliefs">
        {beliefs.map(([heading, text]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <section className="site-band site-invite">
        <h2>Come and call with us</h2>
        <p>Put your own plan together, or read what we have learned from other people’s calls.</p>
        <p className="cluster">
          <LinkButton href={`${marketingPage(provider, 'pricing/')}#plan-builder`}>
            Build your plan
          </LinkButton>
          <LinkButton href={marketingPage(provider, 'blog/')} look="ghost">
            Read the blog
          </LinkButton>
        </p>
      </section>
      <SampleNote>The provider’s own story goes here.</SampleNote>
    </Layout>
  )
}

function AboutPanel() {
  return (
    <Panel>
      <h2>Who calls with us</h2>
      <p>Join 25,000+ sales professionals who start their day on the phone.</p>
      <Points
        points={[
          'Real-estate agents, who call sellers before anyone else does',
          'Investors, who look for owners with a problem and bring a fair answer',
          'Insurance and mortgage people, whose best lead is last year’s client',
          'Teams, who share dialing licences between those who do not call at the same time',
        ]}
      />
    </Panel>
  )
}
