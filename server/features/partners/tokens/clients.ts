import { giveTokens, introspectToken, revokeToken, type serverMetadata } from '#contract/features/tokens.ts'
import { pages } from '#contract/pages.ts'
import { scopes } from '#contract/partners/scopes.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/server-messages.ts'
import type { Deps } from '#server/deps.ts'
import { type Client, findClient, isSecretOf } from '#server/identity/partners.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { findExhausted, findThrottled, type Limit, limitByIpFor } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Per client and IP: other clients on the same IP, such as those of one platform, are not blocked. */
const bySecretAndIp: Limit = { name: 'partner-secret', tries: 60, windowMinutes: 15 }

type ClientCredentials = { client_id: string; client_secret: string }

/** Authenticates the client by a secret in the header or the body; a public client only names itself. */
export async function proveClient(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ClientCredentials,
  { authorization, ip }: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<Client> {
  const shown = shownBy(body, authorization)
  if (!shown)
    throw refuseOAuth('invalid_request', 'Send the client in the header or in the body, not in both.')
  const now = clock.now()
  const named = shown.client_id === '' ? undefined : await findClient(db, shown.client_id)
  // All unknown client ids share one counter, so that they add no rows.
  const counted = limitByIpFor(bySecretAndIp, named?.id ?? '', ip)
  const request = counted.map(([limit, subject]) => ({ limit, subject }))
  if (await findExhausted(db, request, now)) throw throttled
  if (named && (await isProven(db, named, shown, now))) return named
  await findThrottled(db, counted, now)
  throw refuse('unproven-partner', {
    also: { error: 'invalid_client' },
    challenge: `Basic realm="${config.publicUrl}"`,
  })
}

const throttled = refuse('throttled', {
  errors: messages.tryLater(bySecretAndIp.windowMinutes),
  retryAfterSeconds: bySecretAndIp.windowMinutes * 60,
  limit: bySecretAndIp.name,
})

async function isProven(db: Db, client: Client, shown: ClientCredentials, now: Date): Promise<boolean> {
  if (client.isShutOut) return false
  return client.isConfidential
    ? isSecretOf(db, client.id, shown.client_secret, now)
    : shown.client_secret === ''
}

/** Undefined if header and body name different clients. Many clients send the same one in both. */
function shownBy(body: ClientCredentials, authorization: string): ClientCredentials | undefined {
  const basic = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)?.[1]
  if (basic === undefined) return body
  const text = Buffer.from(basic, 'base64').toString('utf8')
  const cut = text.indexOf(':')
  const header = {
    client_id: formDecoded(text.slice(0, cut)),
    client_secret: formDecoded(text.slice(cut + 1)),
  }
  if (cut < 0 || header.client_id.includes('\0')) return { client_id: '', client_secret: '' }
  return body.client_id === '' || body.client_id === header.client_id ? header : undefined
}

/** RFC 6749, 2.3.1: both halves of the header are form-encoded. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * RFC 6749, 5.2 error codes that the token endpoint answers with 400; the text is for the partner's
 * developers.
 */
type OAuthError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'

export function refuseOAuth(error: OAuthError, text: string): Refused {
  return refuse('invalid-fields', { errors: text, also: { error } })
}

/** RFC 8414: all that a client needs to configure itself. */
export function metadataOf(publicUrl: string): AnswerOf<typeof serverMetadata> {
  const proofs = ['client_secret_basic', 'client_secret_post']
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${pages.authorize}`,
    token_endpoint: `${publicUrl}${giveTokens.path}`,
    revocation_endpoint: `${publicUrl}${revokeToken.path}`,
    introspection_endpoint: `${publicUrl}${introspectToken.path}`,
    service_documentation: `${publicUrl}${pages['api-reference']}`,
    scopes_supported: Object.keys(scopes),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...proofs, 'none'],
    revocation_endpoint_auth_methods_supported: [...proofs, 'none'],
    introspection_endpoint_auth_methods_supported: proofs,
    authorization_response_iss_parameter_supported: true,
  }
}
