import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** One call of the wire, described once: the page sends it, the server answers it, the reference lists it. */
export type Call<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Endpoint & {
  /** Its number in the specification; ours have none. */
  number?: number
  summary: string
  body: Body
  /** Where the body has several shapes: the one that a request means, so that its messages are that shape's. */
  bodyFor?: (raw: Record<string, unknown>) => z.ZodMiniType<z.output<Body>>
  answer: Answer
  /** Good answers that are not a plain 200. */
  statusOf?(answer: z.output<Answer>): number
  /** Where refusals are grouped by form: the form of each field. */
  formOf?: ReadonlyMap<string, FormGroup>
  /** It reads no cookie, so that a page of any origin may make it. */
  isCrossOrigin?: true
  /** What it may refuse, beyond what every call may (throttled, too large, unreadable, busy). */
  refusals: Refusal[]
}

export type Refusal = { status: 202 | 400 | 401 | 403 | 404 | 409; when: string }
export type BodyOf<C> = C extends Call<infer Body, z.ZodMiniType> ? z.input<Body> : never
export type ParsedBodyOf<C> = C extends Call<infer Body, z.ZodMiniType> ? z.output<Body> : never
export type AnswerOf<C> = C extends Call<z.ZodMiniType, infer Answer> ? z.output<Answer> : never

/** Messages by field, as every page can show them. */
export type FieldErrors = Record<string, string[]>
/** Messages by form and field: only the sign-up submission groups them. */
export type GroupedErrors = Partial<Record<FormGroup, FieldErrors>>
export type FormGroup = 'emails_form' | 'sign_up_form' | 'customer_form' | 'payment_form'

export function call<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: Call<Body, Answer>,
): Call<Body, Answer> {
  return described
}

export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'refusals' in value
}
