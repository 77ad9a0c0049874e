import type { DemoPartnerValues } from '#contract/features/demo-partner/values.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { ActionForm } from './ActionForm.tsx'

/** The partner's access, and what it can do with it. */
export function Connection({ connection }: { connection: NonNullable<DemoPartnerValues['connection']> }) {
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
