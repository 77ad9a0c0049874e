import { formatPrice } from '#contract/catalogue/money.ts'
import { items, type PriceList } from '#contract/catalogue/plan.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { posts } from '../blog/posts.ts'
import { postPath, type SitePageProps } from '../page-props.ts'
import { Facts } from '../parts/Facts.tsx'
import { Panel } from '../parts/Panel.tsx'
import { dialers, services } from '../plan-builder/offers.ts'
import { priceWithAgent } from '../plan-builder/plan.ts'

const POSTS_SHOWN = 2

const pitches = {
  single: {
    text: 'One call at a time, and the next number rings while you write three words about the last.',
    action: 'Start with one line',
  },
  triple: {
    text: 'Three numbers ring at once, and the first person who answers has you on the line.',
    action: 'Start with three lines',
  },
}

const steps = [
  [
    'Bring a list',
    'Upload your own leads, or add data services and start with sellers who have a reason to talk.',
  ],
  [
    'Press start',
    'The dialer calls, skips the numbers nobody answers, and connects you to the people who do.',
  ],
  ['Keep the thread', 'Notes, callbacks and appointments stay with the contact, ready for tomorrow’s list.'],
] as const

export function HomePage({ values: { prices }, provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<HomePanel />}>
      <div className="site-opening">
        <h1>Spend the hour talking, not dialing</h1>
        <p className="lede">
          A power dialer, a CRM and fresh seller data in one monthly plan, for real-estate agents, investors
          and everyone else who makes a living by phone.
        </p>
        <p className="cluster">
          <LinkButton href={`${marketingPage(provider, 'pricing/')}#plan-builder`}>
            Build your plan
          </LinkButton>
          <LinkButton href={provider.links.gettingStartedVideo} look="ghost">
            See how it works
          </LinkButton>
        </p>
      </div>

      <div className="site-pair">
        {dialers.map((dialer) => (
          <DialerTile
            key={dialer.key}
            dialer={dialer}
            prices={prices}
            provider={provider}
            {...pitches[dialer.key]}
          />
        ))}
      </div>

      <section className="site-band">
        <h2>How a session goes</h2>
        <ol className="site-stages">
          {steps.map(([heading, text]) => (
            <li key={heading}>
              <h3>{heading}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="site-band">
        <h2>A reason for every call</h2>
        <p className="lede">
          Six data services, each added or removed by the month, all checked against the national Do Not Call
          registry at no charge.
        </p>
        <ul className="site-reasons">
          {services.map(({ key, name, pitch }) => (
            <li key={key}>
              <b>{name}</b>
              <span>{`${formatPrice(prices[items[key].priceKey])} / mo`}</span>
              <p>{pitch}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="site-band site-invite">
        <h2>Ready when your list is</h2>
        <p>
          Choose your lines, your agents and your data, and see what it costs before you type a name.
          Questions first? <a href={marketingPage(provider, 'faq/')}>Read the FAQ</a>.
        </p>
        <LinkButton href={`${marketingPage(provider, 'pricing/')}#plan-builder`}>Build your plan</LinkButton>
      </section>
    </Layout>
  )
}

function HomePanel() {
  return (
    <Panel>
      <h2>Join 25,000+ sales professionals</h2>
      <p>They do not call more hours than you do. They spend fewer of them listening to a phone ring.</p>
      <CallLanes />
      <Facts
        facts={[
          { figure: '85', meaning: 'calls per hour on a single line' },
          { figure: '300', meaning: 'calls per hour on three lines' },
          { figure: '6', meaning: 'data services to call from' },
        ]}
      />
      <div className="posts">
        {posts.slice(0, POSTS_SHOWN).map(({ slug, title, summary }) => (
          <div className="post" key={slug}>
            <h3>
              <a href={postPath(slug)}>{title}</a>
            </h3>
            <p>{summary}</p>
          </div>
        ))}
      </div>
    </Panel>
  )
}

/** Three lines ringing in parallel, one of them answered. */
export function CallLanes() {
  return (
    <svg className="site-lanes" viewBox="0 0 420 150" aria-hidden="true" focusable="false">
      <g className="site-ring">
        <path d="M8 25h250" />
        <path d="M8 125h170" />
      </g>
      <g className="site-pulse">
        <circle cx="8" cy="25" r="4" />
        <circle cx="92" cy="25" r="4" />
        <circle cx="176" cy="25" r="4" />
        <circle cx="260" cy="25" r="7" />
        <circle cx="8" cy="125" r="4" />
        <circle cx="92" cy="125" r="4" />
        <circle cx="180" cy="125" r="7" />
      </g>
      <path className="site-talk" d="M8 75h118" />
      <circle className="site-answer" cx="136" cy="75" r="10" />
      <path
        className="site-voice"
        d="M164 69v12M178 60v30M192 66v18M206 52v46M220 62v26M234 56v38M248 67v16M262 50v50M276 63v24M290 57v36M304 68v14M318 54v42M332 64v22M346 59v32M360 69v12M374 62v26M388 70v10M402 66v18"
      />
    </svg>
  )
}

type DialerTileProps = {
  dialer: (typeof dialers)[number]
  text: string
  action: string
  prices: PriceList
  provider: Provider
}

/** A dialer including the agent access it needs, at one price. */
export function DialerTile({
  dialer: { key, name, pitch },
  text,
  action,
  prices,
  provider,
}: DialerTileProps) {
  return (
    <section className="tile">
      <h2>{name}</h2>
      <p className="big">
        {formatPrice(priceWithAgent(key, prices))} <small>/ mo</small>
      </p>
      <p>
        <b>{pitch}.</b> {text}
      </p>
      <p className="hint">Agent access for one person is included.</p>
      <LinkButton href={`${marketingPage(provider, `pricing/?${key}=1`)}#plan-builder`} look="quiet">
        {action}
      </LinkButton>
    </section>
  )
}
