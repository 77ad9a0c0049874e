import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { MINUTE } from '../server/ports/clock.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { openOffice } from './kit/killed-commands.ts'
import { type Action, type Done, differencesOf, killAtEveryStep, settle } from './kit/money-back.ts'
import { provesItself, size } from './kit/size.ts'

const some: Action[] = [
  'refund a part',
  'refund the whole',
  'pay credit out',
  'give a failed payout as credit',
]
const others: Action[] = [
  'void',
  'credit',
  'extend',
  'waive',
  'take credit back',
  'send a failed refund again',
]
/** At full size, every command is killed before each of its statements; otherwise four of them before some. */
const actions = [...some, ...others.slice(0, size(0, others.length))]
const STRIDE = size(17, 1)
const PATIENCE_MS = size(10, 60) * MINUTE
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on' } })
})
afterAll(() => postgres.stop())

describe.concurrent('money that goes back', () => {
  test(
    'killed at every step, then asked twice at once: books = gateway = bills = mails',
    async () => {
      const office = await openOffice<Done>(await freshDatabase(postgres.url, 'sound'))
      const kills: Record<string, number> = {}
      for (const action of actions) kills[action] = await killAtEveryStep(office, action, { stride: STRIDE })
      await settle(office, 120_000)
      const differences = await differencesOf(office)
      await office.stop()
      console.log(`${office.kills} kills: ${JSON.stringify(kills)}`)
      expect(differences).toEqual([])
      for (const action of actions) expect(kills[action], action).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )

  const broken = [
    [
      'a build that settles no refund after a kill',
      'refund-never-settled',
      'refund a part',
      'openNotes is 1',
    ],
    [
      'a build that sends a refund again without asking for it',
      'refund-sent-again',
      'refund a part',
      'gateway is 5000',
    ],
    ['a build that extends a month each time it is asked', 'months-without-keys', 'extend', 'endsOn is'],
  ] as const
  test.each(provesItself ? broken : [])('%s is noticed', async (_, fault, action, difference) => {
    const name = fault.replaceAll('-', '_')
    const office = await openOffice<Done>(await freshDatabase(postgres.url, name), fault)
    // After the gateway has made the refund, before we have booked it.
    await killAtEveryStep(office, action, { only: 'update refunds set outcome' })
    // Where nothing is ever settled, nothing ends but the patience.
    await settle(office, fault === 'refund-never-settled' ? size(10_000, 40_000) : 120_000)
    const differences = await differencesOf(office)
    await office.stop()
    expect(differences.join('; ')).toContain(difference)
  })
})
