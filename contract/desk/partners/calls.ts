import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome, outcomeWithSecret } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { checkbox, exact, text } from '#contract/wire/schema.ts'
import { defaultScope, oldLasts, partnerId, partnerName, partnerScope, redirectUris } from './fields.ts'
import { partnersValues } from './values.ts'

/** The answer shows the same page of the list. */
const page = { after: exact(63, 'Where the page begins that is shown: after the partner with this id') }
const partner = { id: exact(63, 'The client id of a partner'), reason: text(reason), ...page }
/** The command line takes more than the form: as many and as long ones as a partner may have. */
const LONGEST_SEEN = 51_000
export const addPartner = deskCall({
  ...json,
  path: '/desk/api/partners/add/',
  who: 'administer',
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
})

export const rotatePartner = deskCall({
  ...json,
  path: '/desk/api/partners/rotate/',
  who: 'administer',
  body: z.object({ ...partner, old_lasts_hours: text(oldLasts) }),
  answer: outcomeWithSecret(partnersValues),
})

export const disablePartner = deskCall({
  ...json,
  path: '/desk/api/partners/disable/',
  who: 'administer',
  body: z.object(partner),
  answer: outcome(partnersValues),
})

export const enablePartner = deskCall({
  ...json,
  path: '/desk/api/partners/enable/',
  who: 'administer',
  body: z.object(partner),
  answer: outcome(partnersValues),
})

export const movePartner = deskCall({
  ...json,
  path: '/desk/api/partners/redirect-uris/',
  who: 'administer',
  body: z.object({
    ...partner,
    redirect_uris: text(redirectUris),
    seen: exact(LONGEST_SEEN, 'The redirect URIs that the page showed, one per line'),
  }),
  answer: outcome(partnersValues),
})

export const changePkce = deskCall({
  ...json,
  path: '/desk/api/partners/pkce/',
  who: 'administer',
  body: z.object({ ...partner, is_required: checkbox() }),
  answer: outcome(partnersValues),
})
