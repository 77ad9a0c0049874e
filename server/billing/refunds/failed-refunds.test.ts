// On PostgreSQL: two operators race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskBillValues, DeskCreditNoteValues } from '#contract/desk/account.ts'
import { decideRefund, type QueueValues } from '#contract/desk/today.ts'
import { pages } from '#contract/pages.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { giveBackCharge, returnLateCharge } from '#server/billing/orders/give-back.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import {
  books,
  booksOf,
  failLast,
  lastRefund,
  moodyPayments,
  notesOf,
  type RefundMood,
} from '#server/test-kit/failing-refunds.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type Billed, freshKey, give, lastMailTo, part, renewed } from '#server/test-kit/money-desk.ts'
import { postNotice } from '#server/test-kit/notices.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { settleLostRefund } from './send-refund.ts'

let gateway: RefundMood
let sent: string[]
let harness: Harness
let desk: TestDesk
let operator: TestOperator

beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) =>
      moodyPayments(
        sandboxFor(db, clock),
        () => gateway,
        (key) => sent.push(key),
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
  sent = []
  operator = await desk.as('money')
})

const fail = (one: Billed, more: object = {}) => failLast(harness, one, more)
const booksNow = (one: Billed) => booksOf(harness, one)

/** An account with a refund of $30.00 that the bank did not carry out. */
async function failed(): Promise<Billed> {
  const one = await renewed(harness)
  expect(await give(await desk.as('money'), part(one, '30'))).toMatchObject({ state: 'done' })
  harness.clock.advance(DAY)
  await fail(one)
  return one
}

const waiting = async ({ pin }: Billed) => {
  const { values } = await operator.get('/desk/queues/refunds/')
  return (values as unknown as QueueValues).rows.filter(({ facts }) => facts.includes(pin))
}
async function idOf(one: Billed): Promise<number> {
  const [row] = await waiting(one)
  if (row?.action.kind !== 'decide-refund') throw new Error('No refund waits')
  return row.action.refund
}
const decide = (refund: number, choice: string, key = freshKey(), by = operator) =>
  by.send(decideRefund, { refund, choice, reason: 'They called', key })

const mailsOf = async (one: Billed, purpose: 'refunded' | 'credited') =>
  (await mailsTo(harness, one, purpose)).length

test('a refund that the bank fails to carry out counts as not given; its note stays and says so', async () => {
  const one = await failed()
  expect(await booksNow(one)).toEqual(books(0))
  const [note] = await notesOf(harness, one)
  expect(note).toMatchObject({ state: 'failed', number: expect.stringMatching(/^N-/) })
  const browser = await openBrowser(harness, one.email)
  const says = 'The bank did not carry out this refund. Since December 19, 2026 it does not count.'
  for (const page of [
    browser.open(pages.bill, { number: one.bill }),
    browser.open(pages['credit-note'], { number: String(note?.number) }),
    browser.open(pages.billing),
  ])
    expect((await page).text).toContain(says)
  expect((await browser.open(pages.bill, { number: one.bill })).text).not.toContain('>Refunded<')
  const facts = await harness.db.many(sql`
    select type, data->>'credit_note' as note from feed_events where account_id = ${one.accountId}`)
  expect(facts).toContainEqual({ type: 'bill.refund_failed', note: note?.number })
})

test('at the desk, the bill shows the failed note with its number, and so does the note', async () => {
  const one = await failed()
  const [note] = await notesOf(harness, one)
  const tag = { text: 'Not carried out by the bank', tone: 'bad' }
  const bill = await operator.get(`/desk/accounts/${one.pin}/bills/${one.bill}/`)
  expect((bill.values as unknown as DeskBillValues).notes).toMatchObject([{ number: note?.number, tag }])
  const sheet = await operator.get(`/desk/accounts/${one.pin}/credit-notes/${note?.number}/`)
  expect((sheet.values as unknown as DeskCreditNoteValues).note).toMatchObject({ number: note?.number, tag })
})

