import { isLostConnection, isReadOnly } from '#server/platform/db/errors.ts'

/** Enough to find the causes: a thousand accounts failing for one reason would fill the log. */
const ERRORS_TOLD_AT_MOST = 20

/**
 * Does the work of a round, one after the other. A failure does not stop the others: errors are thrown at the
 * end, so that they are logged, and the next round retries. Without a database none of them can succeed.
 */
export async function eachInTurn<One>(
  list: Iterable<One> | AsyncIterable<One>,
  work: (one: One) => Promise<unknown>,
  mayGoOn: () => boolean,
): Promise<void> {
  const errors: unknown[] = []
  let failed = 0
  for await (const one of list) {
    if (!mayGoOn()) break
    try {
      await work(one)
    } catch (error) {
      if (isLostConnection(error) || isReadOnly(error)) throw error
      failed += 1
      if (errors.length < ERRORS_TOLD_AT_MOST) errors.push(error)
    }
  }
  if (failed === 1) throw errors[0]
  if (failed > 1) throw new AggregateError(errors, `${failed} of this round failed`)
}
