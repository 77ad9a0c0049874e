import { Layout } from '#web/ui/Layout.tsx'
import type { SitePageProps } from '../page-props.ts'
import { type Clause, LegalText } from '../parts/LegalText.tsx'
import { Panel } from '../parts/Panel.tsx'
import { Points } from '../parts/Points.tsx'
import { SampleNote } from '../parts/SampleNote.tsx'

const clauses: Clause[] = [
  {
    heading: 'What is kept',
    text: 'What you type when you sign up: your name, your company, how to reach you, and your plan. Passwords and security answers are kept only in a form from which they cannot be read.',
  },
  {
    heading: 'Your card',
    text: 'The number and the security code go to the payment provider and nowhere else. What stays is its token, the brand, the last four digits and the expiry date, so that you can recognise the card.',
  },
  {
    heading: 'An unfinished sign-up',
    text: 'What you typed is kept in your browser for the rest of the day, without passwords and without a card, so that you can go on where you left off.',
  },
  {
    heading: 'Checks against fraud',
    text: 'On the payment page the browser describes itself (how it plays a sound and draws a picture) to tell a person from a machine. It is used for that one decision.',
  },
  {
    heading: 'Cookies',
    text: 'One keeps you signed in, and one remembers an unfinished sign-up. Nothing on the sign-up and account pages is loaded from a third party.',
  },
  {
    heading: 'Your rights',
    text: 'Ask what is kept about you, have it put right, or have it removed. The address to write to stands in the provider’s own privacy notice.',
  },
]

export function PrivacyPage({ provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<PrivacyPanel />}>
      <h1>Privacy</h1>
      <SampleNote>
        These words describe how this software works. They are not a privacy notice: the provider puts its own
        in their place, with the setting PRIVACY_URL.
      </SampleNote>
      <LegalText clauses={clauses} />
    </Layout>
  )
}

function PrivacyPanel() {
  return (
    <Panel>
      <h2>Never stored, on no page</h2>
      <p>Some things are best protected by not having them.</p>
      <Points
        points={[
          'Your card number and its security code',
          'Your password in readable form',
          'The words of your security answers',
          'Any trace of a card by which its number could be guessed',
        ]}
      />
    </Panel>
  )
}
