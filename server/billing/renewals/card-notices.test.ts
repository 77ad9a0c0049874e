import { afterAll, beforeAll, expect, test } from 'vitest'
import { warnOfExpiringCards } from '#server/billing/cards/card-notices.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type House, openHouse } from '#server/test-kit/app.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const warnings = async ({ email }: Subscribed) =>
  (
    await house.db.one<{ count: number }>(
      sql`select count(*) from mails where recipient = ${email} and purpose = 'card-expires'`,
    )
  ).count

test('a card that expires is told of 30, 15, 7 and 3 days before, each time once', async () => {
  const one = await subscribe(house, { expires: [12, 2026] })
  const lasting = await subscribe(house, { expires: [12, 2030] })
  const told: [string, number][] = []
  for (const day of [
    '11-30',
    '12-01',
    '12-02',
    '12-16',
    '12-17',
    '12-24',
    '12-27',
    '12-28',
    '12-29',
    '12-31',
  ]) {
    house.clock.set(`2026-${day}T12:00:00Z`)
    await Promise.all([warnOfExpiringCards(house), warnOfExpiringCards(house)])
    told.push([day, await warnings(one)])
  }
  expect(told).toEqual([
    ['11-30', 0],
    ['12-01', 1],
    ['12-02', 1],
    ['12-16', 2],
    ['12-17', 2],
    ['12-24', 3],
    ['12-27', 3],
    ['12-28', 4],
    ['12-29', 4],
    ['12-31', 4],
  ])
  house.clock.set('2027-01-02T12:00:00Z')
  await warnOfExpiringCards(house)
  expect(await warnings(one)).toBe(4)
  expect(await warnings(lasting)).toBe(0)
})

test('after days of downtime one warning goes out, not all that were missed', async () => {
  house.clock.set('2026-11-15T12:00:00Z')
  const one = await subscribe(house, { expires: [12, 2026] })
  house.clock.set('2026-12-26T12:00:00Z')
  await warnOfExpiringCards(house)
  await warnOfExpiringCards(house)
  expect(await warnings(one)).toBe(1)
})
