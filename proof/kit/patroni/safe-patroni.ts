/** How Patroni talks to etcd: the current interface with leases, or the older one with compare-and-swap. */
export type Store = 'etcd3' | 'etcd'

/**
 * The first release in which a leader compares before taking its lock back: Patroni's pull requests 2689 and
 * 2693.
 */
const FIRST_SAFE = [3, 0, 3] as const

/**
 * Why this Patroni must not manage our database with this store. Before 3.0.3, a leader whose lease on etcd 3
 * has ended overwrote its successor's name: two primaries, and what one of them acknowledged is lost.
 */
export function whyUnsafe(version: string, store: Store): string | undefined {
  const numbers = version.split('.').map((part) => Number.parseInt(part, 10))
  if (numbers.length < 2 || numbers.some(Number.isNaN)) return `"${version}" is no version of Patroni.`
  if (store === 'etcd' || compare(numbers, FIRST_SAFE) >= 0) return undefined
  return `Patroni ${version} over etcd 3 loses acknowledged commits: a leader that hangs past its lease takes the lock back without comparing. Use ${FIRST_SAFE.join('.')} or newer.`
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = other.findIndex((number, index) => (one[index] ?? 0) !== number)
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
