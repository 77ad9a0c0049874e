import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { agreeToApproval } from '#contract/desk/approvals.ts'
import { findMoneyOutcome } from '#contract/desk/money.ts'
import { type QueueValues, settleRefund } from '#contract/desk/today.ts'
import { settleLostRefund } from '#server/billing/refunds/send-refund.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  type Billed,
  freshKey,
  give,
  giveBack,
  part,
  press,
  renewed,
  show,
} from '#server/test-kit/money-desk.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'

/**
 * `answer lost`: the bank does it, but its answer is lost. `not reached`: as after a kill before the bank was
 * asked.
 */
let bank: 'answers' | 'answer lost' | 'not reached' | 'refuses' = 'answers'
let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ payments: (db, clock) => moody(sandboxFor(db, clock)) })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(() => {
  bank = 'answers'
})

function moody(sandbox: Payments): Payments {
  const through = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    if (bank === 'not reached') throw new Error('The bank was not reached')
    const answer = await send()
    if (bank === 'answer lost') throw new Error('The answer was lost')
    return answer
  }
  return {
    ...sandbox,
    refund: async (order) =>
      bank === 'refuses' ? { kind: 'refused' } : through(() => sandbox.refund(order)),
    void: (reference) => through(() => sandbox.void(reference)),
  }
}

