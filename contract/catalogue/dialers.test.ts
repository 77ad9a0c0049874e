import { expect, test } from 'vitest'
import { type Dialer, lostDialers } from './dialers.ts'

const triple = (place: number, since: string | null): Dialer => ({ item: 'triple', place, people: [], since })

test('when dialers are reduced, unassigned ones go first, then the last assigned', () => {
  const before = { triple: 4, single: 0 }
  const dialers = [triple(1, '2026-11-02'), triple(2, null), triple(3, '2026-11-01'), triple(4, null)]
  for (const listed of [dialers, dialers.toReversed()]) {
    const lostOf = (left: number) =>
      lostDialers(listed, before, { triple: left, single: 0 }).map(({ dialer }) => dialer.place)
    expect([3, 2, 1].map(lostOf)).toEqual([[4], [4, 2], [4, 2, 1]])
  }
})
