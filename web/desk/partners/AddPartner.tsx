import { addPartner } from '#contract/desk/partners/calls.ts'
import {
  asksPkce,
  defaultScope,
  isPublic,
  partnerId,
  partnerName,
  partnerScope,
  redirectUris,
} from '#contract/desk/partners/fields.ts'
import type { PartnersValues } from '#contract/desk/partners/values.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { configOf } from '#web/form/field-config.ts'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import type { Done } from '../use-outcome.ts'

export function AddPartner({ after, onDone }: { after: string; onDone: Done<PartnersValues> }) {
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