/** The job that is queued with every refund. */
async function runJob({ accountId }: Billed): Promise<void> {
  bank = 'answers'
  harness.clock.advance(30 * MINUTE)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from credit_notes where account_id = ${accountId}`,
  )
  await settleLostRefund(harness, id)
}

const outcomeOf = async (operator: TestOperator, key: string) =>
  (await operator.send(findMoneyOutcome, { order_key: key })).body.data
async function openMattersOf(operator: TestOperator, { accountId }: Billed) {
  const { pin } = await harness.db.one<{ pin: string }>(sql`select pin from accounts where id = ${accountId}`)
  return ((await operator.get(`/desk/accounts/${pin}/`)).values as unknown as DeskAccountValues).open
}
const atBank = async ({ accountId }: Billed) =>
  (
    await harness.db.one<{ cents: number }>(sql`
      select coalesce(sum(r.amount_cents), 0)::integer as cents from sandbox_refunds r
      join charges c on c.gateway_reference = r.charge_reference where c.account_id = ${accountId}`)
  ).cents

test.each(['answer lost', 'not reached'] as const)(
  'after %s the dialog waits for the bank, then reports success, and the refund is made once',
  async (mood) => {
    const one = await renewed(harness)
    const operator = await desk.as('money')
    const [what, key] = [part(one, '40'), freshKey()]
    const shown = await show(operator, what)
    bank = mood
    const waits = { state: 'agreed', note_number: null }
    expect((await press(operator, what, shown, key)).body.data).toMatchObject(waits)
    expect(await outcomeOf(operator, key)).toMatchObject(waits)
    expect((await press(operator, what, shown, key)).body.data).toMatchObject(waits)
    expect(await openMattersOf(operator, one)).toContainEqual(
      expect.objectContaining({
        text: `A refund of $40.00 of bill ${one.bill} has no answer`,
        links: [{ text: 'See charges without an answer', href: '/desk/queues/charges/' }],
      }),
    )
    await runJob(one)
    expect(await openMattersOf(operator, one)).toEqual([])
    expect(await outcomeOf(operator, key)).toMatchObject({
      state: 'done',
      note_number: expect.stringMatching(/^N-\d+$/),
    })
    expect(await atBank(one)).toBe(4_000)
    expect(await mailsTo(harness, one, 'refunded')).toHaveLength(1)
  },
)

test.each(['answer lost', 'not reached'] as const)(
  'after %s an operator queries the refund from Today, and it is made once',
  async (mood) => {
    const one = await renewed(harness)
    const [operator, helper] = [await desk.as('money'), await desk.as('helper')]
    const what = part(one, '40')
    const shown = await show(operator, what)
    bank = mood
    await press(operator, what, shown, freshKey())
    const rowFor = async (who: TestOperator) => {
      const { rows } = (await who.get('/desk/queues/charges/')).values as unknown as QueueValues
      return rows.find(({ facts }) => facts.includes(one.pin))
    }
    expect(await rowFor(operator)).toBeUndefined()
    harness.clock.advance(30 * MINUTE)
    const row = await rowFor(operator)
    expect(row?.action).toMatchObject({ kind: 'settle-refund', amount: '$40.00' })
    expect((await rowFor(helper))?.action).toMatchObject({ kind: 'open' })
    const refund = row?.action.kind === 'settle-refund' ? row.action.refund : 0
    const body = { refund, reason: 'The customer called' }
    expect((await helper.send(settleRefund, body)).status).toBe(403)
    expect((await operator.send(settleRefund, { ...body, reason: '' })).status).toBe(400)
    bank = 'answers'
    const said = expect.stringMatching(/^The refund of \$40\.00 is settled: credit note N-\d+\.$/)
    expect((await operator.send(settleRefund, body)).body).toEqual({ data: { said } })
    expect((await operator.send(settleRefund, body)).status).toBe(400)
    expect(await atBank(one)).toBe(4_000)
    expect(await rowFor(operator)).toBeUndefined()
    const entries = await harness.db.many(sql`
      select details->>'reason' as reason from audit where action = 'refund-settled' and account_id = ${one.accountId}`)
    expect(entries).toEqual([{ reason: 'The customer called' }])
  },
)

test('a refund refused when an operator queries it is settled and waits for a decision', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  const what = part(one, '40')
  const shown = await show(operator, what)
  bank = 'not reached'
  await press(operator, what, shown, freshKey())
  harness.clock.advance(30 * MINUTE)
  const { id } = await harness.db.one<{ id: number }>(sql`
    select r.id from refunds r join charges c on c.id = r.charge_id where c.account_id = ${one.accountId}`)
  const body = { refund: id, reason: 'The customer called' }
  expect((await operator.send(settleRefund, body)).body.errors).toBe(
    'The gateway does not know yet. Try again later.',
  )
  bank = 'refuses'
  harness.clock.advance(30 * MINUTE)
  const { id: again } = await harness.db.one<{ id: number }>(sql`
    select max(r.id) as id from refunds r join charges c on c.id = r.charge_id where c.account_id = ${one.accountId}`)
  const { body: answer } = await operator.send(settleRefund, { ...body, refund: again })
  expect(answer.data).toEqual({
    said: 'The bank did not carry out the refund of $40.00: no money moved. Decide about it under refunds that moved no money.',
  })
  expect(await openMattersOf(operator, one)).toContainEqual(
    expect.objectContaining({ text: `A refund of $40.00 of bill ${one.bill} was refused by the bank` }),
  )
  expect(await atBank(one)).toBe(0)
})

test('the job finishes, once, what was approved before the process died', async () => {
  const one = await renewed(harness, { triple: 3 })
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  const request = await give(kim, giveBack(one, { how_much: 'amount', amount: '300' }))
  bank = 'not reached'
  const agree = () => lee.send(agreeToApproval, { approval_id: request.id, words: 'Right' })
  expect((await agree()).body).toEqual({ data: { state: 'agreed' } })
  expect((await agree()).body).toEqual({ data: { state: 'agreed' } })
  await runJob(one)
  expect((await agree()).body).toEqual({ data: { state: 'done' } })
  expect(await atBank(one)).toBe(30_000)
})

test('pressing again settles a refund whose job has given up', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  const [what, key] = [part(one, '40'), freshKey()]
  const shown = await show(operator, what)
  bank = 'answer lost'
  expect((await press(operator, what, shown, key)).body.data).toMatchObject({ state: 'agreed' })
  bank = 'answers'
  harness.clock.advance(30 * MINUTE)
  expect((await press(operator, what, shown, key)).body.data).toMatchObject({ state: 'done' })
  expect(await atBank(one)).toBe(4_000)
})
