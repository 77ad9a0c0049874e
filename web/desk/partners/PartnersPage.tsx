import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { PartnerRow, PartnersValues } from '#contract/desk/partners/values.ts'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskOutcome } from '../DeskOutcome.tsx'
import { may } from '../may.ts'
import { PageLinks } from '../PageLinks.tsx'
import { type Done, useOutcome } from '../use-outcome.ts'
import { AddPartner } from './AddPartner.tsx'
import { PartnerActions } from './PartnerActions.tsx'
import { sayPeople } from './say-people.ts'

const { path } = deskPages.partners

export function PartnersPage({ values: given, operator }: DeskPageProps<'partners'>) {
  const { values, outcome, done, forget } = useOutcome(given)
  const canChange = may(operator, 'administer')
  const { rows, after, hasMore } = values
  const last = rows.at(-1)
  return (
    <DeskLayout
      operator={operator}
      page="partners"
      title="Partners"
      lede="Other companies’ products that people can connect."
      actions={canChange && <AddPartner after={after} onDone={done} />}
    >
      <DeskOutcome outcome={outcome} onForget={forget} />
      {rows.length === 0 && (
        <p className="desk-empty">{after ? 'There are no more.' : 'No partner is registered.'}</p>
      )}
      {rows.map((partner) => (
        <Partner key={partner.id} partner={partner} after={after} canChange={canChange} onDone={done} />
      ))}
      <PageLinks
        label="Pages of partners"
        first={after ? path : null}
        next={hasMore && last ? `${path}?after=${encodeURIComponent(last.id)}` : null}
      />
    </DeskLayout>
  )
}

type PartnerProps = { partner: PartnerRow; after: string; canChange: boolean; onDone: Done<PartnersValues> }

function Partner({ partner, after, canChange, onDone }: PartnerProps) {
  const { id, name, isConfidential, requiresPkce, redirectUris, scopes, defaultScope } = partner
  return (
    <section className="desk-card" aria-labelledby={`partner-${id}`}>
      <h2 id={`partner-${id}`}>{name}</h2>
      <DeskFacts
        facts={{
          State: partner.disabledAt ? (
            <>
              <span className="desk-tag is-bad">Disabled</span> since {formatUtcMoment(partner.disabledAt)}
            </>
          ) : (
            <span className="desk-tag is-good">Enabled</span>
          ),
          'Client ID': <code>{id}</code>,
          'Redirect URIs': (
            <ul className="plain">
              {redirectUris.map((uri) => (
                <li key={uri}>
                  <code>{uri}</code>
                </li>
              ))}
            </ul>
          ),
          Scopes: `${scopes.join(', ')} (by default ${defaultScope})`,
          Secrets: isConfidential ? describeSecrets(partner.secrets) : 'None: it is public',
          PKCE: requiresPkce ? 'Required' : 'Optional',
          'Connected people': sayPeople(partner),
          Registered: formatUtcMoment(partner.createdAt),
        }}
      />
      {canChange && <PartnerActions partner={partner} after={after} onDone={onDone} />}
    </section>
  )
}

function describeSecrets(count: number): string {
  return count > 1 ? `${count} work, until the old one ends` : count === 1 ? 'One works' : 'None works'
}
