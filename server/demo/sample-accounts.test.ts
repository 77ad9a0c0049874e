import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { seedSampleAccounts } from './sample-accounts.ts'
import { DEMO_TOTP_SECRET, sampleOperators } from './sample-operators.ts'
import { describeDemo } from './welcome.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
  const { db, passwords, clock } = harness
  await seedSampleAccounts({ db, passwords, now: clock.now(), publicUrl: 'http://localhost:3000' })
})
afterAll(() => harness.close())

const states = () =>
  harness.db.many<{ pin: string; status: string }>(sql`select pin, status from accounts order by pin`)

test('sample accounts have a card and two months of bills, and are the same at any minute', async () => {
  const seeded = await states()
  await renewDue(harness)
  expect(await states()).toEqual(seeded)
  const lives = await harness.db.many(sql`
    select a.pin, count(distinct c.id) as cards, count(distinct p.id) as months, count(distinct i.id) as bills
    from accounts a join subscriptions s on s.account_id = a.id left join cards c on c.account_id = a.id
    left join periods p on p.subscription_id = s.id left join invoices i on i.period_id = p.id
    where a.status <> 'pending' group by a.pin`)
  expect(lives).toHaveLength(6)
  for (const life of lives) expect(life).toMatchObject({ cards: 1, months: 2, bills: 2 })
})

test('active sample accounts keep renewing', async () => {
  harness.clock.advance(32 * DAY)
  await renewDue(harness)
  const paid = await harness.db.one(sql`
    select count(*) as months from periods p join subscriptions s on s.id = p.subscription_id
    join accounts a on a.id = s.account_id where a.pin = '204518' and p.state = 'paid'`)
  expect(paid).toEqual({ months: 3 })
})

test('the start prints people, password, code, cards and pages', async () => {
  const told = describeDemo({ publicUrl: 'http://localhost:3000', desk: { url: 'http://localhost:3001' } })
  const people = await harness.db.many<{ email: string }>(sql`
    select distinct email from agents union select email from unfinished_sign_ups`)
  for (const { email } of [...people, ...Object.values(sampleOperators)]) expect(told).toContain(email)
  expect(people).toHaveLength(7)
  for (const fact of ['password1', DEMO_TOTP_SECRET, 'operator demo-code', 'zapier'])
    expect(told).toContain(fact)
  for (const path of [
    '3001/desk/',
    '/dev/mailbox/',
    '/dev/charges/',
    '/demo/provider/',
    '/demo/partner/callback',
  ])
    expect(told).toContain(path)
  for (const ending of ['1111', '0002', '9995', '0119', '0341', '9235']) expect(told).toContain(`-${ending} `)
})
