import type { FieldErrors, GroupedErrors } from '#contract/wire/call.ts'
import type { ProblemCode } from './problems.ts'

/**
 * A refusal is a value with a code. A use case throws it, which rolls back its transaction, and
 * http/answer.ts turns it into HTTP. It is not a bug: nothing is logged as an error, and nothing is retried.
 */
export type Refused = {
  refused: ProblemCode
  /** Replaces the default message of the code. */
  errors?: FieldErrors | GroupedErrors | string
  retryAfterSeconds?: number
  /** The limit that was reached: for the log, not for the response. */
  limit?: string
  /** The www-authenticate header of a 401. */
  challenge?: string
  /** Further keys of the response, such as go_back_uri, or the outcome of the earlier order. */
  also?: Record<string, unknown>
}

export function refuse(code: ProblemCode, more: Omit<Refused, 'refused'> = {}): Refused {
  return { refused: code, ...more }
}

/** The page is outdated. `outdated` tells it to refresh its values. */
export function refuseOutdated(errors: string): Refused {
  return refuse('invalid-fields', { errors, also: { outdated: true } })
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** Throws the refusal of code that returns its refusals. */
export function orThrow<Result>(result: Result): Exclude<Result, Refused> {
  if (isRefused(result)) throw result
  return result as Exclude<Result, Refused>
}

/** The result, or the thrown refusal: for an answer that shows the refusal beside something else. */
export async function attempt<Result>(work: Promise<Result>): Promise<Result | Refused> {
  try {
    return await work
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}
