// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findMoneyOutcome, type MoneyPageValues, withdrawRefund } from '#contract/desk/money.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import type { FoundRefund, Payments } from '#server/ports/payments.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  type Billed,
  entriesOf,
  freshKey,
  give,
  giveBack,
  part,
  press,
  show,
} from '#server/test-kit/money-desk.ts'
import { postDispute, postNotice } from '#server/test-kit/notices.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { sendWaitingRefund } from './waiting-refund.ts'

let gateway: 'answers' | 'answer lost' | 'not reached'
let harness: Harness
let desk: TestDesk
let operator: TestOperator

beforeAll(async () => {
  harness = await openHarness({
    payments(db, clock): Payments {
      const sandbox = sandboxFor(db, clock)
      const reached = () => {
        if (gateway === 'not reached') throw new Error('The gateway was not reached')
      }
      return {
        ...sandbox,
        async refund(order): Promise<Awaited<ReturnType<Payments['refund']>>> {
          reached()
          const answer = await sandbox.refund(order)
          if (gateway === 'answer lost') throw new Error('The answer was lost')
          return answer
        },
        async findRefund(key): Promise<FoundRefund> {
          reached()
          return sandbox.findRefund(key)
        },
      }
    },
  })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(() => {
  gateway = 'answers'
})

/** An account whose renewal of $149.00 was paid an hour ago. */
async function justPaid(): Promise<Billed & { reference: string }> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { plan: { triple: 1 } })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(HOUR)
  const paid = await harness.db.one<{ bill: string; reference: string }>(sql`
    select i.number as bill, c.gateway_reference as reference from invoices i join charges c on c.id = i.charge_id
    where i.account_id = ${one.accountId}`)
  operator = await desk.as('money')
  return { ...one, ...paid }
}

const later = { once_settled: true }
/** A refund of $20.00 that waits. */
async function waits(): Promise<Billed & { reference: string; noteId: number }> {
  const one = await justPaid()
  expect(await give(operator, part(one, '20', later))).toMatchObject({ state: 'agreed', once_settled: true })
  const { id } = await harness.db.one<{ id: number }>(sql`
    select id from credit_notes where account_id = ${one.accountId}`)
  return { ...one, noteId: id }
}
const attempt = (noteId: number) => sendWaitingRefund(harness, noteId)

const stateOf = async (noteId: number) =>
  (await harness.db.one<{ state: string }>(sql`select state from credit_notes where id = ${noteId}`)).state
const given = async ({ accountId }: Billed) =>
  harness.db.one<Record<'gateway' | 'bill' | 'charge', number>>(sql`
    select (select coalesce(sum(r.amount_cents), 0)::integer from sandbox_refunds r
        join charges c on c.gateway_reference = r.charge_reference where c.account_id = ${accountId}) as gateway,
      (select sum(refunded_cents)::integer from invoices where account_id = ${accountId}) as bill,
      (select sum(refunded_cents)::integer from charges where account_id = ${accountId}) as charge`)
const cents = (amount: number) => ({ gateway: amount, bill: amount, charge: amount })
const moneyPage = async ({ pin, bill }: Billed) =>
  (await operator.get(`/desk/accounts/${pin}/money/?bill=${bill}`)).values as unknown as MoneyPageValues
const openOf = async ({ pin }: Billed) =>
  (await (await desk.as('money')).get(`/desk/accounts/${pin}/`)).values.open as {
    text: string
    links: { text: string }[]
  }[]
const failuresOf = ({ accountId }: Billed) =>
  harness.db.many(
    sql`select why, state, amount_cents as cents from failed_refunds where account_id = ${accountId}`,
  )

test('a part refused on the day of payment is offered for later, the rest of an old bill is not', async () => {
  const one = await justPaid()
  const shown = await show(operator, part(one, '20'))
  expect(shown.preview.remarks.join(' ')).toContain('you can have it refunded once the payment has settled')
  expect(await give(operator, part(one, '20'))).toMatchObject({ state: 'failed', offers_later: true })
  harness.clock.advance(6 * DAY)
  operator = await desk.as('money')
  const key = freshKey()
  const request = part(one, '20')
  await press(operator, request, await show(operator, request), key)
  const { body } = await operator.send(findMoneyOutcome, { order_key: key })
  expect(body.data).toMatchObject({ state: 'done', offers_later: false })
})

test('it is sent once the gateway settles the charge, with mail and entry then, and once', async () => {
  const one = await waits()
  await expect(attempt(one.noteId)).rejects.toThrow('has not made the refund')
  expect(await given(one)).toEqual(cents(0))
  expect(await mailsTo(harness, one, 'refunded')).toEqual([])
  expect((await entriesOf(harness, one)).map(({ action }) => action)).toEqual(['refund-waits'])
  harness.clock.advance(DAY)
  for (const _ of [1, 2]) await attempt(one.noteId)
  expect(await given(one)).toEqual(cents(2_000))
  expect(await mailsTo(harness, one, 'refunded')).toHaveLength(1)
  expect((await entriesOf(harness, one)).map(({ action }) => action)).toEqual([
    'refund-waits',
    'bill-refunded',
  ])
  expect(await openOf(one)).toEqual([])
})

test("it reserves the bill's money, and shows on the account and money page until it is sent", async () => {
  const one = await waits()
  expect(await openOf(one)).toContainEqual(
    expect.objectContaining({
      text: `A refund of $20.00 of bill ${one.bill} waits until the payment has settled`,
      links: [expect.objectContaining({ text: 'Withdraw' })],
    }),
  )
  const page = await moneyPage(one)
  expect(page.bill?.leftCents).toBe(12_900)
  expect(page.onceSettled).toMatchObject([
    { id: one.noteId, amount: '$20.00', bill: one.bill, isSent: false },
  ])
  const { preview } = await show(operator, giveBack(one))
  expect(preview.valueCents).toBe(12_900)
})

