// On PostgreSQL: a renewal and an operator race for the same credit.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { agreeToApproval } from '#contract/desk/approvals.ts'
import type { MoneyPageValues } from '#contract/desk/money.ts'
import { leaveDifference, type QueueValues } from '#contract/desk/today.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { settleLostRefund } from '#server/billing/refunds/send-refund.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  type Billed,
  entriesOf,
  freshKey,
  give,
  giveBack,
  lastMailTo,
  part,
  press,
  renewed,
  show,
} from '#server/test-kit/money-desk.ts'
import { postNotice } from '#server/test-kit/notices.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'

let harness: Harness
let desk: TestDesk
let refundAnswer: 'real' | 'lost' | 'refused'

beforeEach(async () => {
  refundAnswer = 'real'
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        void: async (reference) => (refundAnswer === 'real' ? real.void(reference) : { kind: 'settled' }),
        refund: async (order) => {
          if (refundAnswer === 'refused') return { kind: 'refused' }
          const outcome = await real.refund(order)
          return refundAnswer === 'lost' ? { kind: 'unknown' } : outcome
        },
      }
    },
  })
  desk = await openDesk(harness)
})
afterEach(async () => {
  await desk.close()
  await harness.close()
})

const notes = ({ accountId }: Billed) =>
  harness.db.many(sql`
    select number, way, total_cents as cents, state from credit_notes where account_id = ${accountId} order by id`)
const standing = async ({ accountId, bill }: Billed) => ({
  credit: await creditOf(harness.db, accountId),
  ...(await harness.db.one<object>(sql`
    select i.credited_cents as credited, i.refunded_cents as refunded, c.refunded_cents as "ofCharge",
      (select coalesce(sum(m.cents), 0)::integer from revenue_movements m
        where m.account_id = i.account_id and m.kind = 'credited') as movements
    from invoices i join charges c on c.id = i.charge_id where i.number = ${bill}`)),
})
const takeBack = (one: Billed, amount?: string) =>
  amount ? part(one, amount, { action: 'take-back' }) : giveBack(one, { action: 'take-back' })
const payOut = (one: Billed, amount?: string) =>
  amount ? part(one, amount, { action: 'pay-out' }) : giveBack(one, { action: 'pay-out' })

async function credited(amount: string) {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  await give(operator, part(one, amount, { action: 'credit' }))
  return { one, operator }
}

test('unused credit is taken back with a debit note, a mail and an entry, as previewed', async () => {
  const { one, operator } = await credited('50.00')
  const { preview } = await show(operator, takeBack(one, '20.00'))
  expect(preview).toMatchObject({
    says: `Take back $20.00 of credit of bill ${one.bill}`,
    valueCents: 2_000,
    bill: { leftBefore: 9_900, leftAfter: 11_900 },
  })
  expect(await give(operator, takeBack(one, '20.00'))).toMatchObject({
    state: 'done',
    note_number: 'D-100001',
  })
  expect(await notes(one)).toMatchObject([
    { way: 'credit', state: 'issued' },
    { number: 'D-100001', way: 'taken-back', cents: 2_000, state: 'issued' },
  ])
  expect(await standing(one)).toEqual({
    credit: 3_000,
    credited: 3_000,
    refunded: 0,
    ofCharge: 0,
    movements: 3_000,
  })
  const { subject, plain } = await lastMailTo(harness, one)
  expect(subject).toBe('We took back a credit of $20.00')
  expect(plain).toBe(preview.mails[0]?.text.replaceAll('D-XXXXXX', 'D-100001'))
  expect((await entriesOf(harness, one)).at(-1)).toMatchObject({
    action: 'credit-taken-back',
    details: { bill: one.bill, cents: 2_000, words: 'The lines were down' },
  })
  expect(await give(operator, takeBack(one))).toMatchObject({ note_number: 'D-100002' })
  expect(await standing(one)).toMatchObject({ credit: 0, credited: 0 })
})

test('the customer finds the debit note on the billing page, as a page and as a PDF', async () => {
  const { one, operator } = await credited('50.00')
  await give(operator, takeBack(one))
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.billing)).text).toContain('Credit taken back for receipt')
  const path = fillPath(pages['credit-note'], { number: 'D-100001' })
  expect((await browser.open(path)).text).toContain('Debit note D-100001')
  expect((await browser.open(`${path}credit-note.pdf`)).status).toBe(200)
})

