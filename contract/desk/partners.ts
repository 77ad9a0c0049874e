import * as z from 'zod/mini'
import { json } from '#contract/wire/endpoint.ts'
import { choice, field, lines } from '#contract/wire/field.ts'
import { checkbox, exact, text } from '#contract/wire/schema.ts'
import { deskCall, outcome, outcomeWithSecret, reason } from './desk-call.ts'

export const partnerName = field('Name', { required: true, maxLength: 60 })
export const partnerId = field('Client ID', { maxLength: 63 })
export const redirectUris = lines('Redirect URIs', { required: true, maxLength: 4000 })
export const partnerScope = field('Allowed scopes', { required: true, maxLength: 200 })
export const defaultScope = field('Default scope', { maxLength: 200 })
export const isPublic = field(
  'Public client: an app on a phone or in a browser, which cannot keep a secret',
  {},
)
export const asksPkce = field('Require PKCE even with a secret', {})
export const oldSecretLasts = choice('Keep the old secret working for', [
  { value: '0', displayValue: '0 hours (it leaked)' },
  { value: '24', displayValue: '24 hours' },
  { value: '168', displayValue: '7 days' },
  { value: '720', displayValue: '30 days' },
  { value: '2160', displayValue: '90 days' },
])

/** One per line. */
export function urisIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const partnerRow = z.object({
  id: z.string(),
  name: z.string(),
  isConfidential: z.boolean(),
  requiresPkce: z.boolean(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  defaultScope: z.string(),
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  people: z.number(),
  /** Not all connections were counted, so there may be more people. */
  hasMorePeople: z.boolean(),
  secrets: z.number(),
})
export type PartnerRow = z.infer<typeof partnerRow>

export const partnersValues = z.object({
  rows: z.array(partnerRow),
  /** The partners after this id; empty on the first page. */
  after: z.string(),
  hasMore: z.boolean(),
})
export type PartnersValues = z.infer<typeof partnersValues>

/** The answer shows the same page of the list. */
const page = { after: exact(63, 'Where the page begins that is shown: after the partner with this id') }
const partner = { id: exact(63, 'The client id of a partner'), reason: text(reason), ...page }
/** The command line accepts more than the form: up to the partner limits. */
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
  body: z.object({ ...partner, old_lasts_hours: text(oldSecretLasts) }),
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

export const changePartnerRedirectUris = deskCall({
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
