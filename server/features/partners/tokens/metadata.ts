import { giveTokens, introspectToken, revokeToken, type serverMetadata } from '#contract/features/tokens.ts'
import { pages } from '#contract/pages.ts'
import { scopes } from '#contract/partners/scopes.ts'
import type { AnswerOf } from '#contract/wire/call.ts'

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