test('it waits on Today and on the account until an operator with the money role decides', async () => {
  const one = await failed()
  const [row] = await waiting(one)
  expect(row).toMatchObject({
    facts: expect.arrayContaining([one.pin, '$30.00', `bill ${one.bill}`, 'not carried out by the bank']),
    action: { kind: 'decide-refund', amount: '$30.00', bill: one.bill, isForeign: false },
  })
  const account = await operator.get(`/desk/accounts/${one.pin}/`)
  const text = `A refund of $30.00 of bill ${one.bill} was not carried out by the bank`
  expect(account.values.open).toContainEqual(
    expect.objectContaining({
      tone: 'bad',
      text,
      links: [{ text: 'Send it again or give credit', href: expect.any(String) }],
    }),
  )
  const matter = (account.values.open as { text: string; links: { href: string }[] }[]).find(
    (one) => one.text === text,
  )
  const { values } = await operator.get(String(matter?.links[0]?.href))
  expect((values as unknown as QueueValues).rows[0]?.facts).toContain(one.pin)
  const reader = await desk.as('reader')
  const seen = await reader.get('/desk/queues/refunds/')
  expect(JSON.stringify(seen.values)).not.toContain('decide-refund')
  expect((await decide(await idOf(one), 'again', freshKey(), reader)).status).toBe(403)
})

test('resent, it is a new refund with its own note and mail, and may fail again', async () => {
  const one = await failed()
  const id = await idOf(one)
  expect(await decide(id, 'again')).toMatchObject({
    status: 200,
    body: { data: { said: expect.stringContaining('is being sent back to the card') } },
  })
  expect(await booksNow(one)).toEqual(books(3_000))
  expect(await waiting(one)).toEqual([])
  const [first, second] = await notesOf(harness, one)
  expect([first?.state, second?.state]).toEqual(['failed', 'issued'])
  const { subject, plain } = await lastMailTo(harness, one)
  expect(subject).toBe(`We refunded $30.00 of receipt ${one.bill} again`)
  expect(plain).toContain(`did not carry out our refund of credit note ${first?.number}`)
  await fail(one)
  expect(await booksNow(one)).toEqual(books(0))
  expect((await waiting(one))[0]?.facts).toContain(`credit note ${second?.number}`)
  expect(await idOf(one)).not.toBe(id)
})

test('given as credit, it is used by the next bill, and the customer is told', async () => {
  const one = await failed()
  expect((await decide(await idOf(one), 'credit')).status).toBe(200)
  expect(await creditOf(harness.db, one.accountId)).toBe(3_000)
  expect(await booksNow(one)).toEqual(books(0))
  expect(await mailsOf(one, 'credited')).toBe(1)
  expect((await notesOf(harness, one)).map(({ state, way }) => [state, way])).toEqual([
    ['failed', 'card'],
    ['issued', 'credit'],
  ])
  expect(await waiting(one)).toEqual([])
})

