import { type authorize, STATE_AT_MOST } from '#contract/features/authorize.ts'
import * as messages from '#contract/partners/messages.ts'
import { scopesIn } from '#contract/partners/scopes.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Client } from '#server/identity/partners.ts'

/** A partner's request, before anyone has signed in. */
export type PartnerRequest = Pick<
  ParsedBodyOf<typeof authorize>,
  | 'client_id'
  | 'redirect_uri'
  | 'response_type'
  | 'scope'
  | 'state'
  | 'code_challenge'
  | 'code_challenge_method'
>

/** Reads the partner's parameters from a query or a form. */
export function requestIn(read: (name: keyof PartnerRequest) => string): PartnerRequest {
  return {
    client_id: read('client_id'),
    redirect_uri: read('redirect_uri'),
    response_type: read('response_type'),
    scope: read('scope'),
    state: read('state'),
    code_challenge: read('code_challenge'),
    code_challenge_method: read('code_challenge_method'),
  }
}

/** Returns a message if the check fails. */
type Check<Known> = (request: PartnerRequest, client: Known) => string | undefined

/** Check the partner and the redirect URI. A failure is shown on the page, without a redirect. */
const checksOfPartner = [isRegistered, isNotShutOut, redirectUriIsRegistered]

/** Check the rest of the request. The partner is verified by now, so the person may return to it. */
const checksOfRequest: Check<Client>[] = [
  asksForACode,
  scopeIsAllowed,
  challengeIsThereWhereDemanded,
  challengeIsSha256,
  stateCanBeHandedBack,
]

export type Checked =
  | { kind: 'in-order'; client: Client; scope: string }
  /** The partner cannot be trusted with a redirect. */
  | { kind: 'strange'; text: string }
  | { kind: 'wrong'; text: string; client: Client }

/** Runs the checks above in order; the first failure is the result. */
export function checkRequest(request: PartnerRequest, client: Client | undefined): Checked {
  for (const check of checksOfPartner) {
    const text = check(request, client)
    if (text !== undefined) return { kind: 'strange', text }
  }
  if (!client) return { kind: 'strange', text: messages.partnerUnknown }
  for (const check of checksOfRequest) {
    const text = check(request, client)
    if (text !== undefined) return { kind: 'wrong', text, client }
  }
  return { kind: 'in-order', client, scope: scopeOf(request, client).join(' ') }
}

function isRegistered(_: PartnerRequest, client: Client | undefined) {
  return client ? undefined : messages.partnerUnknown
}

function isNotShutOut(_: PartnerRequest, client: Client | undefined) {
  return client?.isShutOut ? messages.partnerShutOut : undefined
}

/** Exact comparison: no prefix, no pattern, no other port. */
function redirectUriIsRegistered({ redirect_uri }: PartnerRequest, client: Client | undefined) {
  return client?.redirectUris.includes(redirect_uri) ? undefined : messages.redirectUriUnknown
}

/** The page's own links leave response_type out; there is only one. */
function asksForACode({ response_type }: PartnerRequest) {
  return response_type === '' || response_type === 'code' ? undefined : messages.partnerAskedForNoCode
}

function scopeIsAllowed(request: PartnerRequest, client: Client) {
  const requested = scopeOf(request, client)
  return requested.every((name) => client.scopes.includes(name)) ? undefined : messages.partnerAskedForTooMuch
}

/**
 * Without a secret, the challenge is the only protection of a stolen code. It can be required of other
 * partners as well.
 */
function challengeIsThereWhereDemanded({ code_challenge }: PartnerRequest, client: Client) {
  const isDemanded = !client.isConfidential || client.requiresPkce
  return !isDemanded || code_challenge !== '' ? undefined : messages.partnerNeedsChallenge
}

/** A missing method would mean `plain`, which protects nothing. */
function challengeIsSha256({ code_challenge, code_challenge_method }: PartnerRequest) {
  if (code_challenge === '' && code_challenge_method === '') return undefined
  const isSha256 = code_challenge_method === 'S256' && /^[\w-]{43}$/.test(code_challenge)
  return isSha256 ? undefined : messages.partnerChallengeWrong
}

function stateCanBeHandedBack({ state }: PartnerRequest) {
  return state.length <= STATE_AT_MOST ? undefined : messages.partnerStateTooLong
}

function scopeOf({ scope }: PartnerRequest, client: Client): string[] {
  const requested = scopesIn(scope)
  return requested.length > 0 ? requested : scopesIn(client.defaultScope)
}
