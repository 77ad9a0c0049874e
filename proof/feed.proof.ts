import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { feedUnderKills } from './kit/feed-under-kills.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { isFull, size } from './kit/size.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const small = { accounts: 60, changes: size(100, 150), signUps: 0, instances: 1, kills: 0, hours: size(1, 3) }
const broken = async (fault: string, name: string) =>
  feedUnderKills({ ...small, fault, databaseUrl: await freshDatabase(postgres.url, name) })

// Most of the time they wait for the next turn of the sender.
describe.concurrent('the feed', () => {
  test('a receiver that was down for a day, lost answers and kills: afterwards it knows of every account what we know', async () => {
    const after = await feedUnderKills({
      databaseUrl: await freshDatabase(postgres.url, 'sound'),
      accounts: size(200, 10_000),
      changes: size(300, 3_000),
      signUps: size(2, 20),
      instances: 2,
      kills: size(1, 4),
      hours: size(1, 24),
    })
    if (isFull) process.stdout.write(`${JSON.stringify(after)}\n`)
    expect(after).toMatchObject({
      accounts: expect.any(Number),
      differing: 0,
      untold: 0,
      unsent: 0,
      gaps: 0,
      doubled: 0,
      unsigned: 0,
    })
    expect(after.accounts).toBeGreaterThan(size(200, 10_000))
    expect(after.events).toBeGreaterThan(after.accounts + size(300, 3_000))
    // Answers were lost, so some events arrived twice, with the same id.
    expect(after.repeated).toBeGreaterThan(0)
  })

  test('a build that drops an event is noticed', async () => {
    const after = await broken('feed-drops-an-event', 'drops')
    expect(after.gaps + after.differing).toBeGreaterThan(0)
  })

  test('a build that doubles an event is noticed', async () => {
    expect((await broken('feed-doubles-an-event', 'doubles')).doubled).toBeGreaterThan(0)
  })

  test('a build that does not wait for the former event of an account is noticed', async () => {
    expect((await broken('feed-does-not-wait', 'overtakes')).gaps).toBeGreaterThan(0)
  })
})
