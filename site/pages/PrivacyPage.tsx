import { Layout } from '#web/ui/Layout.tsx'
import type { SitePageProps } from '../page-props.ts'
import { type Clause, LegalText } from '../parts/LegalText.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

const clauses: Clause[] = [
  {
    heading: 'What is kept',
    text: 'What you type when you sign up: your name, your company, how to reach you, and your plan. Passwords and security answers are stored only as hashes, which cannot be read.',
  },
  {
    heading: 'Your card',
    text: 'The number and the security code go to the payment provider and nowhere else. We keep only a token, the brand, the last four digits and the expiration date, so that you can recognize the card.',
  },
  {
    heading: 'An unfinished sign-up',
    text: 'What you typed is kept in your browser for the rest of the day, without passwords and without a card, so that you can continue where you left off.',
  },
  {
    heading: 'Checks against fraud',
    text: 'On the payment page, the browser sends a description of itself (how it plays sound and draws pictures) to help tell a person from a bot. It is used only for that.',
  },
  {
    heading: 'Cookies',
    text: 'One keeps you signed in, and one remembers an unfinished sign-up. Nothing on the sign-up and account pages is loaded from a third party.',
  },
  {
    heading: 'Your rights',
    text: 'You can ask what is kept about you, have it corrected or have it deleted. The provider’s own privacy notice tells you where to write.',
  },
]

export function PrivacyPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<PrivacyPanel />}>
      <h1>Privacy</h1>
      <SampleNote>
        This sample text describes how the software works. It is not a privacy notice. The provider sets its
        own with PRIVACY_URL.
      </SampleNote>
      <LegalText clauses={clauses} />
    </Layout>
  )
}

function PrivacyPanel() {
  return (
    <Panel>
      <h2>Never stored anywhere</h2>
      <p>The best way to protect some data is not to keep it.</p>
      <Points
        points={[
          'Your card number and its security code',
          'Your password in readable form',
          'Your security answers in readable form',
          'Anything that could be used to guess your card number',
        ]}
      />
    </Panel>
  )
}
