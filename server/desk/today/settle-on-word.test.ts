import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreeToApproval } from '#contract/desk/approvals.ts'
import { settleCharge } from '#contract/desk/today.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
let desk: TestDesk
let isGatewayAway = true
beforeAll(async () => {
  harness = await openHarness({
    environment: { DESK_REFUND_LIMIT: '100', DESK_REFUND_LIMIT_DAY: '1000' },
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return { ...real, find: async (key) => (isGatewayAway ? { kind: 'unknown' } : real.find(key)) }
    },
  })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(() => {
  isGatewayAway = true
})

const reason = 'The dashboard shows it'

/** A sign-up of $149.00 whose charge has no answer. */
async function unanswered(): Promise<{ charge: number; key: string; email: string }> {
  const form = goodSignUp({ number: '4000-0000-0000-0119' })
  await send(harness, submitSignUp, form, { address: freshIp() })
  harness.clock.advance(5 * MINUTE)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from charges where key = ${form.idempotency_key}`,
  )
  return { charge: id, key: form.idempotency_key, email: String(form.email) }
}
const settle = (operator: TestOperator, charge: number) =>
  operator.send(settleCharge, { charge, word: 'paid', reference: 'ref-1', reason })
const stateOf = async (key: string) =>
  (await harness.db.one<{ state: string }>(sql`select state from orders where key = ${key}`)).state
const requestOf = async (charge: number) =>
  (
    await harness.db.one<{ id: number }>(sql`
      select id from approvals where action->>'charge' = ${String(charge)} and state = 'asked'`)
  ).id
const agree = (operator: TestOperator, id: number) =>
  operator.send(agreeToApproval, { approval_id: id, words: 'Seen there, too' })

test('above the limit, settling a charge by hand waits for a second operator, who settles it', async () => {
  const { charge, key, email } = await unanswered()
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  expect((await settle(kim, charge)).body).toEqual({
    data: {
      said: 'The charge of $149.00 is above the limit: a second operator has to agree to your word under Approvals within a day.',
    },
  })
  expect(await stateOf(key)).toBe('unknown')
  expect((await settle(kim, charge)).body.errors).toContain('has already asked for this')
  const id = await requestOf(charge)
  const { values, html } = await lee.get(`/desk/approvals/?request=${id}`)
  expect(values).toMatchObject({
    chosen: { account: { number: '', company: email.toLowerCase() }, valueCents: 14_900, may: 'decide' },
  })
  expect(html).toContain(`Record charge ${charge} of $149.00 as paid under the reference ref-1`)
  expect((await lee.get('/desk/')).html).toContain(email.toLowerCase())
  expect((await agree(kim, id)).status).toBe(400)
  expect((await agree(lee, id)).body).toEqual({ data: { state: 'done' } })
  expect(await stateOf(key)).toBe('paid')
  expect(
    await harness.db.one(sql`
      select actor, details from audit where action = 'charge-settled' and details->>'charge' = ${String(charge)}`),
  ).toMatchObject({
    actor: `operator:${kim.email}`,
    details: { outcome: 'paid', saidBy: 'operator', reference: 'ref-1', agreedBy: `operator:${lee.email}` },
  })
})

test('once the gateway has the outcome, its answer settles the charge instead of an approval', async () => {
  const { charge, key } = await unanswered()
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  await settle(kim, charge)
  isGatewayAway = false
  expect(await agree(lee, await requestOf(charge))).toMatchObject({
    status: 409,
    body: { changed: [expect.stringContaining('The gateway has the outcome now: paid.')] },
  })
  expect((await lee.send(settleCharge, { charge, word: 'none', reason })).status).toBe(200)
  expect(await stateOf(key)).toBe('paid')
  expect((await agree(lee, await requestOf(charge))).status).toBe(409)
})
