import { isLostConnection, isReadOnly } from '#server/platform/db/errors.ts'

/**
 * Does the work of a round, one after the other. One that fails does not stop the others: the first error is thrown at
 * the end, so that it is logged, and the next round tries again. Without a database none of them can succeed.
 */
export async function eachInTurn<One>(
  list: Iterable<One> | AsyncIterable<One>,
  work: (one: One) => Promise<unknown>,
  mayGoOn: () => boolean,
): Promise<void> {
  const errors: unknown[] = []
  for await (const one of list) {
    if (!mayGoOn()) break
    try {
      await work(one)
    } catch (error) {
      if (isLostConnection(error) || isReadOnly(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
