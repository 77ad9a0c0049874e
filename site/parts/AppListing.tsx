import { marketingPage } from '#contract/provider/provider.ts'
import { BrandMark } from '#web/ui/BrandMark.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import type { SitePageProps } from '../page-props.ts'
import { Panel } from './Panel.tsx'
import { Points } from './Points.tsx'
import { SampleNote } from './SampleNote.tsx'

type AppListingProps = Pick<SitePageProps, 'provider' | 'now'> & {
  store: string
  device: string
  /** The environment variable for the URL of the real listing. */
  setting: string
  other: { href: string; text: string }
}

/** A placeholder for the companion app's page in an app store. */
export function AppListing({ provider, now, store, device, setting, other }: AppListingProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<AppPanel />}>
      <div className="site-listing">
        <BrandMark />
        <div>
          <h1>{`The companion app for ${device}`}</h1>
          <p className="lede">{`${provider.brandName} · ${store}`}</p>
        </div>
      </div>
      <div className="site-band site-prose">
        <p>
          The website is made for a desk: a wide screen, a headset, a calling block. The app is for the rest
          of the day, when a callback is due in a parking lot and you need your notes.
        </p>
        <p>
          Sign in with the same email and password. You see the same account and the same lists on every
          device. Not a customer yet?{' '}
          <a href={`${marketingPage(provider, 'pricing/')}#plan-builder`}>Build your plan</a> on a computer
          first.
        </p>
        <p>
          Another phone? <a href={other.href}>{other.text}</a>
        </p>
      </div>
      <SampleNote>{`The listing in the ${store} goes here. Set its link with ${setting}.`}</SampleNote>
    </Layout>
  )
}

function AppPanel() {
  return (
    <Panel>
      <h2>The office in your pocket</h2>
      <p>Three moments when it earns its place on your home screen.</p>
      <Points
        points={[
          'Someone calls back while you are in a driveway, and your notes remind you of their dog’s name.',
          'A showing falls through, and twenty minutes are enough for today’s hot list.',
          'You meet an owner at a school game, and the note is saved before the whistle.',
        ]}
      />
    </Panel>
  )
}
