import * as z from 'zod/mini'

/**
 * The answer to a change: what was done, in words, and what its page shows from now on. Without the latter if it could
 * not be read: the change is made all the same, and its answer may be the only one with a secret.
 */
export function outcome<Values extends z.ZodMiniType>(values: Values) {
  return z.object({ data: z.object({ said: z.string(), values: z.optional(values) }) })
}

/** The same for a change that makes a secret. It is shown this once and kept nowhere. */
export function outcomeWithSecret<Values extends z.ZodMiniType>(values: Values) {
  return z.object({ data: z.object({ said: z.string(), secret: z.string(), values: z.optional(values) }) })
}
