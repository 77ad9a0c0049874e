import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { ProblemCode } from './problems.ts'

/** A refusal is a value with a code, not an exception: one place (http/answer.ts) turns it into HTTP. */
export type Refused = {
  refused: ProblemCode
  /** What to say instead of the code's own words. */
  errors?: FieldErrors | GroupedErrors | string
  retryAfterSeconds?: number
  /** The limit that was reached: for the log, not for whoever is told. */
  limit?: string
  /** How to prove oneself: the www-authenticate header of a 401. */
  challenge?: string
  /** Further keys of the answer, such as go_back_uri, or what became of the order before. */
  also?: Record<string, unknown>
}

export function refuse(code: ProblemCode, more: Omit<Refused, 'refused'> = {}): Refused {
  return { refused: code, ...more }
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value
}
