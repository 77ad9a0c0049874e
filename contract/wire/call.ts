import type * as z from 'zod/mini'
import type { Permission, SessionScope } from '#contract/accounts/roles.ts'
import type { Endpoint } from './endpoint.ts'

/** A request and its answer, described once: the page sends it, the server handles it. */
export type Call<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Endpoint & {
  /** Its number in the specification, if it has one. */
  number?: number
  /** For the API reference; private calls of our own pages need none. */
  summary?: string
  body: Body
  /** If the body has several shapes: picks the one that fits the request, so that messages match that shape. */
  bodyFor?: (raw: Record<string, unknown>) => z.ZodMiniType<z.output<Body>>
  answer: Answer
  /** For successful answers whose status is not 200. */
  statusOf?(answer: z.output<Answer>): number
  /** If refusals are grouped by form: the form of each field. */
  formOf?: ReadonlyMap<string, FormGroup>
  /** Reads no cookies, so pages of any origin may make this call. */
  isCrossOrigin?: true
  /** Made by programs: it needs a feed key as a bearer token. */
  needsFeedKey?: true
  /** For the API reference: refusals beyond those common to every call (throttled, too large, unreadable, busy). */
  refusals?: Refusal[]
}

/** What the API reference lists. */
export type ReferenceCall = Call & Required<Pick<Call, 'summary' | 'refusals'>>

/** Calls of the specification, of partners and of the feed. All others are private to our own pages. */
export function isInReference(call: Call): call is ReferenceCall {
  return call.number !== undefined || call.isCrossOrigin === true || call.needsFeedKey === true
}

/** A call that people make about their own account, while they are signed in. */
export type AccountCall<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Call<Body, Answer> & OfAccount & { stepUp: StepUp }

/** A call that needs no session. */
export type OpenCall<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Call<Body, Answer> & (Public | Secret)

/** Who may open or change something of an account. */
export type OfAccount = {
  who: Permission
  /** The session scopes in which it can be reached. */
  scopes: readonly SessionScope[]
  /**
   * Which part of the body or the path names an object of the account: the tests try it with another
   * account's.
   */
  names: Readonly<Record<string, NamedObject>> | 'nothing'
}
export type NamedObject =
  | 'person'
  | 'invitation'
  | 'session'
  | 'trusted-device'
  | 'passkey'
  | 'card'
  | 'app'
  | 'bill'
  | 'credit-note'

/** Who may request a URL, as declared by its call, page or file. */
export type Access = OfAccount | Public | Secret

/** Anyone may make it, as it reveals nothing about any account. Says why that is safe. */
export type Public = { who: 'everyone'; why: string }
/** Needs a secret in its path, its body or a header. Says which. */
export type Secret = { who: 'secret'; proof: string }

/**
 * Whether the person has to show their strongest factor, unless they did so within 10 minutes
 * (docs/decisions/step-up.md). `depends`: only the use case knows whether this request needs it. The named
 * body fields may hold the password or the code: they are checked and count as step-up. `none`: never, and
 * why.
 */
export type StepUp = 'always' | 'depends' | { password: string; code?: string } | { none: string }

export type Refusal = { status: 202 | 400 | 401 | 403 | 404 | 409 | 410; when: string }
export type BodyOf<C> = C extends Call<infer Body, z.ZodMiniType> ? z.input<Body> : never
export type ParsedBodyOf<C> = C extends Call<infer Body, z.ZodMiniType> ? z.output<Body> : never
export type AnswerOf<C> = C extends Call<z.ZodMiniType, infer Answer> ? z.output<Answer> : never

/** Messages by field. */
export type FieldErrors = Record<string, string[]>
/** Messages by form and field; only the sign-up submission groups them. */
export type GroupedErrors = Partial<Record<FormGroup, FieldErrors>>
export type FormGroup = 'emails_form' | 'sign_up_form' | 'customer_form' | 'payment_form'

export function accountCall<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: AccountCall<Body, Answer>,
): AccountCall<Body, Answer> {
  return described
}

export function publicCall<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: Call<Body, Answer> & Omit<Public, 'who'>,
): Call<Body, Answer> & Public {
  return { ...described, who: 'everyone' }
}

export function secretCall<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: Call<Body, Answer> & Omit<Secret, 'who'>,
): Call<Body, Answer> & Secret {
  return { ...described, who: 'secret' }
}

/** A call whose path contains the token of a mailed link. */
export function linkCall<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: Call<Body, Answer> & { path: `${string}:linkToken${string}` },
): Call<Body, Answer> & Secret {
  return secretCall({ ...described, proof: 'a mailed link' })
}

export function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'body' in value && 'answer' in value
  )
}
