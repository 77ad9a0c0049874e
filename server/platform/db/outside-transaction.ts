import { AsyncLocalStorage } from 'node:async_hooks'

const inTransaction = new AsyncLocalStorage<true>()

/** Runs what happens in a transaction. */
export function markTransaction<Result>(work: () => Result): Result {
  return inTransaction.run(true, work)
}

/** For whatever waits for another machine or for a hash: a transaction would hold its locks for as long. */
export function requireNoTransaction(what: string): void {
  if (inTransaction.getStore()) throw new Error(`${what} waits: do it before or after the transaction`)
}

/** The same port. None of its functions can be called in a transaction. */
export function outsideTransactions<Port extends object>(port: Port): Port {
  const checked = Object.entries(port).map(([name, ask]) => {
    if (typeof ask !== 'function') return [name, ask]
    return [
      name,
      (...given: unknown[]) => {
        requireNoTransaction(name)
        return ask(...given)
      },
    ]
  })
  return Object.fromEntries(checked) as Port
}
