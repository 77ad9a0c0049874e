import * as z from 'zod/mini'
import { publicCall, secretCall } from '#contract/wire/call.ts'
import { exact } from '#contract/wire/schema.ts'

const OAUTH = {
  method: 'POST',
  encoding: 'urlencoded',
  errorKey: 'error_description',
  isCrossOrigin: true,
} as const
const unproven = { status: 401, when: 'the client is unknown or disabled, or its secret is wrong' } as const

/** Client credentials in the body; HTTP Basic works as well. */
const proof = {
  client_id: exact(200, 'The partner, unless the Authorization header names it'),
  client_secret: exact(200, 'Its secret, unless the Authorization header holds it'),
}

export const giveTokens = secretCall({
  ...OAUTH,
  summary: 'Exchange a code, or a refresh token, for tokens (for partners)',
  path: '/oauth/token',
  proof: 'the secret of the partner, or PKCE',
  body: z.object({
    grant_type: exact(60, 'authorization_code or refresh_token'),
    code: exact(200, 'The code of the redirect'),
    redirect_uri: exact(2000, 'As in the request for the code. A partner with a secret may leave it out.'),
    code_verifier: exact(200, 'PKCE: the value the challenge was made from'),
    refresh_token: exact(200, 'The newest refresh token'),
    scope: exact(500, 'For a refresh: a subset of what was granted'),
    ...proof,
  }),
  answer: z.object({
    access_token: z.string(),
    token_type: z.string(),
    expires_in: z.number(),
    refresh_token: z.string(),
    refresh_token_expires_in: z.number(),
    scope: z.string(),
  }),
  answerKey: 'access_token',
  refusals: [
    {
      status: 400,
      when: 'something is missing, or the code or token is unknown, used, expired or belongs to another partner',
    },
    unproven,
  ],
})

export const revokeToken = secretCall({
  ...OAUTH,
  summary: 'Revoke a token (for partners)',
  path: '/oauth/revoke',
  proof: 'the secret of the partner',
  body: z.object({
    token: exact(200, 'An access token, or a refresh token to end the whole connection'),
    token_type_hint: exact(60, 'access_token or refresh_token. Optional.'),
    ...proof,
  }),
  answer: z.object({}),
  answerKey: '',
  refusals: [{ status: 400, when: 'the token is missing' }, unproven],
})

export const introspectToken = secretCall({
  ...OAUTH,
  summary: 'Check a token (for partners)',
  path: '/oauth/introspect',
  proof: 'the secret of the partner',
  body: z.object({
    token: exact(200, 'A token of this partner'),
    token_type_hint: exact(60, 'access_token or refresh_token. Optional.'),
    ...proof,
  }),
  answer: z.object({
    active: z.boolean(),
    scope: z.optional(z.string()),
    client_id: z.optional(z.string()),
    username: z.optional(z.string()),
    token_type: z.optional(z.string()),
    exp: z.optional(z.number()),
    iat: z.optional(z.number()),
    sub: z.optional(z.string()),
    iss: z.optional(z.string()),
  }),
  answerKey: 'active',
  refusals: [{ status: 400, when: 'the token is missing' }, unproven],
})

export const serverMetadata = publicCall({
  ...OAUTH,
  method: 'GET',
  encoding: 'none',
  summary: 'Metadata of this authorization server (RFC 8414)',
  path: '/.well-known/oauth-authorization-server',
  why: 'it says the same to everyone',
  body: z.object({}),
  answer: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    introspection_endpoint: z.string(),
    service_documentation: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  }),
  answerKey: 'issuer',
  refusals: [],
})

export const whoAmI = secretCall({
  ...OAUTH,
  method: 'GET',
  encoding: 'none',
  summary: 'Get the account that a token belongs to (for partners)',
  path: '/api/me',
  proof: 'an access token',
  body: z.object({}),
  answer: z.object({ company: z.string(), name: z.string(), pin: z.string(), email: z.string() }),
  answerKey: 'pin',
  refusals: [
    { status: 401, when: 'there is no token, or it is unknown, expired or revoked' },
    { status: 403, when: 'the token does not have the scope profile, or the account is suspended' },
  ],
})
