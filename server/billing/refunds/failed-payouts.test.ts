// On PostgreSQL: each decision runs beside the notices of the gateway.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decideRefund, type QueueValues } from '#contract/desk/today.ts'
import { pages } from '#contract/pages.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import {
  books,
  booksOf,
  failLast,
  lastRefund,
  markFailed,
  moodyPayments,
  notesOf,
  type RefundMood,
} from '#server/test-kit/failing-refunds.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type Billed, freshKey, give, part, renewed } from '#server/test-kit/money-desk.ts'
import { postNotice } from '#server/test-kit/notices.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { settleLostRefund } from './send-refund.ts'

let gateway: RefundMood
let harness: Harness
let desk: TestDesk
let operator: TestOperator

beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) =>
      moodyPayments(
        sandboxFor(db, clock),
        () => gateway,
        () => {},
      ),
  })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(async () => {
  gateway = 'answers'
  // When these accounts renew: a session does not last until then.
  harness.clock.set('2026-12-18T06:00:00Z')
  operator = await desk.as('money')
})

const fail = (one: Billed) => failLast(harness, one)
const waiting = async ({ pin }: Billed) => {
  const { values } = await operator.get('/desk/queues/refunds/')
  return (values as unknown as QueueValues).rows.filter(({ facts }) => facts.includes(pin))
}
async function idOf(one: Billed): Promise<number> {
  const [row] = await waiting(one)
  if (row?.action.kind !== 'decide-refund') throw new Error('No refund waits')
  return row.action.refund
}
const decide = (refund: number, choice: string, key = freshKey()) =>
  operator.send(decideRefund, { refund, choice, reason: 'They called', key })

/** An account whose credit of $50.00 is paid out. */
async function paidOut(answer: RefundMood): Promise<Billed> {
  const one = await renewed(harness)
  const money = await desk.as('money')
  await give(money, part(one, '50', { action: 'credit' }))
  gateway = answer
  await give(money, part(one, '50', { action: 'pay-out' }))
  gateway = 'answers'
  return one
}

/** A bill's state, in its account and the figures. */
async function creditBooksOf(one: Billed) {
  const more = await harness.db.one<Record<string, number>>(sql`
    select i.credited_cents as credited,
      (select coalesce(sum(cents), 0)::integer from revenue_movements
        where account_id = i.account_id and kind = 'credited') as "creditedFigures"
    from invoices i where i.number = ${one.bill}`)
  return { ...(await booksOf(harness, one)), ...more, credit: await creditOf(harness.db, one.accountId) }
}
const creditBooks = (cents: number) => ({ credit: cents, credited: cents, creditedFigures: cents })

/** How a payout fails to move money, and which notice reports it. */
const failedPayouts = {
  'fails after it was booked': async () => {
    const one = await paidOut('answers')
    await fail(one)
    return one
  },
  'fails before our answer was booked': async () => {
    const one = await paidOut('answer lost')
    const { noteId } = await fail(one)
    await settleLostRefund(harness, noteId)
    return one
  },
  'is found refused later': async () => {
    const one = await paidOut('answer lost')
    const { refund, noteId } = await lastRefund(harness, one)
    await markFailed(harness, refund)
    await settleLostRefund(harness, noteId)
    await fail(one)
    return one
  },
}

test.each(Object.entries(failedPayouts))(
  'a payout that %s waits once with its credit taken back, and either decision counts once',
  async (_, failPayout) => {
    for (const choice of ['again', 'credit'] as const) {
      const one = await failPayout()
      expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(0) })
      expect(await waiting(one)).toHaveLength(1)
      const key = freshKey()
      const id = await idOf(one)
      for (const _ of [1, 2]) expect((await decide(id, choice, key)).status).toBe(200)
      expect((await decide(id, 'credit')).status).toBe(400)
      expect(await waiting(one)).toEqual([])
      expect(await creditBooksOf(one)).toEqual(
        choice === 'again' ? { ...books(5_000), ...creditBooks(0) } : { ...books(0), ...creditBooks(5_000) },
      )
      const issued = (await notesOf(harness, one))
        .filter(({ state }) => state === 'issued')
        .map(({ way }) => way)
      expect(issued.toSorted()).toEqual(
        ['credit', choice === 'again' ? 'card' : 'credit', 'taken-back'].toSorted(),
      )
      const browser = await openBrowser(harness, one.email)
      const { text } = await browser.open(pages.billing)
      const overview = (await browser.open(pages.account)).text
      expect(overview.includes('uses your credit of $50.00 first')).toBe(choice === 'credit')
      for (const { number } of await notesOf(harness, one)) if (number) expect(text).toContain(number)
    }
  },
)

