import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOpen } from '#contract/features/billing.ts'
import { exchangeCards, findCards } from '#server/billing/cards/cards.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo, OPEN } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import {
  APPROVED,
  addBackupCard,
  DECLINED_AT_RENEWAL,
  MASTERCARD,
  type Subscribed,
  subscribe,
} from '#server/test-kit/subscriptions.ts'
import { renewDue } from './renew.ts'

const CLOSED_AT_RENEWAL = '4000000000000366'
const SHORT_AT_RENEWAL = '4000000000000358'
const BUSY_AT_RENEWAL = '4000000000000432'
const DUE = new Date('2026-12-15T06:00:00Z')

let harness: Harness
let real: Payments
let spoil: Partial<Payments> = {}
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      real = sandboxFor(db, clock)
      return {
        ...real,
        charge: (order) => (spoil.charge ?? real.charge)(order),
        find: (key) => (spoil.find ?? real.find)(key),
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  spoil = {}
  harness.clock.set('2026-11-15T15:00:00Z')
  // Each test runs alone.
  await harness.db.run(sql`update subscriptions set ended_at = ${harness.clock.now()}, next_at = null`)
  await harness.db.run(
    sql`update periods set state = 'given_up' where state in ('due', 'past_due', 'charging')`,
  )
})

async function due(first: string, backup = MASTERCARD): Promise<Subscribed> {
  const one = await subscribe(harness, { number: first })
  await addBackupCard(harness, one, { number: backup })
  harness.clock.set(DUE.toISOString())
  return one
}
async function chargesOf({ accountId }: Subscribed): Promise<string[]> {
  const charges = await harness.db.many<{ charge: string }>(
    sql`select last_four || ' ' || outcome as charge from charges where account_id = ${accountId} order by id`,
  )
  return charges.map(({ charge }) => charge)
}
const statusOf = async ({ accountId }: Subscribed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const moneyTaken = async ({ accountId }: Subscribed) =>
  (
    await harness.db.one<{ taken: number }>(sql`
      select count(*) as taken from sandbox_charges where outcome = 'paid' and voided_at is null
        and token in (select gateway_token from cards where account_id = ${accountId})`)
  ).taken
const inMails = async (one: Subscribed, purpose: string) =>
  (await mailsTo(harness, one, purpose)).map((plain) => plain.replaceAll(/\s+/g, ' '))

test('after a final refusal the backup is charged at once, and the receipt names both cards', async () => {
  const one = await due(CLOSED_AT_RENEWAL)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0366 declined', '4444 paid'])
  expect(await statusOf(one)).toBe('active')
  const [receipt = '', ...more] = await inMails(one, 'renewal-receipt')
  expect(receipt).toContain(
    'Your bank declined your Visa card ending in 0366, so we charged $149.00 to your backup card, the Mastercard card ending in 4444, for',
  )
  expect(receipt).toContain('press “Make it the first card” on Billing')
  expect([more, await inMails(one, 'payment-failed')]).toEqual([[], []])
})

test('in the next month a first card that was refused for good is not asked, and the backup pays', async () => {
  const one = await due(CLOSED_AT_RENEWAL)
  await renewDue(harness)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0366 declined', '4444 paid', '4444 paid'])
  expect(await statusOf(one)).toBe('active')
  const [, receipt] = await inMails(one, 'renewal-receipt')
  expect(receipt).toContain(
    'We could not charge your Visa card ending in 0366, so we charged $149.00 to your backup card, the Mastercard card ending in 4444, for',
  )
  expect(receipt).toContain('press “Make it the first card” on Billing')
})

test('a month that the backup pays because the first card cannot be asked never pauses the account', async () => {
  const one = await due(CLOSED_AT_RENEWAL)
  await renewDue(harness)
  spoil.charge = async () => ({ kind: 'unknown' })
  spoil.find = async () => ({ kind: 'unknown' })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await statusOf(one)).toBe('active')
  spoil = { find: async () => ({ kind: 'absent' }) }
  harness.clock.advance(DAY)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0366 declined', '4444 paid', '4444 absent', '4444 paid'])
  const refused = sql`select 1 from refused_renewals where account_id = ${one.accountId}`
  expect(await harness.db.many(refused)).toHaveLength(1)
})

