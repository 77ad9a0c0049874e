import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { faultsOf, signUpUnderKills } from './kit/sign-up-kills.ts'
import { provesItself, size } from './kit/size.ts'

const SIGN_UPS = size(40, 500)
const KILLS = size(2, 10)
const databases = { sound: '', forgetful_gateway: '', no_settling: '' }
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on' } })
  for (const name of Object.keys(databases) as (keyof typeof databases)[])
    databases[name] = await freshDatabase(postgres.url, name)
})
afterAll(() => postgres.stop())

describe.concurrent('under a stream of sign-ups', () => {
  test('killed at random: acknowledged = charged = accounts, none twice, nothing stuck', async () => {
    const after = await signUpUnderKills({
      databaseUrl: databases.sound,
      signUps: SIGN_UPS,
      kills: KILLS,
      patienceMs: 150_000,
    })
    console.log(`${SIGN_UPS} sign-ups, ${KILLS} kills: ${JSON.stringify(after)}`)
    expect(faultsOf(after)).toEqual([])
    expect(after.acknowledged + after.refused).toBe(SIGN_UPS)
    expect(after.acknowledged).toBeGreaterThan(SIGN_UPS / 2)
    expect(after.lostAnswers).toBeGreaterThan(0)
  })

  const broken = [
    ['a gateway that does not know the key', 'forgetful_gateway', 150_000, /charges for \d+ accounts/],
    // Nothing ends here but the patience.
    ['a build without the settling job', 'no_settling', 7_000, /orders are stuck/],
  ] as const
  test.each(provesItself ? broken : [])('%s is noticed', async (_, fault, patienceMs, text) => {
    const after = await signUpUnderKills({
      databaseUrl: databases[fault],
      signUps: 8,
      kills: size(0, 1),
      patienceMs,
      fault: `proof/faults/${fault.replace('_', '-')}.ts`,
    })
    expect(faultsOf(after).join('; ')).toMatch(text)
  })
})
