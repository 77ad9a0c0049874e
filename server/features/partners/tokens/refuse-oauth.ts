import { type Refused, refuse } from '#server/platform/refusal.ts'

/**
 * RFC 6749, 5.2 error codes that the token endpoint answers with 400; the text is for the partner's
 * developers.
 */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'

export function refuseOAuth(error: OAuthError, text: string): Refused {
  return refuse('invalid-fields', { errors: text, also: { error } })
}
