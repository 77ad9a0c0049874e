import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { MINUTE } from '../server/ports/clock.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import * as held from './kit/held-decisions.ts'
import * as money from './kit/money-back.ts'
import { killAtEveryStep, openOffice } from './kit/operators-office.ts'
import { provesItself, size } from './kit/size.ts'

/** At full size, every action is killed before each of its statements; otherwise before some of them. */
const actions = {
  money: [
    'refund a part',
    'refund the whole',
    'pay credit out',
    'give a failed payout as credit',
    'void',
    'credit',
    'extend',
    'waive',
    'take credit back',
    'send a failed refund again',
  ].slice(0, size(4, 10)) as money.Action[],
  held: ['release', 'refuse', 'release, declined', 'release, answer lost'].slice(
    0,
    size(2, 4),
  ) as held.Action[],
}
const STRIDE = { money: size(17, 1), held: size(12, 1) }
const PATIENCE_MS = size(10, 60) * MINUTE
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on' } })
})
afterAll(() => postgres.stop())

const openMoney = async (name: string, fault?: string) =>
  openOffice<money.Asked>(await freshDatabase(postgres.url, name), 'money-back', fault)
const openHeld = async (name: string, fault?: string) =>
  held.openHeldOffice(await freshDatabase(postgres.url, name), fault)

describe.concurrent("an operator's process is killed at every step, and two operators repeat the same", () => {
  test('refunds and credits: books = gateway = bills = mails', { timeout: PATIENCE_MS }, async () => {
    const office = await openMoney('money')
    const kills: Record<string, number> = {}
    for (const action of actions.money)
      kills[action] = await killAtEveryStep(office, money.moneyBack(office, action), { stride: STRIDE.money })
    await money.settle(office, 120_000)
    const differences = await money.differencesOf(office)
    await office.stop()
    console.log(`${office.kills} kills: ${JSON.stringify(kills)}`)
    expect(differences).toEqual([])
    for (const action of actions.money) expect(kills[action], action).toBeGreaterThan(0)
  })

  test('held sign-ups: books = gateway = accounts = mails', { timeout: PATIENCE_MS }, async () => {
    const office = await openHeld('held')
    const kills: Record<string, number> = {}
    for (const action of actions.held)
      kills[action] = await killAtEveryStep(office, held.heldDecisions(office, action), {
        stride: STRIDE.held,
      })
    await held.settle(office, 180_000)
    const differences = await held.differencesOf(office)
    await office.stop()
    console.log(`${office.kills} kills: ${JSON.stringify(kills)}`)
    expect(differences).toEqual([])
    for (const action of actions.held) expect(kills[action], action).toBeGreaterThan(0)
  })

  // The same against products that are broken on purpose must be noticed.
  const brokenMoney = [
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
  test.each(provesItself ? brokenMoney : [])('notices: %s', async (_, fault, action, difference) => {
    const office = await openMoney(fault.replaceAll('-', '_'), fault)
    // After the gateway has made the refund, before we have booked it.
    await killAtEveryStep(office, money.moneyBack(office, action), { only: 'update refunds set outcome' })
    // Where nothing is ever settled, only the time limit ends the wait.
    await money.settle(office, fault === 'refund-never-settled' ? size(10_000, 40_000) : 120_000)
    const differences = await money.differencesOf(office)
    await office.stop()
    expect(differences.join('; ')).toContain(difference)
  })

  const brokenDecisions = [
    [
      'a build that charges only in front of the operator',
      'release-without-job',
      'insert into charges',
      'state is intent',
    ],
    ['a build that decides again what was decided', 'decide-again', 'no statement', 'entries is 3'],
  ] as const
  test.each(provesItself ? brokenDecisions : [])('notices: %s', async (_, fault, only, difference) => {
    const office = await openHeld(fault.replaceAll('-', '_'), fault)
    await killAtEveryStep(office, held.heldDecisions(office, 'release'), { only })
    await held.settle(office, size(8_000, 20_000))
    const differences = await held.differencesOf(office)
    await office.stop()
    expect(differences.join('; ')).toContain(difference)
  })
})
