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

/** The first thing that is wrong with a partner, as a sentence for the operator. */
export function complaintOfPartner(partner: Partner): string | undefined {
  if (partner.name.trim() === '' || partner.name.length > 60)
    return 'A partner needs a name of at most 60 characters: people read it before they let it in.'
  if (partner.name.trim() !== oneLine(partner.name))
    return 'A name is one line of characters that can be seen: it stands in mails and on the page.'
  if (!/^[a-z0-9][a-z0-9-]{1,62}$/.test(partner.id))
    return 'An id is made of small letters, digits and dashes, and is 2 to 63 characters long.'
  return (
    complaintOfRedirectUris(partner.redirectUris) ??
    complaintOfScopes(partner) ??
    complaintOfLogo(partner.logo)
  )
}

/** Compared letter by letter later, so that nothing but these is ever redirected to. */
export function complaintOfRedirectUris(uris: string[]): string | undefined {
  if (uris.length === 0) return 'A partner needs at least one redirect URI.'
  for (const uri of uris) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    if (!url || uri.length > 1000 || /[\s\\*]/.test(uri))
      return `${uri} is not a whole address, like https://partner.example/callback.`
    if (url.hash !== '' || uri.includes('#')) return `${uri} must not hold a fragment (#).`
    if (url.username !== '' || url.password !== '') return `${uri} must not hold a user name.`
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
      return `${uri} must begin with https: (http: only on localhost).`
  }
  return undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}

function complaintOfScopes({ scopes: asked, defaultScope }: Partner): string | undefined {
  const known = Object.keys(scopes).join(', ')
  const strange = asked.find((name) => !isScope(name))
  if (strange !== undefined) return `There is no scope ${strange}. There are: ${known}.`
  if (asked.length === 0) return `A partner needs at least one scope of: ${known}.`
  const defaults = scopesIn(defaultScope)
  if (defaults.length === 0 || !defaults.every((name) => asked.includes(name)))
    return `The default scope must be one or more of: ${asked.join(', ')}.`
  return undefined
}

/** Carried inside the page: no picture is fetched from elsewhere while a person types a password. */
function complaintOfLogo(logo: string): string | undefined {
  if (logo === '') return undefined
  if (!/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(logo))
    return 'A logo is a png, jpeg, webp or svg picture as a data: address in base64.'
  return logo.length > LOGO_AT_MOST_CHARACTERS ? 'The logo is too large: about 40 kB at most.' : undefined
}