test('one action pays out credit with two notes and one mail, and a repeat does nothing more', async () => {
  const { one, operator } = await credited('50.00')
  const shown = await show(operator, payOut(one))
  expect(shown.preview.says).toContain('and refund it to Visa ending in 1111')
  const key = freshKey()
  await Promise.all([1, 2].map(() => press(operator, payOut(one), shown, key)))
  expect((await press(operator, payOut(one), shown, key)).body.data).toMatchObject({
    state: 'done',
    note_number: 'N-100002',
  })
  expect(await notes(one)).toMatchObject([
    { number: 'N-100001', way: 'credit' },
    { number: 'D-100001', way: 'taken-back', cents: 5_000, state: 'issued' },
    { number: 'N-100002', way: 'card', cents: 5_000, state: 'issued' },
  ])
  expect(await standing(one)).toEqual({
    credit: 0,
    credited: 0,
    refunded: 5_000,
    ofCharge: 5_000,
    movements: 0,
  })
  const { plain } = await lastMailTo(harness, one)
  expect(plain).toContain('now paid out (debit note D-100001)')
  expect(plain).toContain('This is credit note N-100002.')
})

test('if the bank refuses a payout, the credit returns and no number is lost', async () => {
  const { one, operator } = await credited('50.00')
  refundAnswer = 'refused'
  expect(await give(operator, payOut(one))).toMatchObject({ state: 'failed' })
  expect(await standing(one)).toEqual({
    credit: 5_000,
    credited: 5_000,
    refunded: 0,
    ofCharge: 0,
    movements: 5_000,
  })
  refundAnswer = 'real'
  await give(operator, payOut(one))
  expect(await notes(one)).toMatchObject([
    { number: 'N-100001' },
    { number: null, state: 'refused' },
    { number: null, state: 'refused' },
    { number: 'D-100001' },
    { number: 'N-100002' },
  ])
})

test('while a payout has no answer, no bill uses its credit; found at the gateway, it counts once', async () => {
  const { one, operator } = await credited('50.00')
  refundAnswer = 'lost'
  expect(await give(operator, payOut(one))).toMatchObject({ state: 'agreed' })
  expect(await standing(one)).toMatchObject({ credit: 0, refunded: 0 })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const { id } = await harness.db.one<{ id: number }>(sql`
    select id from credit_notes where account_id = ${one.accountId} and way = 'card'`)
  await Promise.all([1, 2].map(() => settleLostRefund(harness, id)))
  expect(await standing(one)).toMatchObject({ credit: 0, credited: 0, refunded: 5_000, ofCharge: 5_000 })
})

test('pays out only unused credit that the card paid and still covers, or says why not', async () => {
  const { one, operator: first } = await credited('50.00')
  let operator = first
  const refusal = async (what: object) => {
    const answer = await show(operator, what).catch((error: Error) => error.message)
    return String(answer)
  }
  expect(await refusal(takeBack(one, '60.00'))).toContain('Only $50.00 of this credit is unused.')
  await give(operator, part(one, '99.00'))
  await postNotice(harness, { kind: 'refund', ...(await chargeOf(one)), amount: 3_000, refund: 'elsewhere' })
  expect(await refusal(payOut(one))).not.toContain('Only')
  expect(await refusal(payOut(one, '30.00'))).toContain('Only $20.00 can still go back to the card.')
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  operator = await desk.as('money')
  expect(await refusal(takeBack(one))).toContain('This account has no unused credit')
  const page = await operator.get(`/desk/accounts/${one.pin}/money/?bill=${one.bill}`)
  expect(page.html).toContain('This account has no unused credit, so none can be taken back or paid out.')
})

