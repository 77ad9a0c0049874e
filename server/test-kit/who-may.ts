import type { NamedObject, OfAccount } from '#contract/wire/call.ts'
import { nameOf, type Route } from './recorded-routes.ts'
import type { Tenant } from './tenants.ts'

/**
 * Who may call a route, as its call, page or file says.
 * `everyone`: reveals nothing about any account. `secret`: requires the secret in the URL, the body or a
 * header.
 * `demo`: only in the embedded mode. Otherwise it requires a session, and concerns that session's account only.
 */
export type Who = 'everyone' | 'secret' | 'demo' | Own
/** For a request that names an object (an id, a number): the same request naming this tenant's object. */
export type Own = { names?: (tenant: Tenant) => Named }
export type Named = { parts?: Record<string, string>; body?: Record<string, unknown> }

/** Undefined: no access rule for the URL. */
export function whoMay(route: Route): Who | undefined {
  const { access, url } = route
  if (/^\/(?:dev|demo)\//.test(url)) return 'demo'
  if (access) return 'scopes' in access ? ownOf(access, url) : access.who
  if (signingOut.includes(nameOf(route))) return {}
  return plainAddresses.some((open) =>
    open.endsWith('*') ? url.startsWith(open.slice(0, -1)) : open === url,
  )
    ? 'everyone'
    : undefined
}

/** Everyone's own, whatever the session. */
const signingOut = ['POST /account/sign-out/', 'POST /account/sign-out-everywhere/']

/** Neither calls nor pages of the contract: files, monitoring, redirects and the sample site. */
const plainAddresses = [
  '/health',
  '/ready',
  '/metrics',
  '/assets/*',
  '/robots.txt',
  '/icon.svg',
  '/social-card.png',
  '/openapi.json',
  '/sign-up/:step/',
  '/site/*',
]

function ownOf({ names }: OfAccount, url: string): Own {
  if (names === 'nothing') return {}
  const inPath = Object.keys(names).some((name) => url.includes(`:${name}`))
  return {
    names(tenant) {
      const objects = Object.fromEntries(
        Object.entries(names).map(([field, kind]) => [field, objectOf[kind](tenant)]),
      )
      return inPath ? { parts: objects as Record<string, string> } : { body: { ...objects, ...besides } }
    },
  }
}

const objectOf: Record<NamedObject, (tenant: Tenant) => string | number> = {
  person: ({ userId }) => userId,
  invitation: ({ invitedId }) => invitedId,
  session: ({ sessionId }) => sessionId,
  'trusted-device': ({ trustedId }) => trustedId,
  passkey: ({ passkeyId }) => passkeyId,
  card: ({ cardId }) => cardId,
  app: ({ appKey }) => appKey,
  bill: ({ invoiceNumber }) => invoiceNumber,
  'credit-note': ({ creditNoteNumber }) => creditNoteNumber,
}

/** Other declarations of such requests. */
const besides = {
  role: 'billing',
  item: 'triple',
  place: 1,
  name: 'Laptop',
  password: 'password1',
  open_cents: 0,
}
