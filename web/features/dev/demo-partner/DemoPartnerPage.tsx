import type { ReactNode } from 'react'
import type { DemoPartnerValues } from '#contract/features/demo-partner.ts'
import type { PageProps } from '#contract/page-values.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, type ButtonLook } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Layout } from '#web/ui/Layout.tsx'

/** A minimal partner site: the connection flow from the partner's side. */
export function DemoPartnerPage({ values, query, provider, now }: PageProps<'demo-partner'>) {
  const { connection, steps, problem } = values
  const { brandName } = provider
  return (
    <Layout provider={provider} now={now} wide panel={<Panel steps={steps} brandName={brandName} />}>
      <h1>Demo Partner</h1>
      <p className="lede">{`A sample partner site. It asks for access to an account at ${brandName} and uses it.`}</p>
      <div className="form">
        {problem && <Banner tone="bad">{problem}</Banner>}
        {connection ? <Connection connection={connection} /> : <Connect brandName={brandName} />}
        <EmailVideo isLinked={query.email_video === 'linked'} />
      </div>
    </Layout>
  )
}

function Connect({ brandName }: { brandName: string }) {
  return (
    <section className="tile" aria-labelledby="connect">
      <h2 id="connect">Not connected</h2>
      <p className="hint">
        You will sign in there, for example as agent@example.com with the password password1, then come back
        here. This site never sees the password.
      </p>
      <div className="cluster">
        <ActionForm action="/demo/partner/connect/authorize">{`Connect to ${brandName}`}</ActionForm>
        <ActionForm action="/demo/partner/connect/zapier_authorize" look="quiet">
          Connect with the Zapier screen
        </ActionForm>
      </div>
    </section>
  )
}

/** The partner's access, and what it can do with it. */
function Connection({ connection }: { connection: NonNullable<DemoPartnerValues['connection']> }) {
  const { me, scope, endsAt } = connection
  const facts = {
    Company: me?.company,
    Name: me?.name,
    'Account Number': me?.pin,
    Email: me?.email,
    'It can': scope,
    'Access token until': `${endsAt.slice(0, 16).replace('T', ' ')} UTC`,
  }
  return (
    <section className="tile" aria-labelledby="connection">
      <h2 id="connection">{me ? `Connected with ${me.company}` : 'Connected'}</h2>
      <Facts facts={facts} />
      <div className="cluster">
        <ActionForm action="/demo/partner/me">Ask who it is</ActionForm>
        <ActionForm action="/demo/partner/refresh" look="quiet">
          Refresh the tokens
        </ActionForm>
        <ActionForm action="/demo/partner/disconnect" look="quiet">
          Disconnect
        </ActionForm>
      </div>
    </section>
  )
}

function EmailVideo({ isLinked }: { isLinked: boolean }) {
  return (
    <section className="tile" aria-labelledby="email-video">
      <h2 id="email-video">Demo email video</h2>
      {isLinked && <Banner tone="ok">Your account is connected to the email-video partner.</Banner>}
      <p className="hint">
        Another kind of partner: it sends you to a page that asks for the six digits of your account number,
        204518 for agent@example.com.
      </p>
      <div className="cluster">
        <ActionForm action="/demo/email-video/begin" look="quiet">
          Connect email video
        </ActionForm>
      </div>
    </section>
  )
}

type PanelProps = { steps: DemoPartnerValues['steps']; brandName: string }

function Panel({ steps, brandName }: PanelProps) {
  return (
    <>
      <h2>Requests and responses</h2>
      <p>{`Each line shows a request from this partner to ${brandName}, and the response.`}</p>
      {steps.length === 0 ? (
        <p className="hint">Nothing yet.</p>
      ) : (
        <ol className="demo-partner-wire">
          {steps.map(({ number, asked, answered }) => (
            <li key={number}>
              <code>{asked}</code> <span>{answered}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** A button that posts to a URL of the sample partner, with or without JavaScript. */
function ActionForm({ action, look = 'primary', children }: ActionFormProps) {
  return (
    <form method="post" action={action} encType="multipart/form-data">
      <Button type="submit" small look={look}>
        {children}
      </Button>
    </form>
  )
}

type ActionFormProps = { action: string; look?: ButtonLook; children: ReactNode }
