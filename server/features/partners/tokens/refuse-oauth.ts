import { type Refused, refuse } from '#server/platform/refusal.ts'

/** The codes of RFC 6749, 5.2 that the token address answers with 400; the words are for whoever builds the partner. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'

export function refuseOAuth(error: OAuthError, text: string): Refused {
  return refuse('invalid-fields', { errors: text, also: { error } })
}
