import { isScope, scopes, scopesIn } from '#contract/partners/scopes.ts'
import { oneLine } from '#contract/wire/plain-text.ts'

type Partner = {
  id: string
  name: string
  redirectUris: string[]
  scopes: string[]
  defaultScope: string
  logo: string
}

const LOGO_AT_MOST_CHARACTERS = 60_000
const MOST_REDIRECT_URIS = 50

/** The first problem with a partner, as a sentence for the operator. */
export function complaintOfPartner(partner: Partner): string | undefined {
  if (partner.name.trim() === '' || partner.name.length > 60)
    return 'A partner needs a name of at most 60 characters. People see it before they connect.'
  if (partner.name.trim() !== oneLine(partner.name))
    return 'A name must be one line of visible characters. It is shown in emails and on pages.'
  if (!/^[a-z0-9][a-z0-9-]{1,62}$/.test(partner.id))
    return 'An id must be 2 to 63 characters: lowercase letters, digits and dashes.'
  return (
    complaintOfRedirectUris(partner.redirectUris) ??
    complaintOfScopes(partner) ??
    complaintOfLogo(partner.logo)
  )
}

/** Later compared exactly, so that only these URIs are ever redirected to. */
export function complaintOfRedirectUris(uris: string[]): string | undefined {
  if (uris.length === 0) return 'A partner needs at least one redirect URI.'
  if (uris.length > MOST_REDIRECT_URIS) return `A partner has at most ${MOST_REDIRECT_URIS} redirect URIs.`
  for (const uri of uris) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    if (!url || uri.length > 1000 || /[\s\\*]/.test(uri))
      return `${uri} is not a complete URL, like https://partner.example/callback.`
    if (url.hash !== '' || uri.includes('#')) return `${uri} must not contain a fragment (#).`
    if (url.username !== '' || url.password !== '') return `${uri} must not contain a user name.`
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
      return `${uri} must start with https: (http: only on localhost).`
  }
  return undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}

function complaintOfScopes({ scopes: asked, defaultScope }: Partner): string | undefined {
  const known = Object.keys(scopes).join(', ')
  const strange = asked.find((name) => !isScope(name))
  if (strange !== undefined) return `There is no scope ${strange}. Choose from: ${known}.`
  if (asked.length === 0) return `A partner needs at least one of these scopes: ${known}.`
  const defaults = scopesIn(defaultScope)
  if (defaults.length === 0 || !defaults.every((name) => asked.includes(name)))
    return `The default scope must be one or more of: ${asked.join(', ')}.`
  return undefined
}

/** Embedded in the page: no image is loaded from elsewhere while a person types a password. */
function complaintOfLogo(logo: string): string | undefined {
  if (logo === '') return undefined
  if (!/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(logo))
    return 'A logo must be a png, jpeg, webp or svg image as a base64 data: URL.'
  return logo.length > LOGO_AT_MOST_CHARACTERS
    ? 'The logo is too large. It can be about 40 kB at most.'
    : undefined
}
