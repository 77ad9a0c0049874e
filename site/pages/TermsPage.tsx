import { Layout } from '#web/ui/Layout.tsx'
import type { SitePageProps } from '../page-props.ts'
import { type Clause, LegalText } from '../parts/LegalText.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

const clausesOf = (brandName: string): Clause[] => [
  {
    heading: 'What you buy',
    text: 'A subscription made of agent access, dialing licences, features and data services, in the quantities you chose at sign-up. Each agent on an account needs a CRM licence. Dialing licences can be shared between agents who do not dial at the same time.',
  },
  {
    heading: 'How you pay',
    text: 'The subscription is monthly, recurring, prepaid and non-refundable. Your card is charged on the day you sign up, and again on the same day of each month until you cancel. Additions during a month are charged by the day.',
  },
  {
    heading: 'How you cancel',
    text: 'Cancel before the next billing date to avoid the next charge. Your service runs to the end of the month you paid for.',
  },
  {
    heading: 'How you call',
    text: 'You are responsible for the calls you make: when you call, what you say, and respecting people who asked not to be called. The national Do Not Call check helps you, but it does not give you permission to call.',
  },
  {
    heading: 'Limits of the data',
    text: `Traces within ${brandName} are unlimited. Skip tracer exports are limited to 3000 records per calendar month. Expired data is sold by 50-mile radius and is not available in every MLS. Skip tracer, neighborhood search and pre-foreclosures do not cover Canada, South Carolina, Montana, Idaho and Kansas.`,
  },
  {
    heading: 'When an account is closed',
    text: 'An account may be closed for a chargeback or disputed charge, for fraudulent charges, or for unacceptable usage.',
  },
]

export function TermsPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<TermsPanel />}>
      <h1>Terms</h1>
      <SampleNote>
        This is sample text. It is not a contract. The provider sets its own terms with TERMS_URL.
      </SampleNote>
      <LegalText clauses={clausesOf(provider.brandName)} />
    </Layout>
  )
}

function TermsPanel() {
  return (
    <Panel>
      <h2>What to look for in any terms</h2>
      <p>Four questions that a subscription should answer on its first page. This sample does.</p>
      <Points
        points={[
          'What exactly do I get?',
          'When is my card charged?',
          'How do I stop it, and by when?',
          'What happens to what I have paid?',
        ]}
        isNumbered
      />
    </Panel>
  )
}
