import { formatUtcMoment } from '#contract/calendar/utc-moment.ts'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import {
  addPartner,
  asksPkce,
  changePartnerRedirectUris,
  changePkce,
  defaultScope,
  disablePartner,
  enablePartner,
  isPublic,
  oldSecretLasts,
  type PartnerRow,
  type PartnersValues,
  partnerId,
  partnerName,
  partnerScope,
  redirectUris,
  rotatePartner,
} from '#contract/desk/partners.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { DeskCards } from '../DeskList.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { may } from '../Offered.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'

const { path } = deskPages.partners

export function PartnersPage({ values: initial, operator }: DeskPageProps<'partners'>) {
  const { values, outcome, done, forget } = useOutcome(initial)
  const canChange = may(operator, 'administer')
  const { rows, after, hasMore } = values
  const last = rows.at(-1)
  return (
    <DeskLayout
      operator={operator}
      page="partners"
      title="Partners"
      changesNeed="administer"
      lede="Other companies’ products that people can connect."
      actions={canChange && <AddPartner after={after} onDone={done} />}
      outcome={outcome}
      onForget={forget}
    >
      <DeskCards
        rows={rows}
        headingOf={({ id, name }) => ({ id: `partner-${id}`, title: name })}
        card={(partner) => (
          <>
            <About partner={partner} />
            {canChange && <PartnerActions partner={partner} after={after} onDone={done} />}
          </>
        )}
        empty="No partner is registered."
        parts={{
          label: 'Pages of partners',
          first: after ? path : null,
          next: hasMore && last ? `${path}?after=${encodeURIComponent(last.id)}` : null,
        }}
      />
    </DeskLayout>
  )
}

function AddPartner({ after, onDone }: { after: string; onDone: TakeAnswer<PartnersValues> }) {
  return (
    <ReasonDialog
      call={addPartner}
      bodyOf={({ is_public, requires_pkce, ...form }) => ({
        ...form,
        is_public: is_public === 'true',
        requires_pkce: requires_pkce === 'true',
        after,
      })}
      fields={{
        name: configOf(partnerName),
        id: configOf(partnerId),
        redirect_uris: configOf(redirectUris),
        scope: configOf(partnerScope, { value: 'profile' }),
        default_scope: configOf(defaultScope),
        is_public: configOf(isPublic, { elementType: 'checkbox' }),
        requires_pkce: configOf(asksPkce, { elementType: 'checkbox' }),
      }}
      ask={(form) => (
        <>
          <TextField field={form.field('name')} hint="People see it before they connect." />
          <TextField field={form.field('id')} hint="Made from the name if you leave it empty." />
          <TextAreaField field={form.field('redirect_uris')} hint="One full URL per line." rows={3} />
          <TextField field={form.field('scope')} hint="One or more of: profile, leads." />
          <TextField field={form.field('default_scope')} hint="The first one if you leave it empty." />
          <CheckboxField field={form.field('is_public')} />
          <CheckboxField field={form.field('requires_pkce')} />
        </>
      )}
      verb="Register"
      opener="Register a partner"
      title="Register a partner"
      look="primary"
      onDone={onDone}
    >
      <p>Its secret is shown once, when it is registered.</p>
    </ReasonDialog>
  )
}

function About({ partner }: { partner: PartnerRow }) {
  const { id, isConfidential, requiresPkce, redirectUris, scopes, defaultScope } = partner
  return (
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
  )
}

function describeSecrets(count: number): string {
  return count > 1 ? `${count} work, until the old one ends` : count === 1 ? 'One works' : 'None works'
}

/** How many people are connected, as far as they were counted. */
function sayPeople({ people, hasMorePeople }: PartnerRow): string {
  const count = people.toLocaleString('en-US')
  return hasMorePeople ? `At least ${count}` : count
}

type ActionProps = { partner: PartnerRow; after: string; onDone: TakeAnswer<PartnersValues> }

function PartnerActions(props: ActionProps) {
  const { partner } = props
  return (
    <div className="desk-toolbar">
      {partner.isConfidential && <Rotate {...props} />}
      <Move key={partner.redirectUris.join()} {...props} />
      {partner.isConfidential && <Pkce {...props} />}
      <Switch {...props} />
    </div>
  )
}

function Rotate({ partner: { id, name }, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={rotatePartner}
      bodyOf={({ old_lasts_hours, reason }) => ({ id, old_lasts_hours, reason, after })}
      fields={{ old_lasts_hours: configOf(oldSecretLasts, { value: '24' }) }}
      ask={(form) => <SelectField field={form.field('old_lasts_hours')} />}
      verb="Make a new secret"
      opener="New secret"
      label={`New secret for ${name}`}
      title={`Make a new secret for ${name} (${id})?`}
      onDone={onDone}
    >
      <p>It is shown once. Meanwhile both secrets work, so that the partner can switch without a break.</p>
    </ReasonDialog>
  )
}

function Move({ partner: { id, name, redirectUris: now }, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={changePartnerRedirectUris}
      bodyOf={({ redirect_uris, reason }) => ({ id, redirect_uris, seen: now.join('\n'), reason, after })}
      fields={{ redirect_uris: configOf(redirectUris, { value: now.join('\n') }) }}
      ask={(form) => (
        <TextAreaField field={form.field('redirect_uris')} hint="One full URL per line." rows={3} />
      )}
      verb="Replace"
      opener="Redirect URIs"
      label={`Redirect URIs of ${name}`}
      title={`Replace the redirect URIs of ${name} (${id})`}
      onDone={onDone}
    >
      <p>From now on people are sent back to these addresses only.</p>
    </ReasonDialog>
  )
}

function Pkce({ partner: { id, name, requiresPkce }, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={changePkce}
      bodyOf={({ reason }) => ({ id, is_required: !requiresPkce, reason, after })}
      verb={requiresPkce ? 'Make PKCE optional' : 'Require PKCE'}
      label={`${requiresPkce ? 'Make PKCE optional' : 'Require PKCE'} for ${name}`}
      title={requiresPkce ? `Make PKCE optional for ${name} (${id})?` : `Require PKCE of ${name} (${id})?`}
      onDone={onDone}
    >
      <p>
        {requiresPkce
          ? 'The partner can connect people with its secret alone.'
          : 'Codes that were given without PKCE stop working.'}
      </p>
    </ReasonDialog>
  )
}

function Switch({ partner, after, onDone }: ActionProps) {
  const { id, name, disabledAt } = partner
  if (disabledAt)
    return (
      <ReasonDialog
        call={enablePartner}
        bodyOf={({ reason }) => ({ id, reason, after })}
        verb="Enable"
        label={`Enable ${name}`}
        title={`Enable ${name} (${id})?`}
        onDone={onDone}
      >
        <p>People can connect it again. Connections that ended stay ended.</p>
      </ReasonDialog>
    )
  return (
    <ReasonDialog
      call={disablePartner}
      bodyOf={({ reason }) => ({ id, reason, after })}
      verb="Disable"
      label={`Disable ${name}`}
      title={`Disable ${name} (${id})?`}
      onDone={onDone}
    >
      <p>{`At once, nobody can connect it, and its connections end. People who are connected: ${sayPeople(partner).toLowerCase()}.`}</p>
    </ReasonDialog>
  )
}
