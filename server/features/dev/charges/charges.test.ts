import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { applyReport } from '#server/billing/card-reports/card-reports.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postForm } from '#server/test-kit/post-form.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { listCharges } from './charges.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const look = async () => (await harness.app.inject({ method: 'GET', url: '/dev/charges/' })).body

test('the sandbox books are empty, then list every charge beside our own record', async () => {
  expect(await look()).toContain('No charge yet.')
  for (const number of [
    '4111-1111-1111-1111',
    '4000-0000-0000-9995',
    '4000-0000-0000-0119',
    '4000-0000-0000-0341',
  ]) {
    await send(harness, submitSignUp, goodSignUp({ number }), { address: freshIp() })
    harness.clock.advance(1000)
  }
  await harness.db.run(sql`
    update sandbox_charges s set voided_at = now() from sandbox_cards c where c.token = s.token and c.last_four = '0341'`)
  const charges = await listCharges(harness.db)
  expect(charges.map(({ lastFour, outcome, reason, ours }) => [lastFour, outcome, reason, ours])).toEqual([
    ['0341', 'voided', '', 'paid'],
    ['0119', 'paid', '', 'unknown'],
    ['9995', 'declined', 'insufficient-funds', 'declined'],
    ['1111', 'paid', '', 'paid'],
  ])
  const html = await look()
  for (const text of ['Being confirmed', 'insufficient funds', 'Voided', '2 paid, $298.00 in total'])
    expect(html).toContain(text)
})

test('a bank’s word about a card comes through the gateway’s notice and its job', async () => {
  const one = await subscribe(harness)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from cards where account_id = ${one.accountId}`,
  )
  const press = async (card: number, change: string) =>
    (await postForm(harness, '/dev/charges/', { card: String(card), change })).headers.location
  expect(await press(id, 'date')).toBe(`/dev/charges/?report=sent&card=${id}`)
  const { report } = await harness.db.one<{ report: number }>(
    sql`select max((data->>'reportId')::bigint) as report from pgboss.job where name = 'read-card-report'`,
  )
  await applyReport(harness, report)
  const year = harness.clock.now().getUTCFullYear() + 3
  expect(await harness.db.one(sql`select expires_year, bank_told from cards where id = ${id}`)).toEqual({
    expires_year: year,
    bank_told: 'date',
  })
  expect(await press(0, 'date')).toBe('/dev/charges/?report=gone')
  expect(await press(id, 'nonsense')).toBe('/dev/charges/?report=gone')
})
