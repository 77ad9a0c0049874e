import * as z from 'zod/mini'
import { outcome, outcomeWithSecret } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { checkbox, exact, text } from '#contract/wire/schema.ts'
import { defaultScope, oldLasts, partnerId, partnerName, partnerScope, redirectUris } from './fields.ts'
import { partnersValues } from './values.ts'

/** The answer shows the same page of the list. */
const page = { after: exact(63, 'Where the page begins that is shown: after the partner with this id') }
const partner = { id: exact(63, 'The client id of a partner'), reason: text(reason), ...page }
/** The command line takes more than the form: as many and as long ones as a partner may have. */
const LONGEST_SEEN = 51_000
const unknown = { status: 404, when: 'there is no such partner' } as const
const refusals = [{ status: 400, when: 'a field is missing or wrong' } as const, ...deskRefusals]

export const addPartner = call({
  summary: 'Register a partner; its secret is in this answer only',
  ...json,
  path: '/desk/api/partners/add/',
  body: z.object({
    name: text(partnerName),
    id: text(partnerId),
    redirect_uris: text(redirectUris),
    scope: text(partnerScope),
    default_scope: text(defaultScope),
    is_public: checkbox(),
    requires_pkce: checkbox(),
    reason: text(reason),
    ...page,
  }),
  answer: outcomeWithSecret(partnersValues),
  refusals,
})

export const rotatePartner = call({
  summary: 'Give a partner a new secret; it is in this answer only',
  ...json,
  path: '/desk/api/partners/rotate/',
  body: z.object({ ...partner, old_lasts_hours: text(oldLasts) }),
  answer: outcomeWithSecret(partnersValues),
  refusals: [...refusals, unknown],
})

export const disablePartner = call({
  summary: 'Disable a partner and end all its connections',
  ...json,
  path: '/desk/api/partners/disable/',
  body: z.object(partner),
  answer: outcome(partnersValues),
  refusals: [...refusals, unknown],
})

export const enablePartner = call({
  summary: 'Let people connect a disabled partner again',
  ...json,
  path: '/desk/api/partners/enable/',
  body: z.object(partner),
  answer: outcome(partnersValues),
  refusals: [...refusals, unknown],
})

export const movePartner = call({
  summary: 'Replace the redirect URIs of a partner',
  ...json,
  path: '/desk/api/partners/redirect-uris/',
  body: z.object({
    ...partner,
    redirect_uris: text(redirectUris),
    seen: exact(LONGEST_SEEN, 'The redirect URIs that the page showed, one per line'),
  }),
  answer: outcome(partnersValues),
  refusals: [
    ...refusals,
    unknown,
    { status: 409, when: 'somebody else has changed them since the page was opened' },
  ],
})

export const changePkce = call({
  summary: 'Require PKCE of a partner with a secret, or make it optional',
  ...json,
  path: '/desk/api/partners/pkce/',
  body: z.object({ ...partner, is_required: checkbox() }),
  answer: outcome(partnersValues),
  refusals: [...refusals, unknown],
})