test('of a credit that was used in part, only the rest can be taken back', async () => {
  const { one, operator } = await credited('50.00')
  await harness.db.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    select account_id, -1000, id, now() from invoices where number = ${one.bill}`)
  await expect(show(operator, takeBack(one, '45.00'))).rejects.toThrow(
    'Only $40.00 of this credit is unused.',
  )
  expect((await show(operator, takeBack(one))).preview).toMatchObject({ valueCents: 4_000 })
})

test('above the limit a second operator agrees, and credit used meanwhile is not taken back', async () => {
  const { one, operator } = await credited('149.00')
  const what = payOut(one)
  const shown = await show(operator, what)
  expect(shown).toMatchObject({ counted: { givenCents: 14_900 }, needs_second: true })
  const request = (await press(operator, what, shown)).body.data as { id: number; state: string }
  expect(request.state).toBe('asked')
  expect(await standing(one)).toMatchObject({ credit: 14_900 })
  const agree = async () =>
    (await desk.as('money')).send(agreeToApproval, { approval_id: request.id, words: 'Agreed' })
  await harness.db.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    select account_id, -100, id, now() from invoices where number = ${one.bill}`)
  expect(await agree()).toMatchObject({ status: 409 })
  await harness.db.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    select account_id, 100, id, now() from invoices where number = ${one.bill}`)
  expect((await agree()).body).toMatchObject({ data: { state: 'done' } })
  expect(await standing(one)).toMatchObject({ credit: 0, refunded: 14_900, ofCharge: 14_900 })
})

const chargeOf = ({ bill }: Billed) =>
  harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from charges c join invoices i on i.charge_id = c.id where i.number = ${bill}`)
const differences = ({ accountId }: Billed) =>
  harness.db.many(sql`
    select cents, closed_at is not null as "isClosed" from refund_differences where account_id = ${accountId}`)

async function refundedTwice() {
  const { one, operator } = await credited('149.00')
  await postNotice(harness, { kind: 'refund', ...(await chargeOf(one)), amount: 14_900, refund: 'elsewhere' })
  return { one, operator }
}

test('a gateway refund beside credit is a row on Today and open on the account', async () => {
  const { one, operator } = await refundedTwice()
  expect(await differences(one)).toEqual([{ cents: 14_900, isClosed: false }])
  const today = await operator.get('/desk/')
  expect(today.html).toContain('Refunds beside credit')
  expect(today.html).toContain('Take the credit back')
  expect((await operator.get(`/desk/accounts/${one.pin}/`)).html).toContain(
    `$149.00 more was refunded at the gateway than was left of bill ${one.bill}`,
  )
})

test('Today links to the money page with taking back preselected, if possible', async () => {
  const { one } = await refundedTwice()
  harness.clock.advance(2 * DAY)
  const operator = await desk.as('money')
  const { values } = await operator.get('/desk/queues/differences/')
  const [row] = (values as unknown as QueueValues).rows
  if (row?.action.kind !== 'settle-difference') throw new Error('No difference waits')
  const { href } = row.action
  expect(href).toBe(`/desk/accounts/${one.pin}/money/?bill=${one.bill}&action=take-back`)
  const { open } = (await operator.get(`/desk/accounts/${one.pin}/`)).values as unknown as DeskAccountValues
  expect(open.flatMap(({ links }) => links)).toContainEqual({ text: 'Take the credit back', href })
  const chosenAt = async (path: string) =>
    ((await operator.get(path)).values as unknown as MoneyPageValues).chosen
  expect(await chosenAt(href)).toBe('take-back')
  for (const action of ['refund', 'waive', 'constructor', ''])
    expect(await chosenAt(`/desk/accounts/${one.pin}/money/?bill=${one.bill}&action=${action}`)).toBeNull()
  await give(operator, takeBack(one))
  expect(await chosenAt(href)).toBeNull()
})

test('once the credit is taken back, the refund has its credit note and no difference remains', async () => {
  const { one } = await refundedTwice()
  harness.clock.advance(2 * DAY)
  const operator = await desk.as('money')
  await give(operator, takeBack(one))
  expect(await differences(one)).toEqual([{ cents: 0, isClosed: true }])
  expect(await standing(one)).toEqual({
    credit: 0,
    credited: 0,
    refunded: 14_900,
    ofCharge: 14_900,
    movements: 0,
  })
})

test('a difference can be accepted once, with a reason', async () => {
  const { one, operator } = await refundedTwice()
  const { id } = await harness.db.one<{ id: number }>(sql`
    select id from refund_differences where account_id = ${one.accountId}`)
  const leave = { difference: id, reason: 'The customer may keep it', key: freshKey() }
  for (let times = 0; times < 2; times += 1)
    expect(await operator.send(leaveDifference, leave)).toMatchObject({
      status: 200,
      body: { data: { said: `$149.00 of bill ${one.bill} is left as it is.` } },
    })
  expect(await operator.send(leaveDifference, { ...leave, key: freshKey() })).toMatchObject({ status: 400 })
  expect((await entriesOf(harness, one)).at(-1)).toMatchObject({
    action: 'refund-difference-left',
    details: { reason: 'The customer may keep it' },
  })
  expect(await standing(one)).toMatchObject({ credit: 14_900 })
})
