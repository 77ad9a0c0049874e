import * as z from 'zod/mini'
import { exact } from '#contract/wire/schema.ts'
import { passkeyRefused } from './passkey-messages.ts'

/** How people confirm their identity before a sensitive change, strongest first. */
export const stepUpWays = ['passkey', 'code', 'password'] as const
export type StepUpWay = (typeof stepUpWays)[number]

/** What the owner sees of everyone; moments are formatted in the account's time zone. */
export const everyone = z.object({
  demand: z.nullable(z.object({ grace_days: z.string(), ends_at: z.string(), is_over: z.boolean() })),
  people: z.number(),
  without_factor: z.number(),
})
export type Everyone = z.infer<typeof everyone>

/** Everything an authenticator says is base64url text. A credential id has at most 1,023 bytes. */
const ID_AT_MOST = 1400
const DATA_AT_MOST = 20_000

const error = passkeyRefused
const id = exact(ID_AT_MOST, 'The id of the credential')
const clientDataJSON = exact(DATA_AT_MOST, 'What the browser adds: the challenge and the origin')

/** The answer of navigator.credentials.get, as PublicKeyCredential.toJSON writes it. */
export const passkeyAnswer = z.object(
  {
    id,
    response: z.object(
      {
        clientDataJSON,
        authenticatorData: exact(DATA_AT_MOST, 'What the authenticator says'),
        signature: exact(DATA_AT_MOST, 'Its signature'),
        userHandle: z.optional(z.nullable(exact(ID_AT_MOST, 'How the authenticator names the person'))),
      },
      { error },
    ),
  },
  { error },
)
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** The answer of navigator.credentials.create. */
export const newPasskey = z.object(
  {
    id,
    response: z.object(
      {
        clientDataJSON,
        attestationObject: exact(DATA_AT_MOST, 'The public key, with what the authenticator says'),
        transports: z.optional(
          z.array(exact(20, 'A way to reach the authenticator'), { error }).check(z.maxLength(10, error)),
        ),
      },
      { error },
    ),
  },
  { error },
)
export type NewPasskey = z.output<typeof newPasskey>

/** Options of the Web Authentication API, as its JSON methods read them. */
export const passkeyOptions = z.object({
  data: z.object({ options: z.record(z.string(), z.unknown()) }),
})