test('two concurrent operators, or a repeated request, resend it once', async () => {
  const one = await failed()
  const id = await idOf(one)
  const [other, key] = [await desk.as('money'), freshKey()]
  const lock = (tx: Db) =>
    tx.run(sql`select 1 from charges where account_id = ${one.accountId} order by id for update`)
  const both = await whileUnderWay(harness, lock, () =>
    Promise.all([decide(id, 'again', key), decide(id, 'credit', freshKey(), other)]),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  await decide(id, 'again', key)
  expect((await decide(id, 'again')).body.errors).toMatch(/^This is already decided/)
  expect((await mailsOf(one, 'refunded')) + (await mailsOf(one, 'credited'))).toBe(2)
  expect((await notesOf(harness, one)).length).toBe(2)
})

test('one refused by the bank at once waits again, also when the request is repeated', async () => {
  const one = await failed()
  const [id, key] = [await idOf(one), freshKey()]
  gateway = 'refuses'
  sent = []
  for (const _ of [1, 2])
    expect(await decide(id, 'again', key)).toMatchObject({
      status: 400,
      body: { errors: expect.stringContaining('The bank refused it again') },
    })
  expect(sent).toHaveLength(1)
  expect(await idOf(one)).toBe(id)
  gateway = 'answers'
  expect((await decide(id, 'again')).status).toBe(200)
  expect(await booksNow(one)).toEqual(books(3_000))
})

test.each(['not reached', 'answer lost'] as const)(
  'after a kill or a lost answer the decision is carried out once, if the gateway was: %s',
  async (fault) => {
    const one = await failed()
    gateway = fault
    expect((await decide(await idOf(one), 'again')).status).toBe(200)
    const { id: noteId } = await harness.db.one<{ id: number }>(sql`
      select id from credit_notes where account_id = ${one.accountId} and state = 'open'`)
    gateway = 'answers'
    harness.clock.advance(30 * MINUTE)
    for (const _ of [1, 2]) await settleLostRefund(harness, noteId)
    expect(await booksNow(one)).toEqual(books(3_000))
    expect(await mailsOf(one, 'refunded')).toBe(2)
    expect(await waiting(one)).toEqual([])
  },
)

test('a failure that arrives before our own answer issues no note, and waits once', async () => {
  const one = await renewed(harness)
  gateway = 'answer lost'
  expect(await give(operator, part(one, '30'))).toMatchObject({ state: 'agreed' })
  gateway = 'answers'
  const { noteId } = await fail(one)
  expect(await waiting(one)).toHaveLength(1)
  await settleLostRefund(harness, noteId)
  await fail(one, { attempt: 2 })
  expect(await notesOf(harness, one)).toEqual([{ number: null, state: 'refused', way: 'card' }])
  expect(await mailsOf(one, 'refunded')).toBe(0)
  expect(await waiting(one)).toHaveLength(1)
  expect((await decide(await idOf(one), 'again')).status).toBe(200)
  expect(await booksNow(one)).toEqual(books(3_000))
})

test('a refund found to be refused later waits like a failed one, as one entry', async () => {
  const one = await renewed(harness)
  gateway = 'answer lost'
  expect(await give(operator, part(one, '30'))).toMatchObject({ state: 'agreed' })
  gateway = 'answers'
  const { noteId, refund } = await lastRefund(harness, one)
  await harness.db.run(
    sql`update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund}`,
  )
  await settleLostRefund(harness, noteId)
  expect((await waiting(one))[0]?.facts).toContain('refused by the bank')
  await fail(one)
  await fail(one, { attempt: 2 })
  expect(await waiting(one)).toHaveLength(1)
})

test('repeated or reordered notices count once', async () => {
  const one = await renewed(harness)
  expect(await give(operator, part(one, '30'))).toMatchObject({ state: 'done' })
  const { reference, refund, cents: amount } = await fail(one)
  await fail(one, { attempt: 2 })
  await postNotice(harness, { kind: 'refund', reference, refund, amount })
  expect(await booksNow(one)).toEqual(books(0))
  expect(await waiting(one)).toHaveLength(1)
  expect((await notesOf(harness, one)).length).toBe(1)
})

test('a failed gateway refund is reverted, and can be closed with a reason', async () => {
  const one = await renewed(harness)
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  const made = await harness.payments.refund({ key: `by-hand-${reference}`, reference, amount: 3_000 })
  if (made.kind !== 'refunded') throw new Error('The gateway did not refund')
  const refund = made.reference
  for (const attempt of [1, 2])
    await postNotice(harness, { kind: 'refund', reference, refund, amount: 3_000, attempt })
  expect(await booksNow(one)).toEqual(books(3_000))
  await harness.db.run(
    sql`update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund}`,
  )
  await postNotice(harness, { kind: 'refund-failed', reference, refund, amount: 3_000 })
  expect(await booksNow(one)).toEqual(books(0))
  expect((await waiting(one))[0]).toMatchObject({ action: { isForeign: true } })
  expect((await decide(await idOf(one), 'dismiss')).status).toBe(200)
  expect(await waiting(one)).toEqual([])
  const entry = await harness.db.one(sql`
    select action, details->>'words' as words from audit where account_id = ${one.accountId} order by id desc limit 1`)
  expect(entry).toEqual({ action: 'failed-refund-dismissed', words: 'They called' })
})

test('a gateway refund that we never heard of can be given as credit', async () => {
  const one = await renewed(harness)
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  const notice = { kind: 'refund-failed', reference, refund: `foreign-${reference}`, amount: 2_000 }
  await postNotice(harness, notice)
  expect(await booksNow(one)).toEqual(books(0))
  expect((await decide(await idOf(one), 'credit')).status).toBe(200)
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
})

test('a late payment whose refund fails is refunded again', async () => {
  const one = await renewed(harness)
  const charge = await harness.db.one<{ id: number; key: string; reference: string }>(sql`
    select c.id, c.key, c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id
    where i.number = ${one.bill}`)
  // As settle-order leaves a payment with nothing left to pay for.
  await harness.db.run(sql`update invoices set charge_id = null where charge_id = ${charge.id}`)
  await harness.db.run(
    sql`update charges set outcome = 'unknown', reason = 'came too late' where id = ${charge.id}`,
  )
  await giveBackCharge(harness, charge.key)
  await fail(one)
  expect((await waiting(one))[0]).toMatchObject({ action: { bill: null, amount: '$149.00' } })
  const id = await idOf(one)
  expect((await decide(id, 'credit')).body.errors).toContain('cannot become credit')
  expect((await decide(id, 'again')).status).toBe(200)
  await giveBackCharge(harness, charge.key)
  await giveBackCharge(harness, charge.key)
  expect(await booksNow(one)).toMatchObject({ charge: 14_900, refunds: 14_900, gateway: 14_900 })
})

test('a payment that turns up after all and cannot be returned waits for an operator', async () => {
  const one = await renewed(harness)
  const charge = await harness.db.one<{ id: number; key: string }>(sql`
    select c.id, c.key from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  // As if the gateway had not known it, and another charge had paid the month.
  await harness.db.run(sql`update invoices set charge_id = null where charge_id = ${charge.id}`)
  await harness.db.run(sql`update charges set outcome = 'absent' where id = ${charge.id}`)
  harness.clock.advance(2 * DAY)
  operator = await desk.as('money')
  gateway = 'refuses'
  const attempt = (isLast: boolean) => returnLateCharge(harness, charge.key, { isLast })
  await expect(attempt(false)).rejects.toThrow('refused')
  expect(await waiting(one)).toEqual([])
  await expect(attempt(true)).rejects.toThrow('refused')
  expect(await waiting(one)).toMatchObject([{ action: { bill: null, amount: '$149.00' } }])
  const id = await idOf(one)
  expect((await decide(id, 'again')).status).toBe(200)
  await expect(attempt(true)).rejects.toThrow('refused')
  expect(await waiting(one)).toHaveLength(1)
  // Another job of the same charge must not take back what was decided.
  await harness.db.run(
    sql`update failed_refunds set state = 'dismissed', decided_at = now() where id = ${id}`,
  )
  await expect(attempt(true)).rejects.toThrow('refused')
  expect(await waiting(one)).toEqual([])
  await harness.db.run(sql`update failed_refunds set state = 'waiting', decided_at = null where id = ${id}`)
  gateway = 'answers'
  expect((await decide(id, 'again')).status).toBe(200)
  await attempt(true)
  expect(await waiting(one)).toEqual([])
  expect(await booksNow(one)).toMatchObject({ charge: 14_900, refunds: 14_900, gateway: 14_900 })
})
