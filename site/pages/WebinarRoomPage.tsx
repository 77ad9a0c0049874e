import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { SitePageProps } from '../page-props.ts'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

export function WebinarRoomPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<RoomPanel />}>
      <h1>The webinar room</h1>
      <p className="lede">This is where the video meeting of a live training opens.</p>
      <div className="site-band site-prose">
        <p>
          Trainings are held Monday to Friday, in the morning at 11AM EST, 10AM CST, 9AM MST, 8AM PST, and in
          the afternoon at 3PM EST, 2PM CST, 1PM MST, 12PM PST. The room opens 15 minutes before. Please be
          early. Nobody is admitted after the start.
        </p>
        <p className="cluster">
          <LinkButton href="/single/training-webinars/">See which room is open</LinkButton>
        </p>
        <p>
          No time today? <a href={provider.links.gettingStartedVideo}>Getting started</a> covers the same
          topics at your own pace.
        </p>
      </div>
      <SampleNote>
        The provider’s video meetings go here. Set their links with WEBINAR_MORNING_URL and
        WEBINAR_AFTERNOON_URL.
      </SampleNote>
    </Layout>
  )
}

function RoomPanel() {
  return (
    <Panel>
      <h2>Get more out of the half hour</h2>
      <p>People who bring one real question leave with two real answers.</p>
      <Points
        points={[
          'Sign in beforehand and have your own list open, not the sample.',
          'Bring one call that went wrong this week. It is the best teaching material there is.',
          'Keep your camera off if you like, but have your headset on. You will be asked to try things.',
        ]}
      />
    </Panel>
  )
}