test('a backup made the first card during a lost charge is asked again, and the account not paused', async () => {
  const one = await due(CLOSED_AT_RENEWAL)
  await renewDue(harness)
  spoil = { charge: async () => ({ kind: 'unknown' }), find: async () => ({ kind: 'unknown' }) }
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  await harness.db.transaction(async (tx) => {
    const cards = await findCards(tx, one.accountId)
    await exchangeCards(tx, cards, harness.clock.now(), { by: 'test', at: harness.clock.now() })
  })
  spoil = { find: async () => ({ kind: 'absent' }) }
  harness.clock.advance(2 * HOUR)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0366 declined', '4444 paid', '4444 absent', '4444 paid'])
  expect([await statusOf(one), await inMails(one, 'payment-failed')]).toEqual(['active', []])
})

test('if that backup is refused, the month is tried again on it when its own reason says', async () => {
  const one = await due(CLOSED_AT_RENEWAL, DECLINED_AT_RENEWAL)
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = ${harness.clock.now()}
    where account_id = ${one.accountId} and not is_backup`)
  for (const day of [0, 1, 3, 5, 6, 7]) {
    harness.clock.set(later(DUE, day * DAY).toISOString())
    await renewDue(harness)
  }
  expect(await chargesOf(one)).toEqual(Array(5).fill('0341 declined'))
  expect(await statusOf(one)).toBe('expired')
})

test('after a refusal that is not final the backup is charged at the second one, once in the month', async () => {
  const one = await due(DECLINED_AT_RENEWAL, DECLINED_AT_RENEWAL)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0341 declined'])
  harness.clock.advance(DAY)
  await renewDue(harness)
  expect(await chargesOf(one)).toHaveLength(3)
  harness.clock.advance(5 * DAY)
  await renewDue(harness)
  const tokens = await harness.db.many<{ tries: number }>(sql`
    select count(*) as tries from charges c join cards k on k.gateway_token = c.gateway_token
    where k.account_id = ${one.accountId} group by k.is_backup order by k.is_backup`)
  expect(tokens.at(-1)).toEqual({ tries: 1 })
})

test('a backup neither takes a try of the first card nor gives one back, even if its charge was never made', async () => {
  const one = await due(BUSY_AT_RENEWAL, SHORT_AT_RENEWAL)
  await renewDue(harness)
  harness.clock.advance(4 * HOUR)
  let sent = 0
  spoil.charge = async (order) => {
    sent += 1
    if (sent > 1) throw new Error('killed')
    return real.charge(order)
  }
  await expect(renewDue(harness)).rejects.toThrow('killed')
  spoil = {}
  harness.clock.advance(10 * MINUTE)
  await renewDue(harness)
  const byBackup = ['0432 declined', '0432 declined', '0358 absent', '0358 declined']
  expect(await chargesOf(one)).toEqual(byBackup)
  const tries = { 1: 1, 3: 2, 5: 2, 6: 2, 7: 3 }
  for (const [day, count] of Object.entries(tries)) {
    harness.clock.set(later(DUE, Number(day) * DAY).toISOString())
    await renewDue(harness)
    expect(await chargesOf(one), day).toEqual([...byBackup, ...Array(count).fill('0432 declined')])
  }
  expect(await statusOf(one)).toBe('expired')
})

test("a customer's own try of the backup does not use up the automatic one", async () => {
  const one = await due(DECLINED_AT_RENEWAL)
  await renewDue(harness)
  spoil.charge = async () => ({ kind: 'declined', reason: 'insufficient-funds' })
  const owner = await openBrowser(harness, one.email)
  const { backup } = await findCards(harness.db, one.accountId)
  expect(await owner.call(payOpen, { ...OPEN, card_id: backup?.id })).toMatchObject({ status: 400 })
  spoil = {}
  harness.clock.advance(DAY)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0341 declined', '4444 declined', '0341 declined', '4444 paid'])
})

test('a backup added in the last days is asked before the account ends', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  for (const day of [0, 1, 3, 5, 6]) {
    harness.clock.set(later(DUE, day * DAY).toISOString())
    await renewDue(harness)
  }
  await addBackupCard(harness, one)
  harness.clock.set(later(DUE, 7 * DAY).toISOString())
  await renewDue(harness)
  expect((await chargesOf(one)).slice(-2)).toEqual(['0341 declined', '4444 paid'])
  expect(await statusOf(one)).toBe('active')
})

const tryTooOften = ({ accountId, subscriptionId }: Subscribed, { isBackup }: { isBackup: boolean }) =>
  harness.db.run(sql`
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month, expires_year,
      holder, outcome, reason, created_at)
    select 'earlier-' || gateway_token || n, (select max(id) from periods where subscription_id = ${subscriptionId}), account_id, gateway, gateway_token, 100, brand, last_four, expires_month,
      expires_year, holder, 'declined', 'declined', ${harness.clock.now()}
    from cards, generate_series(1, 20) n where account_id = ${accountId} and is_backup = ${isBackup}`)

test('the backup is asked on the usual days if the first card was tried too often to be asked in time', async () => {
  const one = await due(DECLINED_AT_RENEWAL)
  await tryTooOften(one, { isBackup: false })
  const before = await chargesOf(one)
  await renewDue(harness)
  expect([await chargesOf(one), await statusOf(one)]).toEqual([before, 'past_due'])
  const [told = ''] = await inMails(one, 'payment-failed')
  expect(told).toContain(
    'We will try your backup card, the Mastercard card ending in 4444, on December 16, 2026, 12:00 AM Central.',
  )
  harness.clock.advance(DAY)
  await renewDue(harness)
  expect([await chargesOf(one), await statusOf(one)]).toEqual([[...before, '4444 paid'], 'active'])
})

test.each(['refused for good', 'tried too often'])(
  'a backup that was %s is not awaited: the owner is told at once',
  async (was) => {
    const one = await due(CLOSED_AT_RENEWAL)
    await (was === 'refused for good'
      ? harness.db.run(sql`
        update cards set refused_because = 'lost', refused_at = now() where account_id = ${one.accountId} and is_backup`)
      : tryTooOften(one, { isBackup: true }))
    const before = await chargesOf(one)
    await renewDue(harness)
    expect(await chargesOf(one)).toEqual([...before, '0366 declined'])
    expect(await inMails(one, 'payment-failed')).toHaveLength(1)
  },
)

test('if both are refused, one mail names both', async () => {
  const one = await due(CLOSED_AT_RENEWAL, DECLINED_AT_RENEWAL)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0366 declined', '0341 declined'])
  const [told = '', ...more] = await inMails(one, 'payment-failed')
  expect(told).toMatch(
    /^.*Your bank declined your Visa card ending in 0366 and your backup card, the Visa card ending in 0341, so the monthly payment for .* did not go through\. Nothing was charged\./,
  )
  expect(more).toEqual([])
})

test('the backup waits until a charge without an answer is known to be refused', async () => {
  const one = await due(CLOSED_AT_RENEWAL)
  const asked: string[] = []
  spoil.charge = async (order) => {
    asked.push(order.token)
    return asked.length === 1 ? { kind: 'unknown' } : real.charge(order)
  }
  spoil.find = async () => ({ kind: 'unknown' })
  await renewDue(harness)
  for (const _ of [1, 2, 3]) {
    harness.clock.advance(DAY)
    await renewDue(harness)
  }
  expect(asked).toHaveLength(1)
  spoil.find = async () => ({ kind: 'declined', reason: 'closed', isHard: true })
  harness.clock.advance(MINUTE)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['0366 declined', '4444 paid'])
})

test('a first charge without an answer that was paid leaves the backup alone', async () => {
  const one = await due(APPROVED)
  spoil.charge = async (order) => {
    await real.charge(order)
    return { kind: 'unknown' }
  }
  await renewDue(harness)
  harness.clock.advance(DAY)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(['1111 paid'])
  expect(await moneyTaken(one)).toBe(1)
})

test('killed after the first refusal is recorded, the next run charges the backup once', async () => {
  const one = await due(CLOSED_AT_RENEWAL)
  let sent = 0
  spoil.charge = (order) => {
    sent += 1
    return real.charge(order)
  }
  await renewDue(harness, () => sent === 0)
  expect(await chargesOf(one)).toEqual(['0366 declined'])
  await Promise.all([renewDue(harness), renewDue(harness)])
  expect(await chargesOf(one)).toEqual(['0366 declined', '4444 paid'])
  expect(await moneyTaken(one)).toBe(1)
})

test.each([
  ['before', 'is sent again under a new key', ['0366 declined', '4444 absent', '4444 paid']],
  ['after', 'is found, and not sent again', ['0366 declined', '4444 paid']],
])('killed right %s the charge of the backup reached the gateway, it %s', async (when, _, charges) => {
  const one = await due(CLOSED_AT_RENEWAL)
  let sent = 0
  spoil.charge = async (order) => {
    sent += 1
    if (sent === 1) return real.charge(order)
    if (when === 'after') await real.charge(order)
    throw new Error('killed')
  }
  await expect(renewDue(harness)).rejects.toThrow('killed')
  spoil = {}
  harness.clock.advance(10 * MINUTE)
  await renewDue(harness)
  expect(await chargesOf(one)).toEqual(charges)
  expect(await moneyTaken(one)).toBe(1)
  expect(await statusOf(one)).toBe('active')
})
