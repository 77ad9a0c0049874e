// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { listUnanswered } from '#server/billing/queues/unsettled-money.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { OLDEST } from '#server/platform/db/cursor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import type { RefundRequest } from './give-money-back.ts'
import type { HowMuch } from './paid-bills.ts'
import { settleLostRefund, settleRefundByOperator } from './send-refund.ts'

/**
 * What the gateway does with the next request: answers, carries it out with a lost answer, or never gets it.
 */
let gateway: 'answers' | 'answer lost' | 'not reached' = 'answers'
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ payments: (db, clock) => moody(sandboxFor(db, clock)) })
})
afterAll(() => harness.close())
beforeEach(() => {
  gateway = 'answers'
  harness.clock.set('2026-11-15T15:00:00Z')
})

function moody(sandbox: Payments): Payments {
  const through = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    if (gateway === 'not reached') throw new Error('The gateway was not reached')
    const answer = await send()
    if (gateway === 'answer lost') throw new Error('The answer was lost')
    return answer
  }
  return {
    ...sandbox,
    refund: (order) => through(() => sandbox.refund(order)),
    void: (reference) => through(() => sandbox.void(reference)),
    find: (key) => through(() => sandbox.find(key)),
    findRefund: (key) => through(() => sandbox.findRefund(key)),
  }
}

type Billed = Subscribed & { bill: string }

