import type { Provider } from '#contract/provider/provider.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { phoneLink } from '#web/ui/phone-link.ts'
import { topicsFor } from '../faq/questions.tsx'
import type { SitePageProps } from '../page-props.ts'
import { Panel } from '../parts/Panel.tsx'

export function FaqPage({ values: { prices }, provider, now }: SitePageProps) {
  return (
    <Layout provider={provider} now={now} wide panel={<FaqPanel provider={provider} />}>
      <h1>Questions, answered plainly</h1>
      <p className="lede">
        What people ask before they sign up, including the parts that are not for everyone.
      </p>
      {topicsFor(provider, prices).map(({ heading, questions }) => (
        <section className="site-band site-faq" key={heading}>
          <h2>{heading}</h2>
          {questions.map(({ asked, answer }, place) => (
            <details key={asked} open={place === 0}>
              <summary>{asked}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ))}
    </Layout>
  )
}

function FaqPanel({ provider }: { provider: Provider }) {
  const { tollFreeNumber, links } = provider
  return (
    <Panel>
      <h2>The short version</h2>
      <p>
        One plan, billed monthly in advance. One CRM licence per agent, and one dialer for each person who
        calls at the same time. Add what you need when you need it. Cancel before the next billing date, and
        your service runs to the end of the month you paid for.
      </p>
      <div className="card">
        <h3>Still wondering?</h3>
        <p>
          Ask a person: <a href={phoneLink(tollFreeNumber)}>{tollFreeNumber}</a> on weekdays, or{' '}
          <a href={links.support}>contact support</a> at any time.
        </p>
      </div>
    </Panel>
  )
}