test('a pending decision leaves the credit of a failed payout alone, and counts once', async () => {
  const one = await paidOut('answer lost')
  const { noteId } = await fail(one)
  expect((await decide(await idOf(one), 'credit')).status).toBe(200)
  await settleLostRefund(harness, noteId)
  expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(5_000) })
  expect(await waiting(one)).toEqual([])
})

/** Credit of $50.00 and a gateway refund of the whole bill: $50.00 of it do not fit. */
async function refundedBesideCredit(): Promise<{ one: Billed; notice: object }> {
  const one = await renewed(harness)
  await give(await desk.as('money'), part(one, '50', { action: 'credit' }))
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  const made = await harness.payments.refund({ key: `by-hand-${reference}`, reference, amount: 14_900 })
  if (made.kind !== 'refunded') throw new Error('The gateway did not refund')
  const notice = { reference, refund: made.reference, amount: 14_900 }
  await postNotice(harness, { kind: 'refund', ...notice })
  return { one, notice }
}
async function failAtGateway({ reference, refund, ...notice }: { reference?: string; refund?: string }) {
  await markFailed(harness, refund ?? '')
  await postNotice(harness, { kind: 'refund-failed', reference, refund, ...notice })
}
const differencesOf = ({ accountId }: Billed) =>
  harness.db.many(sql`
    select cents, closed_at is not null as "isClosed" from refund_differences where account_id = ${accountId}`)

test('a gateway refund booked by two notes is reverted with both once it fails', async () => {
  const { one, notice } = await refundedBesideCredit()
  expect(await booksOf(harness, one)).toMatchObject({ bill: 9_900, charge: 14_900 })
  await give(await desk.as('money'), part(one, '50', { action: 'take-back' }))
  expect(await creditBooksOf(one)).toEqual({ ...books(14_900), ...creditBooks(0) })
  await failAtGateway(notice)
  await failAtGateway({ ...notice })
  expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(0) })
  expect((await notesOf(harness, one)).filter(({ way }) => way === 'card').map(({ state }) => state)).toEqual(
    ['failed', 'failed'],
  )
  const facts = await harness.db.many(sql`
    select 1 from feed_events where account_id = ${one.accountId} and type = 'bill.refund_failed'`)
  expect(facts).toHaveLength(2)
  expect((await decide(await idOf(one), 'again')).status).toBe(200)
  expect(await booksOf(harness, one)).toEqual(books(14_900))
})

test('a gateway refund that fails leaves no difference on its bill, and the credit stays', async () => {
  const { one, notice } = await refundedBesideCredit()
  expect(await differencesOf(one)).toEqual([{ cents: 5_000, isClosed: false }])
  await failAtGateway(notice)
  expect(await differencesOf(one)).toEqual([{ cents: 0, isClosed: true }])
  expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(5_000) })
})

test('of two gateway refunds, one that fails makes room for the excess of the other', async () => {
  const one = await renewed(harness)
  await give(await desk.as('money'), part(one, '70', { action: 'credit' }))
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  const refunds: string[] = []
  for (const number of [1, 2]) {
    const made = await harness.payments.refund({
      key: `by-hand-${number}-${reference}`,
      reference,
      amount: 5_000,
    })
    if (made.kind !== 'refunded') throw new Error('The gateway did not refund')
    refunds.push(made.reference)
    await postNotice(harness, { kind: 'refund', reference, refund: made.reference, amount: 5_000 })
  }
  expect(await differencesOf(one)).toEqual([{ cents: 2_100, isClosed: false }])
  await failAtGateway({ reference, refund: String(refunds[0]), ...{ amount: 5_000 } })
  expect(await differencesOf(one)).toEqual([{ cents: 0, isClosed: true }])
  expect(await booksOf(harness, one)).toEqual(books(5_000))
})
