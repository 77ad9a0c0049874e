import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { MINUTE } from '../server/ports/clock.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { type Action, differencesOf, killAtEveryStep, openHeldOffice, settle } from './kit/held-office.ts'
import { size } from './kit/size.ts'

const all: Action[] = ['release', 'refuse', 'release, declined', 'release, answer lost']
/** At full size, every command is killed before each of its statements; otherwise two of them before some. */
const actions = all.slice(0, size(2, all.length))
const STRIDE = size(12, 1)
const PATIENCE_MS = size(10, 60) * MINUTE
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on' } })
})
afterAll(() => postgres.stop())

describe.concurrent('held sign-ups', () => {
  test(
    'killed at every step, then decided by two operators at once: books = gateway = accounts = mails',
    async () => {
      const office = await openHeldOffice(await freshDatabase(postgres.url, 'sound'))
      const kills: Record<string, number> = {}
      for (const action of actions) kills[action] = await killAtEveryStep(office, action, { stride: STRIDE })
      await settle(office, 180_000)
      const differences = await differencesOf(office)
      await office.stop()
      console.log(`${office.kills} kills: ${JSON.stringify(kills)}`)
      expect(differences).toEqual([])
      for (const action of actions) expect(kills[action], action).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )

  // The same proof against products that are broken on purpose: it must detect them.
  test.each([
    [
      'a build that charges only in front of the operator',
      'release-without-job',
      'insert into charges',
      'state is intent',
    ],
    ['a build that decides again what was decided', 'decide-again', 'no statement', 'entries is 3'],
  ] as const)('%s is noticed', async (_, fault, only, difference) => {
    const office = await openHeldOffice(await freshDatabase(postgres.url, fault.replaceAll('-', '_')), fault)
    await killAtEveryStep(office, 'release', { only })
    await settle(office, size(8_000, 20_000))
    const differences = await differencesOf(office)
    await office.stop()
    expect(differences.join('; ')).toContain(difference)
  })
})
