import { expect, test } from 'vitest'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { findPatroni } from './kit/patroni/find-patroni.ts'
import { loseLeaders } from './kit/patroni/lose-leaders.ts'
import { whyUnsafe } from './kit/patroni/safe-patroni.ts'
import { isFull } from './kit/size.ts'

test('refuses Patroni before 3.0.3 over etcd 3, with the reason', () => {
  const refused = /^Patroni 3\.0\.2 over etcd 3 loses acknowledged commits: .+ Use 3\.0\.3 or newer\.$/
  expect(whyUnsafe('3.0.2', 'etcd3')).toMatch(refused)
  for (const version of ['2.1.7', '3.0', '3.0.0', '1.9.12'])
    expect(whyUnsafe(version, 'etcd3')).toContain(version)
  for (const version of ['3.0.3', '3.1', '3.10.0', '4.0.4'])
    expect(whyUnsafe(version, 'etcd3')).toBeUndefined()
  expect(whyUnsafe('3.0.2', 'etcd')).toBeUndefined()
  expect(whyUnsafe('unknown', 'etcd')).toBe('"unknown" is no version of Patroni.')
})

if (isFull) {
  test('under Patroni, no acknowledged account is lost when a leader hangs or ends', {
    timeout: 20 * 60_000,
  }, async () => {
    const programs = findPatroni(console.log)
    const haproxy = findProgram('haproxy', console.log)
    if (!programs || !haproxy)
      return console.log(
        'Left out: Patroni, etcd or HAProxy cannot be had here. Nothing about Patroni was proved.',
      )
    const store = whyUnsafe(programs.version, 'etcd3') ? 'etcd' : 'etcd3'
    console.log(`Patroni ${programs.version} over ${store === 'etcd' ? "etcd's older interface" : 'etcd 3'}`)
    const after = await loseLeaders({ ...programs, haproxy }, store)
    console.log(JSON.stringify(after))
    expect(after.lost).toEqual([])
    expect(after.leaders).toHaveLength(4)
    expect(after.twice).toBe(0)
    expect(after.acknowledged).toBeGreaterThan(100)
    console.log(
      'Not proved: the watchdog (no device is used), three etcd members, machines of their own, a network that is cut, and' +
        ` ${store === 'etcd' ? 'etcd 3, which this version must not use' : 'the older interface of etcd'}.`,
    )
  })
}