test('it can be withdrawn once until it is sent, and the full bill can then be voided', async () => {
  const one = await waits()
  const withdraw = (key: string, refund = one.noteId) =>
    operator.send(withdrawRefund, { number: one.pin, refund, reason: 'They changed their mind', key })
  const key = freshKey()
  for (const _ of [1, 2]) expect((await withdraw(key)).status).toBe(200)
  expect((await withdraw(freshKey())).body.errors).toContain('It no longer waits')
  harness.clock.advance(DAY)
  await attempt(one.noteId)
  expect(await given(one)).toEqual(cents(0))
  const state = await harness.db.one(sql`
    select n.state, n.withdrawn_at is not null as "isWithdrawn" from credit_notes n where n.id = ${one.noteId}`)
  expect(state).toEqual({ state: 'refused', isWithdrawn: true })
  operator = await desk.as('money')
  expect((await show(operator, giveBack(one))).preview.valueCents).toBe(14_900)
})

test('withdrawing and sending at the same moment exclude each other', async () => {
  const one = await waits()
  harness.clock.advance(DAY)
  const lock = (tx: Db) => tx.run(sql`select 1 from credit_notes where id = ${one.noteId} for update`)
  const [withdrawn] = await whileUnderWay(harness, lock, () =>
    Promise.all([
      operator.send(withdrawRefund, { number: one.pin, refund: one.noteId, reason: 'No', key: freshKey() }),
      attempt(one.noteId).catch(() => undefined),
    ]),
  )
  const back = (await given(one)).gateway
  expect(back).toBe(withdrawn.status === 200 ? 0 : 2_000)
  expect(await given(one)).toEqual(cents(back))
})

test.each(['answer lost', 'not reached'] as const)(
  'after a kill or a lost answer it is sent once, if the gateway was: %s',
  async (fault) => {
    const one = await waits()
    harness.clock.advance(DAY)
    gateway = fault
    await expect(attempt(one.noteId)).rejects.toThrow()
    operator = await desk.as('money')
    const refused = await operator.send(withdrawRefund, {
      number: one.pin,
      refund: one.noteId,
      reason: 'No',
      key: freshKey(),
    })
    expect(refused.body.errors).toContain('It is being sent right now')
    gateway = 'answers'
    harness.clock.advance(HOUR)
    for (const _ of [1, 2]) await attempt(one.noteId)
    expect(await given(one)).toEqual(cents(2_000))
  },
)

test('one that the gateway still refuses after five days waits for an operator like a failed one', async () => {
  const one = await waits()
  await harness.db.run(sql`
    update sandbox_charges set created_at = created_at + interval '30 days' where reference = ${one.reference}`)
  harness.clock.advance(4 * DAY)
  await expect(attempt(one.noteId)).rejects.toThrow('has not made the refund')
  harness.clock.advance(DAY + HOUR)
  for (const _ of [1, 2]) await attempt(one.noteId)
  expect(await stateOf(one.noteId)).toBe('refused')
  expect(await failuresOf(one)).toEqual([{ why: 'refused', state: 'waiting', cents: 2_000 }])
  expect((await openOf(one)).map(({ text }) => text)).toContain(
    `A refund of $20.00 of bill ${one.bill} was refused by the bank`,
  )
})

test.each([
  ['voided', async (reference: string) => void (await harness.payments.void(reference))],
  [
    'refunded',
    async (reference: string) => {
      await postNotice(harness, { kind: 'refund', reference, amount: 14_900, refund: `made-${reference}` })
    },
  ],
  [
    'lost in a dispute',
    async (reference: string) => {
      await postDispute(harness, 'lost', { reference })
    },
  ],
])('a charge that is %s meanwhile prevents it: it waits for an operator at once', async (_, happen) => {
  const one = await waits()
  await happen(one.reference)
  harness.clock.advance(DAY)
  await attempt(one.noteId)
  expect(await stateOf(one.noteId)).toBe('refused')
  expect(await failuresOf(one)).toMatchObject([{ state: 'waiting', cents: 2_000 }])
  expect((await given(one)).gateway).toBe(0)
})

test('a sent refund with a lost answer that the bank did not carry out is not resent automatically', async () => {
  const one = await waits()
  harness.clock.advance(DAY)
  gateway = 'answer lost'
  await expect(attempt(one.noteId)).rejects.toThrow()
  gateway = 'answers'
  const { refund } = await harness.db.one<{ refund: string }>(sql`
    update sandbox_refunds set failed_at = ${harness.clock.now()} where charge_reference = ${one.reference}
    returning reference as refund`)
  await attempt(one.noteId)
  await postNotice(harness, { kind: 'refund-failed', reference: one.reference, refund, amount: 2_000 })
  expect(await stateOf(one.noteId)).toBe('refused')
  expect(await failuresOf(one)).toEqual([{ why: 'failed', state: 'waiting', cents: 2_000 }])
})

test('during a dispute of its payment it is not sent, and continues once the dispute is won', async () => {
  const one = await waits()
  await postDispute(harness, 'opened', { reference: one.reference })
  harness.clock.advance(DAY)
  await expect(attempt(one.noteId)).rejects.toThrow('has not made the refund')
  expect(await given(one)).toEqual(cents(0))
  await postDispute(harness, 'won', { reference: one.reference })
  await attempt(one.noteId)
  expect(await given(one)).toEqual(cents(2_000))
})
