import {
  changePkce,
  disablePartner,
  enablePartner,
  movePartner,
  rotatePartner,
} from '#contract/desk/partners/calls.ts'
import { oldLasts, redirectUris } from '#contract/desk/partners/fields.ts'
import type { PartnerRow, PartnersValues } from '#contract/desk/partners/values.ts'
import { configOf } from '#web/form/field-config.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import type { Done } from '../use-outcome.ts'
import { sayPeople } from './say-people.ts'

type ActionProps = { partner: PartnerRow; after: string; onDone: Done<PartnersValues> }

export function PartnerActions(props: ActionProps) {
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
      fields={{ old_lasts_hours: configOf(oldLasts, { value: '24' }) }}
      ask={(form) => <SelectField field={form.field('old_lasts_hours')} />}
      verb="Make a new secret"
      opener="New secret"
      label={`New secret for ${name}`}
      title={`Make a new secret for ${name}?`}
      onDone={onDone}
    >
      <p>It is shown once. Meanwhile both secrets work, so that the partner can switch without a break.</p>
    </ReasonDialog>
  )
}

function Move({ partner: { id, name, redirectUris: now }, after, onDone }: ActionProps) {
  return (
    <ReasonDialog
      call={movePartner}
      bodyOf={({ redirect_uris, reason }) => ({ id, redirect_uris, seen: now.join('\n'), reason, after })}
      fields={{ redirect_uris: configOf(redirectUris, { value: now.join('\n') }) }}
      ask={(form) => (
        <TextAreaField field={form.field('redirect_uris')} hint="One full URL per line." rows={3} />
      )}
      verb="Replace"
      opener="Redirect URIs"
      label={`Redirect URIs of ${name}`}
      title={`Replace the redirect URIs of ${name}`}
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
      title={requiresPkce ? `Make PKCE optional for ${name}?` : `Require PKCE of ${name}?`}
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
        title={`Enable ${name}?`}
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
      title={`Disable ${name}?`}
      onDone={onDone}
    >
      <p>{`At once, nobody can connect it, and its connections end. People who are connected: ${sayPeople(partner).toLowerCase()}.`}</p>
    </ReasonDialog>
  )
}
