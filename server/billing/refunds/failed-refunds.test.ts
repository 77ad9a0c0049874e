// On PostgreSQL: two operators race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskBillValues, DeskCreditNoteValues } from '#contract/desk/account/bill-values.ts'
import { decideRefund } from '#contract/desk/today/calls.ts'
import type { QueueValues } from '#contract/desk/today/values.ts'
import { pages } from '#contract/pages.ts'
import { creditOf } from '#server/billing/invoices/credits.ts'
import { giveBackCharge } from '#server/billing/orders/give-back.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import type { FoundRefund, Payments } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type Billed, freshKey, give, lastMailTo, part, renewed } from '#server/test-kit/money-desk.ts'
import { postNotice } from '#server/test-kit/notices.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { settleLostRefund } from './send-refund.ts'

let gateway: 'answers' | 'answer lost' | 'not reached' | 'refuses'
let sent: string[]
let harness: Harness
let desk: TestDesk
let operator: TestOperator

beforeAll(async () => {
  harness = await openHarness({
    payments(db, clock): Payments {
      const sandbox = sandboxFor(db, clock)
      return {
        ...sandbox,
        async refund(order): Promise<Awaited<ReturnType<Payments['refund']>>> {
          sent.push(order.key)
          if (gateway === 'not reached') throw new Error('The gateway was not reached')
          if (gateway === 'refuses') return { kind: 'refused' }
          const answer = await sandbox.refund(order)
          if (gateway === 'answer lost') throw new Error('The answer was lost')
          return answer
        },
        async findRefund(key): Promise<FoundRefund> {
          if (gateway === 'not reached') throw new Error('The gateway was not reached')
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
beforeEach(async () => {
  gateway = 'answers'
  sent = []
  operator = await desk.as('money')
})

type Refund = { reference: string; refund: string; cents: number; noteId: number }
const lastRefund = ({ accountId }: Billed) =>
  harness.db.one<Refund>(sql`
    select c.gateway_reference as reference, s.reference as refund, r.amount_cents as cents, r.credit_note_id as "noteId"
    from refunds r join charges c on c.id = r.charge_id join sandbox_refunds s on s.key = r.key
    where c.account_id = ${accountId} order by r.id desc limit 1`)

/** The bank does not carry out the last refund of an account, and the gateway tells. */
async function fail(one: Billed, more: object = {}): Promise<Refund> {
  const last = await lastRefund(one)
  const { reference, refund, cents: amount } = last
  await harness.db.run(
    sql`update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund}`,
  )
  const { statusCode } = await postNotice(harness, {
    kind: 'refund-failed',
    reference,
    refund,
    amount,
    ...more,
  })
  expect(statusCode).toBe(200)
  return last
}

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

async function booksOf({ accountId }: Billed) {
  return harness.db.one<Record<string, number>>(sql`
    select (select sum(refunded_cents)::integer from invoices where account_id = ${accountId}) as bill,
      (select sum(refunded_cents)::integer from charges where account_id = ${accountId}) as charge,
      (select coalesce(sum(amount_cents), 0)::integer from refunds r where outcome = 'refunded'
        and charge_id in (select id from charges where account_id = ${accountId})) as refunds,
      (select coalesce(sum(cents), 0)::integer from revenue_movements
        where account_id = ${accountId} and kind = 'refunded') as figures,
      (select coalesce(sum(s.amount_cents), 0)::integer from sandbox_refunds s
        join charges c on c.gateway_reference = s.charge_reference
        where c.account_id = ${accountId} and s.failed_at is null) as gateway`)
}
const books = (cents: number) => ({
  bill: cents,
  charge: cents,
  refunds: cents,
  figures: cents,
  gateway: cents,
})
const notesOf = ({ accountId }: Billed) =>
  harness.db.many<{ number: string; state: string; way: string }>(sql`
    select number, state, way from credit_notes where account_id = ${accountId} order by id`)
const mailsOf = async (one: Billed, purpose: 'refunded' | 'credited') =>
  (await mailsTo(harness, one, purpose)).length

test('a refund that the bank does not carry out counts as not given, and its note stays and says so', async () => {
  const one = await failed()
  expect(await booksOf(one)).toEqual(books(0))
  const [note] = await notesOf(one)
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

test('at the desk its bill shows the note that failed with its number, and the note says the same', async () => {
  const one = await failed()
  const [note] = await notesOf(one)
  const tag = { text: 'Not carried out by the bank', tone: 'bad' }
  const bill = await operator.get(`/desk/accounts/${one.pin}/bills/${one.bill}/`)
  expect((bill.values as unknown as DeskBillValues).notes).toMatchObject([{ number: note?.number, tag }])
  const sheet = await operator.get(`/desk/accounts/${one.pin}/credit-notes/${note?.number}/`)
  expect((sheet.values as unknown as DeskCreditNoteValues).note).toMatchObject({ number: note?.number, tag })
})

test('it waits on the page of today and on the account until an operator with the role for money decides', async () => {
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

test('sent again, it is a new refund with a note and a mail of its own, and may fail again', async () => {
  const one = await failed()
  const id = await idOf(one)
  expect(await decide(id, 'again')).toMatchObject({
    status: 200,
    body: { data: { said: expect.stringContaining('is being sent back to the card') } },
  })
  expect(await booksOf(one)).toEqual(books(3_000))
  expect(await waiting(one)).toEqual([])
  const [first, second] = await notesOf(one)
  expect([first?.state, second?.state]).toEqual(['failed', 'issued'])
  const { subject, plain } = await lastMailTo(harness, one)
  expect(subject).toBe(`We refunded $30.00 of receipt ${one.bill} again`)
  expect(plain).toContain(`did not carry out our refund of credit note ${first?.number}`)
  await fail(one)
  expect(await booksOf(one)).toEqual(books(0))
  expect((await waiting(one))[0]?.facts).toContain(`credit note ${second?.number}`)
  expect(await idOf(one)).not.toBe(id)
})

test('given as credit, it is used by the next bill, and the customer is told', async () => {
  const one = await failed()
  expect((await decide(await idOf(one), 'credit')).status).toBe(200)
  expect(await creditOf(harness.db, one.accountId)).toBe(3_000)
  expect(await booksOf(one)).toEqual(books(0))
  expect(await mailsOf(one, 'credited')).toBe(1)
  expect((await notesOf(one)).map(({ state, way }) => [state, way])).toEqual([
    ['failed', 'card'],
    ['issued', 'credit'],
  ])
  expect(await waiting(one)).toEqual([])
})

test('two operators at once, and the same request again, send it once', async () => {
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
  expect((await notesOf(one)).length).toBe(2)
})

test('what the bank refuses at once waits again, also for a repeat of the same request', async () => {
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
  expect(await booksOf(one)).toEqual(books(3_000))
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
    expect(await booksOf(one)).toEqual(books(3_000))
    expect(await mailsOf(one, 'refunded')).toBe(2)
    expect(await waiting(one)).toEqual([])
  },
)

/** An account whose credit of $50.00 is paid out. */
async function paidOut(answer: typeof gateway): Promise<Billed> {
  const one = await renewed(harness)
  const money = await desk.as('money')
  await give(money, part(one, '50', { action: 'credit' }))
  gateway = answer
  await give(money, part(one, '50', { action: 'pay-out' }))
  gateway = 'answers'
  return one
}

/** Of a bill, as its account and the figures have it. */
async function creditBooksOf(one: Billed) {
  const more = await harness.db.one<Record<string, number>>(sql`
    select i.credited_cents as credited,
      (select coalesce(sum(cents), 0)::integer from revenue_movements
        where account_id = i.account_id and kind = 'credited') as "creditedFigures"
    from invoices i where i.number = ${one.bill}`)
  return { ...(await booksOf(one)), ...more, credit: await creditOf(harness.db, one.accountId) }
}
const creditBooks = (cents: number) => ({ credit: cents, credited: cents, creditedFigures: cents })

/** How a payout comes to have moved no money, and what is told by a notice. */
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
    const { refund, noteId } = await lastRefund(one)
    await harness.db.run(
      sql`update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund}`,
    )
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
      const issued = (await notesOf(one)).filter(({ state }) => state === 'issued').map(({ way }) => way)
      expect(issued.toSorted()).toEqual(
        ['credit', choice === 'again' ? 'card' : 'credit', 'taken-back'].toSorted(),
      )
      const browser = await openBrowser(harness, one.email)
      const { text } = await browser.open(pages.billing)
      const overview = (await browser.open(pages.account)).text
      expect(overview.includes('uses your credit of $50.00 first')).toBe(choice === 'credit')
      for (const { number } of await notesOf(one)) if (number) expect(text).toContain(number)
    }
  },
)

test('what was to be decided meanwhile leaves the credit of a payout taken back, and counts once', async () => {
  const one = await paidOut('answer lost')
  const { noteId } = await fail(one)
  expect((await decide(await idOf(one), 'credit')).status).toBe(200)
  await settleLostRefund(harness, noteId)
  expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(5_000) })
  expect(await waiting(one)).toEqual([])
})

test('a failure that is told before our own answer was booked issues no note, and waits once', async () => {
  const one = await renewed(harness)
  gateway = 'answer lost'
  expect(await give(operator, part(one, '30'))).toMatchObject({ state: 'agreed' })
  gateway = 'answers'
  const { noteId } = await fail(one)
  expect(await waiting(one)).toHaveLength(1)
  await settleLostRefund(harness, noteId)
  await fail(one, { attempt: 2 })
  expect(await notesOf(one)).toEqual([{ number: null, state: 'refused', way: 'card' }])
  expect(await mailsOf(one, 'refunded')).toBe(0)
  expect(await waiting(one)).toHaveLength(1)
  expect((await decide(await idOf(one), 'again')).status).toBe(200)
  expect(await booksOf(one)).toEqual(books(3_000))
})

test('a refund that is found refused later waits like one that failed, and is one with its failure', async () => {
  const one = await renewed(harness)
  gateway = 'answer lost'
  expect(await give(operator, part(one, '30'))).toMatchObject({ state: 'agreed' })
  gateway = 'answers'
  const { noteId, refund } = await lastRefund(one)
  await harness.db.run(
    sql`update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund}`,
  )
  await settleLostRefund(harness, noteId)
  expect((await waiting(one))[0]?.facts).toContain('refused by the bank')
  await fail(one)
  await fail(one, { attempt: 2 })
  expect(await waiting(one)).toHaveLength(1)
})

test('notices that are repeated or come in the wrong order count once', async () => {
  const one = await renewed(harness)
  expect(await give(operator, part(one, '30'))).toMatchObject({ state: 'done' })
  const { reference, refund, cents: amount } = await fail(one)
  await fail(one, { attempt: 2 })
  await postNotice(harness, { kind: 'refund', reference, refund, amount })
  expect(await booksOf(one)).toEqual(books(0))
  expect(await waiting(one)).toHaveLength(1)
  expect((await notesOf(one)).length).toBe(1)
})

test('a refund made at the gateway that fails is taken back, too, and can be closed with a reason', async () => {
  const one = await renewed(harness)
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  const made = await harness.payments.refund({ key: `by-hand-${reference}`, reference, amount: 3_000 })
  if (made.kind !== 'refunded') throw new Error('The gateway did not refund')
  const refund = made.reference
  for (const attempt of [1, 2])
    await postNotice(harness, { kind: 'refund', reference, refund, amount: 3_000, attempt })
  expect(await booksOf(one)).toEqual(books(3_000))
  await harness.db.run(
    sql`update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund}`,
  )
  await postNotice(harness, { kind: 'refund-failed', reference, refund, amount: 3_000 })
  expect(await booksOf(one)).toEqual(books(0))
  expect((await waiting(one))[0]).toMatchObject({ action: { isForeign: true } })
  expect((await decide(await idOf(one), 'dismiss')).status).toBe(200)
  expect(await waiting(one)).toEqual([])
  const entry = await harness.db.one(sql`
    select action, details->>'words' as words from audit where account_id = ${one.accountId} order by id desc limit 1`)
  expect(entry).toEqual({ action: 'failed-refund-dismissed', words: 'They called' })
})

/** Credit of $50.00 and a refund at the gateway of the whole bill: $50.00 of it do not fit. */
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
  await harness.db.run(sql`
    update sandbox_refunds set failed_at = ${harness.clock.now()} where reference = ${refund ?? ''}`)
  await postNotice(harness, { kind: 'refund-failed', reference, refund, ...notice })
}
const differencesOf = ({ accountId }: Billed) =>
  harness.db.many(sql`
    select cents, closed_at is not null as "isClosed" from refund_differences where account_id = ${accountId}`)

test('a refund at the gateway that was booked by two notes is taken back with both once it fails', async () => {
  const { one, notice } = await refundedBesideCredit()
  expect(await booksOf(one)).toMatchObject({ bill: 9_900, charge: 14_900 })
  await give(await desk.as('money'), part(one, '50', { action: 'take-back' }))
  expect(await creditBooksOf(one)).toEqual({ ...books(14_900), ...creditBooks(0) })
  await failAtGateway(notice)
  await failAtGateway({ ...notice })
  expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(0) })
  expect((await notesOf(one)).filter(({ way }) => way === 'card').map(({ state }) => state)).toEqual([
    'failed',
    'failed',
  ])
  const facts = await harness.db.many(sql`
    select 1 from feed_events where account_id = ${one.accountId} and type = 'bill.refund_failed'`)
  expect(facts).toHaveLength(2)
  expect((await decide(await idOf(one), 'again')).status).toBe(200)
  expect(await booksOf(one)).toEqual(books(14_900))
})

test('a refund at the gateway that fails leaves no difference to its bill, and the credit stays', async () => {
  const { one, notice } = await refundedBesideCredit()
  expect(await differencesOf(one)).toEqual([{ cents: 5_000, isClosed: false }])
  await failAtGateway(notice)
  expect(await differencesOf(one)).toEqual([{ cents: 0, isClosed: true }])
  expect(await creditBooksOf(one)).toEqual({ ...books(0), ...creditBooks(5_000) })
})

test('of two refunds at the gateway, one that fails leaves room for what did not fit of the other', async () => {
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
  expect(await booksOf(one)).toEqual(books(5_000))
})

test('one made at the gateway that we never heard of can be given as credit', async () => {
  const one = await renewed(harness)
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  const notice = { kind: 'refund-failed', reference, refund: `foreign-${reference}`, amount: 2_000 }
  await postNotice(harness, notice)
  expect(await booksOf(one)).toEqual(books(0))
  expect((await decide(await idOf(one), 'credit')).status).toBe(200)
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
})

test('a late payment whose return fails is returned again', async () => {
  const one = await renewed(harness)
  const charge = await harness.db.one<{ id: number; key: string; reference: string }>(sql`
    select c.id, c.key, c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id
    where i.number = ${one.bill}`)
  // As settle-order leaves a payment that nothing is left to pay for.
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
  expect(await booksOf(one)).toMatchObject({ charge: 14_900, refunds: 14_900, gateway: 14_900 })
})

test('the command line lists what failed, and decides once', async () => {
  const one = await failed()
  const { run, refused } = operatorOf(harness)
  const row = (await run('refund', 'failed')).rows('refunds').find(({ pin }) => pin === one.pin)
  const argv = ['refund', 'decide', String(row?.id), '--words', 'They called']
  expect(await refused(...argv, '--to', 'cash')).toBe(
    'Say what happens: --to card, --to credit or --to none.',
  )
  expect((await run(...argv, '--to', 'credit')).text).toContain('$30.00 of bill')
  expect(await refused(...argv, '--to', 'card')).toBe('This is already decided: it was given as credit.')
})
