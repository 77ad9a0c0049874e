import * as z from 'zod/mini'
import { accountNumber, loginEmail, loginPassword } from '#contract/fields/sign-in.ts'
import { publicCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, optionalText, text } from '#contract/wire/schema.ts'

/** Which partner asks for access, and to what. */
export type AuthorizeValues = {
  systemStatus: string
  /** Null if the partner is unknown. */
  partner: { name: string; logo: string; allows: string[] } | null
  /** What is wrong with the partner's request; empty if it is valid. */
  problem: string
}

/** A longer state is refused, because it could not be returned unchanged. */
export const STATE_AT_MOST = 4000

const authorization = z.object({
  email: text(loginEmail),
  password: text(loginPassword),
  pin: optionalText(accountNumber),
  redirect_uri: exact(2000, 'Where to send the person afterwards'),
  client_id: exact(200, 'The id of the partner'),
  state: exact(STATE_AT_MOST + 1, 'Returned to the partner unchanged'),
  type: exact(60, 'What the partner calls this connection'),
  vendor_user_id: exact(200, "The partner's own id for this user"),
  scope: exact(500, 'What the partner may do. Empty means the default of the partner.'),
  response_type: exact(60, 'code'),
  code_challenge: exact(128, 'PKCE'),
  code_challenge_method: exact(16, 'PKCE: S256'),
})

const answer = z.object({ redirect_uri: z.string() })

export const authorize = publicCall({
  number: 7,
  summary: 'Connect a partner',
  ...json,
  path: '/rest/oauth/authorize/',
  why: 'the password is the proof',
  errorKey: 'error',
  answerKey: 'redirect_uri',
  body: authorization,
  answer,
  refusals: [
    { status: 400, when: "the partner's request is not valid" },
    { status: 401, when: 'the email, the password or the account number is wrong' },
  ],
})

export const authorizeZapier = publicCall({
  ...authorize,
  ...json,
  path: '/rest/oauth/authorize-zapier/',
  errorKey: 'error',
  answerKey: 'redirect_uri',
  number: 8,
  summary: 'Connect Zapier',
})