/** An account whose renewal of $149.00 was paid by card some days ago. */
async function renewed(daysAgo = 3): Promise<Billed> {
  const one = await subscribe(harness, { plan: { triple: 1 } })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(daysAgo * DAY)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${one.accountId} and charge_id is not null`)
  return { ...one, bill: number }
}

let keys = 0
function asked({ bill }: Pick<Billed, 'bill'>, given: Partial<RefundRequest> = {}): RefundRequest {
  keys += 1
  const usual = { way: 'card', reason: 'goodwill', words: 'A slow week', actor: 'operator:kim' } as const
  return { key: `refund-key-${keys}`, bill, howMuch: { kind: 'rest' }, ...usual, ...given }
}
const part = (cents: number): HowMuch => ({ kind: 'amount', cents })

/** The state of our books, the gateway and the mails for one account. */
async function standing({ accountId, email }: Subscribed) {
  const books = await harness.db.one<Record<'bills' | 'charges' | 'notes' | 'gateway', number>>(sql`
    select (select sum(refunded_cents)::integer from invoices where account_id = ${accountId}) as bills,
      (select sum(refunded_cents)::integer from charges where account_id = ${accountId}) as charges,
      (select coalesce(sum(total_cents), 0)::integer from credit_notes
        where account_id = ${accountId} and way = 'card' and state = 'issued') as notes,
      (select coalesce(sum(case when s.voided_at is not null then s.amount_cents else (
          select coalesce(sum(r.amount_cents), 0) from sandbox_refunds r where r.charge_reference = s.reference) end), 0)::integer
        from sandbox_charges s join charges c on c.gateway_reference = s.reference
        where c.account_id = ${accountId}) as gateway`)
  return { ...books, mails: (await mailsTo(harness, { email } as Subscribed, 'refunded')).length }
}
const back = (cents: number, mails: number) => ({
  bills: cents,
  charges: cents,
  notes: cents,
  gateway: cents,
  mails,
})
const sayOf = (answer: Awaited<ReturnType<typeof giveMoneyBack>>) =>
  isRefused(answer) ? String(answer.errors) : answer.state

test('a paid bill is refunded in part, then in full, never more, with a numbered note and a mail', async () => {
  const one = await renewed()
  expect(await giveMoneyBack(harness, asked(one, { howMuch: part(5_000) }))).toMatchObject({
    state: 'issued',
    number: expect.stringMatching(/^N-\d{6}$/),
    cents: 5_000,
  })
  expect(sayOf(await giveMoneyBack(harness, asked(one, { howMuch: part(10_000) })))).toBe(
    `Only $99.00 of bill ${one.bill} can still be given back.`,
  )
  expect(sayOf(await giveMoneyBack(harness, asked(one)))).toBe('issued')
  expect(sayOf(await giveMoneyBack(harness, asked(one)))).toBe(
    `Nothing is left to give back of bill ${one.bill}.`,
  )
  expect(await standing(one)).toEqual(back(14_900, 2))
  expect(
    (await (await openBrowser(harness, one.email)).open(pages.bill, { number: one.bill })).text,
  ).toContain('Refunded')
})

test('the same key refunds once, even concurrently; a different request under it is refused', async () => {
  const one = await renewed()
  const request = asked(one, { howMuch: part(2_000) })
  const both = await Promise.all([giveMoneyBack(harness, request), giveMoneyBack(harness, request)])
  expect(both.map(sayOf)).toContain('issued')
  expect(sayOf(await giveMoneyBack(harness, request))).toBe('issued')
  expect(await giveMoneyBack(harness, { ...request, howMuch: part(3_000) })).toMatchObject({
    refused: 'other-body',
  })
  expect(await standing(one)).toEqual(back(2_000, 1))
})

test('one key used concurrently for two bills refunds one of them and rejects the other', async () => {
  const one = await renewed()
  harness.clock.set('2026-11-15T15:00:00Z')
  const two = await renewed()
  const request = asked(one, { way: 'credit', howMuch: part(2_000) })
  const both = await Promise.all([
    giveMoneyBack(harness, request),
    giveMoneyBack(harness, { ...request, bill: two.bill }),
  ])
  expect(both.map(sayOf).sort()).toEqual(['This key was used for another refund.', 'issued'])
  const given = (await creditOf(harness.db, one.accountId)) + (await creditOf(harness.db, two.accountId))
  expect(given).toBe(2_000)
})

test('two concurrent operators cannot refund more than was paid', async () => {
  const one = await renewed()
  const requests = [1, 2, 3].map(() => asked(one, { howMuch: part(10_000) }))
  const said = (await Promise.all(requests.map((request) => giveMoneyBack(harness, request)))).map(sayOf)
  expect(said.filter((text) => text === 'issued')).toHaveLength(1)
  expect(await standing(one)).toEqual(back(10_000, 1))
})

test.each(['answer lost', 'not reached'] as const)(
  'a refund is settled later, once, if the gateway was: %s',
  async (fault) => {
    const one = await renewed()
    gateway = fault
    const request = asked(one, { howMuch: part(4_000) })
    expect(sayOf(await giveMoneyBack(harness, request))).toBe('open')
    // A pending amount cannot be refunded by somebody else.
    expect(sayOf(await giveMoneyBack(harness, asked(one, { howMuch: part(14_900) })))).toMatch(
      /^Only \$109\.00/,
    )
    expect(sayOf(await giveMoneyBack(harness, asked(one)))).toBe('open')
    gateway = 'answers'
    harness.clock.advance(30 * MINUTE)
    const notes = await harness.db.many<{ id: number }>(sql`
    select id from credit_notes where account_id = ${one.accountId} and state = 'open' order by id`)
    for (const { id } of notes) for (const _ of [1, 2]) await settleLostRefund(harness, id)
    expect(sayOf(await giveMoneyBack(harness, request))).toBe('issued')
    expect(await standing(one)).toEqual(back(14_900, 2))
  },
)

test.each(['answer lost', 'not reached'] as const)(
  'a refund whose job has given up is settled by repeating its key, if the gateway was: %s',
  async (fault) => {
    const one = await renewed()
    gateway = fault
    const request = asked(one, { howMuch: part(4_000) })
    expect(sayOf(await giveMoneyBack(harness, request))).toBe('open')
    gateway = 'not reached'
    harness.clock.advance(DAY)
    if (fault === 'not reached') expect(sayOf(await giveMoneyBack(harness, request))).toBe('open')
    gateway = 'answers'
    harness.clock.advance(30 * MINUTE)
    expect(sayOf(await giveMoneyBack(harness, request))).toBe('issued')
    expect(await standing(one)).toEqual(back(4_000, 1))
  },
)

test('a refund listed without an answer is settled by its id', async () => {
  const one = await renewed()
  const settle = (refundId: number) => settleRefundByOperator(harness, { refundId, actor: 'operator:tests' })
  gateway = 'answer lost'
  await giveMoneyBack(harness, asked(one, { key: 'desk-0', howMuch: part(4_000) }))
  const before = harness.clock.now()
  const listed = await listUnanswered(harness.db, OLDEST, { before, atMost: 100 })
  const id = listed.find(({ pin, kind }) => pin === one.pin && kind === 'refund')?.id ?? 0
  expect(await settle(id)).toMatchObject({ errors: expect.stringContaining('may still be in progress') })
  gateway = 'answers'
  harness.clock.advance(30 * MINUTE)
  expect(await settle(id)).toMatchObject({ cents: 4_000, number: expect.stringMatching(/^N-\d+$/) })
  expect(await standing(one)).toEqual(back(4_000, 1))
  const entries = await harness.db.many(
    sql`select action from audit where account_id = ${one.accountId} and actor = 'operator:tests'`,
  )
  expect(entries).toContainEqual({ action: 'refund-settled' })
  expect(await settle(id)).toMatchObject({ errors: expect.stringContaining('is already settled: N-') })
  expect(await settle(999_999)).toMatchObject({ errors: 'There is no refund 999999 of a bill.' })
})

test('an operator who asks again learns that the gateway is away, but not when our database is', async () => {
  const one = await renewed()
  gateway = 'not reached'
  expect(sayOf(await giveMoneyBack(harness, asked(one)))).toBe('open')
  const { id } = await harness.db.one<{ id: number }>(sql`
    select r.id from refunds r join charges c on c.id = r.charge_id where c.account_id = ${one.accountId}`)
  harness.clock.advance(2 * MINUTE)
  const settle = () => settleRefundByOperator(harness, { refundId: id, actor: 'operator:tests' })
  expect(await settle()).toMatchObject({ errors: 'The gateway does not know yet. Try again later.' })
  gateway = 'answers'
  await harness.db.run(sql`alter table refunds add constraint broken check (outcome <> 'absent') not valid`)
  await expect(settle()).rejects.toThrow('broken')
  await harness.db.run(sql`alter table refunds drop constraint broken`)
  expect(await settle()).toMatchObject({ cents: 14_900 })
})

test('before the charge settles, only the full amount can be returned, by a void', async () => {
  const one = await renewed(0)
  expect(sayOf(await giveMoneyBack(harness, asked(one, { howMuch: part(1_000) })))).toBe('refused')
  expect(await standing(one)).toEqual(back(0, 0))
  expect(sayOf(await giveMoneyBack(harness, asked(one)))).toBe('issued')
  expect(await standing(one)).toEqual(back(14_900, 1))
})

test('a void with a lost answer is looked up', async () => {
  const one = await renewed(0)
  gateway = 'answer lost'
  const request = asked(one)
  expect(sayOf(await giveMoneyBack(harness, request))).toBe('open')
  gateway = 'answers'
  const { id } = await harness.db.one<{ id: number }>(sql`
    select id from credit_notes where account_id = ${one.accountId}`)
  await settleLostRefund(harness, id)
  expect(sayOf(await giveMoneyBack(harness, request))).toBe('issued')
  expect(await standing(one)).toEqual(back(14_900, 1))
})

test('each line of a bill can be refunded once', async () => {
  const one = await renewed()
  const lines = (positions: number[]) => asked(one, { howMuch: { kind: 'lines', positions } })
  expect(await giveMoneyBack(harness, lines([1]))).toMatchObject({ state: 'issued' })
  expect(sayOf(await giveMoneyBack(harness, lines([1])))).toMatch(/^Nothing is left to give back of line 2/)
  expect(sayOf(await giveMoneyBack(harness, lines([7])))).toBe(`Bill ${one.bill} has no line 8.`)
})

test('credit pays the next bill first, and the preview says so', async () => {
  const one = await renewed()
  expect(sayOf(await giveMoneyBack(harness, asked(one, { way: 'credit', howMuch: part(10_000) })))).toBe(
    'issued',
  )
  expect(sayOf(await giveMoneyBack(harness, asked(one, { way: 'credit', howMuch: part(4_000) })))).toBe(
    'issued',
  )
  expect(await creditOf(harness.db, one.accountId)).toBe(14_000)
  const { nextCharge } = await showMoney(harness.db, one.accountId, harness.clock.now())
  expect(nextCharge).toMatchObject({ cents: 900, creditCents: 14_000 })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const bill = await harness.db.one(sql`
    select i.total_cents as total, i.note, c.amount_cents as charged from invoices i join charges c on c.id = i.charge_id
    where i.account_id = ${one.accountId} order by i.id desc limit 1`)
  expect(bill).toEqual({
    total: 900,
    charged: 900,
    note: 'The same as the month before. Your credit of $140.00 was used.',
  })
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  harness.clock.set('2027-02-15T06:00:00Z')
  await renewDue(harness)
  expect(
    await harness.db.one(
      sql`select total_cents as total, note from invoices where account_id = ${one.accountId} order by id desc limit 1`,
    ),
  ).toEqual({ total: 14_900, note: 'The same as the month before.' })
})

test('a bill paid entirely by credit needs no bank', async () => {
  const one = await renewed()
  await giveMoneyBack(harness, asked(one, { way: 'credit' }))
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const month = await harness.db.one(sql`
    select p.state, i.total_cents as total, i.paid_at is not null as "isPaid" from periods p join invoices i on i.period_id = p.id
    where p.subscription_id = ${one.subscriptionId} order by p.id desc limit 1`)
  expect(month).toEqual({ state: 'paid', total: 0, isPaid: true })
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
})

test('a month paid by credit is returned as credit, not to a card', async () => {
  const one = await renewed()
  await giveMoneyBack(harness, asked(one, { way: 'credit' }))
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const { number: bill } = await lastBill(one)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  expect(sayOf(await giveMoneyBack(harness, asked({ bill })))).toBe(
    `Bill ${bill} was not paid by card. Give credit instead.`,
  )
  expect(await giveMoneyBack(harness, asked({ bill }, { way: 'credit' }))).toMatchObject({
    state: 'issued',
    cents: 14_900,
  })
  expect(await creditOf(harness.db, one.accountId)).toBe(14_900)
  expect(sayOf(await giveMoneyBack(harness, asked({ bill }, { way: 'credit' })))).toBe(
    `Nothing is left to give back of bill ${bill}.`,
  )
})

test('a bill paid by credit and card returns each its own part, never more', async () => {
  const one = await renewed()
  await giveMoneyBack(harness, asked(one, { way: 'credit', howMuch: part(3_000) }))
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3 * DAY)
  const { number: bill } = await lastBill(one)
  expect(sayOf(await giveMoneyBack(harness, asked({ bill }, { howMuch: part(12_000) })))).toBe(
    'Only $119.00 can still go back to the card.',
  )
  expect(await giveMoneyBack(harness, asked({ bill }))).toMatchObject({ state: 'issued', cents: 11_900 })
  expect(sayOf(await giveMoneyBack(harness, asked({ bill })))).toBe(
    `Nothing of bill ${bill} can still go back to the card. Give credit instead.`,
  )
  expect(await giveMoneyBack(harness, asked({ bill }, { way: 'credit' }))).toMatchObject({
    state: 'issued',
    cents: 3_000,
  })
  expect(await creditOf(harness.db, one.accountId)).toBe(3_000)
  expect(await standing(one)).toMatchObject(back(11_900, 1))
})

const lastBill = ({ accountId }: Subscribed) =>
  harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${accountId} order by id desc limit 1`,
  )
