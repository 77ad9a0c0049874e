import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** A call, described once: the page sends it, the server handles it, the API reference lists it if it is public. */
export type Call<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Endpoint & {
  /** Its number in the specification, if it is part of it. */
  number?: number
  /** For the API reference, so the private calls of our own pages need none. */
  summary?: string
  body: Body
  /**
   * If the body has several shapes: picks the one that fits the request, so that messages match that shape.
   */
  bodyFor?: (raw: Record<string, unknown>) => z.ZodMiniType<z.output<Body>>
  answer: Answer
  /** For successful answers whose status is not 200. */
  statusOf?(answer: z.output<Answer>): number
  /** If refusals are grouped by form: the form of each field. */
  formOf?: ReadonlyMap<string, FormGroup>
  /** Reads no cookies, so pages of any origin may make this call. */
  isCrossOrigin?: true
  /** No person makes it: it needs a key of the feed as a bearer token. */
  needsFeedKey?: true
  /** Asks for the person's strongest factor, unless it was shown within 10 minutes (docs/decisions/0074). */
  stepUp?: StepUp
  /** For the API reference: refusals beyond those common to every call (throttled, too large, unreadable, busy). */
  refusals?: Refusal[]
}

/** What the API reference lists. */
export type PublicCall = Call & Required<Pick<Call, 'summary' | 'refusals'>>

/** Calls of the specification, of partners and of the feed. All others are private to our own pages. */
export function isPublic(call: Call): call is PublicCall {
  return call.number !== undefined || call.isCrossOrigin === true || call.needsFeedKey === true
}

/**
 * `depends`: only the use case knows whether this request needs it. The fields of a body that may hold the password or
 * the code: what they hold is checked, and counts as shown.
 */
export type StepUp = 'always' | 'depends' | { password: string; code?: string }

export type Refusal = { status: 202 | 400 | 401 | 403 | 404 | 409 | 410; when: string }
export type BodyOf<C> = C extends Call<infer Body, z.ZodMiniType> ? z.input<Body> : never
export type ParsedBodyOf<C> = C extends Call<infer Body, z.ZodMiniType> ? z.output<Body> : never
export type AnswerOf<C> = C extends Call<z.ZodMiniType, infer Answer> ? z.output<Answer> : never

/** Messages by field. */
export type FieldErrors = Record<string, string[]>
/** Messages by form and field; only the sign-up submission groups them. */
export type GroupedErrors = Partial<Record<FormGroup, FieldErrors>>
export type FormGroup = 'emails_form' | 'sign_up_form' | 'customer_form' | 'payment_form'

export function call<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: Call<Body, Answer>,
): Call<Body, Answer> {
  return described
}

export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answer' in value
}
