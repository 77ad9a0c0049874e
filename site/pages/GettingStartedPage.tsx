import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { SitePageProps } from '../page-props.ts'
import { Facts } from '../parts/Facts.tsx'
import { Panel } from '../parts/Panel.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

const chapters = [
  [
    'Sign in',
    'Your account is ready when you get the confirmation email. Use the email and password you chose at sign-up.',
  ],
  [
    'Bring your people',
    'Upload a spreadsheet of leads, or open the data services of your plan and pick an area. Start with one list, not five.',
  ],
  [
    'Write your opening',
    'Two sentences that say who you are and why you are calling. Read them aloud once. Change every word you would not say to a neighbor.',
  ],
  ['Check your sound', 'Call your own mobile first. A headset beats a laptop, and a quiet room beats both.'],
  [
    'Press start',
    'Let it ring through ten numbers before you judge anything. The first conversation is usually the seventh call.',
  ],
  [
    'Set the next list',
    'Before you close the lid, put tomorrow’s callbacks on top. It takes four minutes now and half an hour tomorrow.',
  ],
] as const

export function GettingStartedPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<FirstHourPanel />}>
      <h1>Getting started</h1>
      <p className="lede">From the confirmation e-mail to your first conversation, in six chapters.</p>
      <ol className="site-chapters">
        {chapters.map(([heading, text]) => (
          <li key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className="cluster site-band">
        <LinkButton href="/login/">Go to Login</LinkButton>
        <LinkButton href="/single/training-webinars/" look="ghost">
          Join a live training
        </LinkButton>
      </p>
      <SampleNote>The provider’s own video goes here. Set its link with GETTING_STARTED_URL.</SampleNote>
    </Layout>
  )
}

function FirstHourPanel() {
  return (
    <Panel>
      <h2>Your first hour</h2>
      <p>You need less than you think: one list, one opening, one hour without notifications.</p>
      <Facts
        facts={[
          { figure: '10 min', meaning: 'until an account is set up, often less' },
          { figure: '20 min', meaning: 'to bring a list and write an opening' },
          { figure: '30 min', meaning: 'of calls, which is enough for a first conversation' },
        ]}
      />
    </Panel>
  )
}
