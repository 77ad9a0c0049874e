import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
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
