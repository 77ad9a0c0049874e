import * as z from 'zod/mini'

/** The answer to a change: what was done, in words, and what its page shows from now on. */
export function outcome<Values extends z.ZodMiniType>(values: Values) {
  return z.object({ data: z.object({ said: z.string(), values }) })
}

/** The same for a change that makes a secret. It is shown this once and kept nowhere. */
export function outcomeWithSecret<Values extends z.ZodMiniType>(values: Values) {
  return z.object({ data: z.object({ said: z.string(), secret: z.string(), values }) })
}
