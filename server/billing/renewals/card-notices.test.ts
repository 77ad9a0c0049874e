// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { warnOfExpiringCards } from '#server/billing/cards/card-mails.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { addBackupCard, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const warnings = async ({ email }: Subscribed) =>
  (
    await harness.db.one<{ count: number }>(
      sql`select count(*) from mails where recipient = ${email} and purpose = 'card-expires'`,
    )
  ).count

test('an expiring card is announced 30, 15, 7 and 3 days before, once each', async () => {
  const one = await subscribe(harness, { expires: [12, 2026] })
  const lasting = await subscribe(harness, { expires: [12, 2030] })
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
    harness.clock.set(`2026-${day}T12:00:00Z`)
    await Promise.all([warnOfExpiringCards(harness), warnOfExpiringCards(harness)])
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
  harness.clock.set('2027-01-02T12:00:00Z')
  await warnOfExpiringCards(harness)
  expect(await warnings(one)).toBe(4)
  expect(await warnings(lasting)).toBe(0)
})

test('an expiring backup that pays instead of a refused first card is announced as the card that pays', async () => {
  harness.clock.set('2026-11-15T12:00:00Z')
  const [spare, paying] = [await subscribe(harness), await subscribe(harness)]
  for (const one of [spare, paying]) await addBackupCard(harness, one, { expires: [12, 2026] })
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = now() where account_id = ${paying.accountId} and not is_backup`)
  harness.clock.set('2026-12-26T12:00:00Z')
  await warnOfExpiringCards(harness)
  const mailTo = async ({ email }: Subscribed) => (await mailsTo(harness, email, 'card-expires'))[0]?.plain
  expect(await mailTo(spare)).toContain(
    'it if your bank declines your first card. To keep a backup, enter another',
  )
  expect(await mailTo(paying)).toMatch(
    /that pays for .*To avoid an interruption, enter a new card by then\./s,
  )
})

test('after days of downtime one warning is sent, not all that were missed', async () => {
  harness.clock.set('2026-11-15T12:00:00Z')
  const one = await subscribe(harness, { expires: [12, 2026] })
  harness.clock.set('2026-12-26T12:00:00Z')
  await warnOfExpiringCards(harness)
  await warnOfExpiringCards(harness)
  expect(await warnings(one)).toBe(1)
})

test('the owner of the last of many expiring cards is told as well', async () => {
  harness.clock.set('2028-02-10T12:00:00Z')
  await harness.db.run(sql`
    with made as (
      insert into accounts (pin, company, status, status_since, created_at)
      select lpad(n::text, 6, '0'), 'Many', 'canceled', now(), now() from generate_series(1, 1000) n returning id)
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at)
    select id, 'sandbox', 'none', 'Visa', '1111', '', 2, 2028, now() from made`)
  const last = await subscribe(harness, { expires: [2, 2028] })
  const next = await subscribe(harness, { expires: [3, 2028] })
  expect(await warnOfExpiringCards(harness)).toBe(1)
  expect(await warnings(last)).toBe(1)
  expect(await warnings(next)).toBe(0)
})
