// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatAmount } from '#contract/catalogue/money.ts'
import { findMoneyOutcome, previewMoney, requestMoney } from '#contract/desk/money.ts'
import { cancel } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import { sayNext } from '#server/billing/approvals/preview-action.ts'
import { NUMBER_TO_COME } from '#server/billing/approvals/preview-giving-back.ts'
import { markFraud } from '#server/billing/fraud/fraud.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  entriesOf,
  extend,
  freshKey,
  give,
  giveBack,
  lastMailTo,
  part,
  press,
  renewed,
  show,
  waive,
} from '#server/test-kit/money-desk.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const pageOf = ({ pin }: Subscribed, query = '') => `/desk/accounts/${pin}/money/${query}`
const nextBill = async ({ accountId }: Subscribed) =>
  sayNext(await showMoney(harness.db, accountId, harness.clock.now()))
const notesOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ number: string; cents: number; way: string; state: string; lines: unknown[] }>(sql`
    select number, total_cents as cents, way, state, lines from credit_notes where account_id = ${accountId} order by id`)

test('a refund does what its preview showed: the note, the rest, the next bill, the mail', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  const what = part(one, '50.00')
  const before = await harness.db.one(sql`select count(*)::integer as n from audit`)
  const { preview, needs_second } = await show(operator, what)
  expect(needs_second).toBe(false)
  expect(await notesOf(one)).toEqual([])
  expect(await harness.db.one(sql`select count(*)::integer as n from audit`)).toEqual(before)
  expect(preview).toMatchObject({
    says: `Refund $50.00 of bill ${one.bill} to Visa ending in 1111`,
    note: { lines: [{ label: `Part of bill ${one.bill}`, cents: 5_000 }], taxCents: 0, totalCents: 5_000 },
    bill: { leftBefore: 14_900, leftAfter: 9_900 },
  })
  const done = await give(operator, what)
  expect(done).toMatchObject({ state: 'done', says: preview.says })
  const [note] = await notesOf(one)
  expect(note).toMatchObject({ number: done.note_number, cents: 5_000, way: 'card', state: 'issued' })
  expect(note?.lines).toEqual(preview.note?.lines)
  expect(await nextBill(one)).toBe(preview.next?.after)
  const { subject, plain } = await lastMailTo(harness, one)
  const [mail] = preview.mails
  expect(mail?.subject).toBe(subject)
  expect(mail?.text.replaceAll(NUMBER_TO_COME, String(done.note_number))).toBe(plain)
  expect((await show(operator, giveBack(one))).preview.bill).toMatchObject({ leftBefore: 9_900 })
})

test('the preview shows credit on the next bill, and the copy to the billing contact', async () => {
  const one = await renewed(harness)
  await harness.db.run(
    sql`update accounts set billing_contact = 'books@example.com' where id = ${one.accountId}`,
  )
  const operator = await desk.as('money')
  const what = giveBack(one, { action: 'credit', how_much: 'lines', lines: [1] })
  const { preview } = await show(operator, what)
  expect(preview.mails.map(({ to }) => to)).toEqual([one.email, 'books@example.com'])
  expect(preview.next).toEqual({
    before: '$149.00 on January 15, 2027',
    after: '$139.00 on January 15, 2027, after $10.00 of credit',
  })
  await give(operator, what)
  expect(await nextBill(one)).toBe(preview.next?.after)
})

const noFurtherBill = {
  canceled: async ({ email }: Subscribed) =>
    (await openBrowser(harness, email)).call(cancel, { reason: 'I do not use it enough', details: '' }),
  'closed for fraud': ({ accountId }: Subscribed) =>
    markFraud(harness.db, { accountId, actor: 'cli', reason: 'stolen card' }, harness.clock.now()),
}
test.each(Object.entries(noFurtherBill))(
  'credit for an account that is %s is not announced for the next bill',
  async (_, stopBills) => {
    const one = await renewed(harness)
    const operator = await desk.as('money')
    const what = part(one, '20', { action: 'credit' })
    expect((await show(operator, what)).preview.remarks).toEqual([])
    await stopBills(one)
    const { preview } = await show(operator, what)
    expect(preview.remarks).toEqual([
      'This account has no next bill at present. The credit is used only if it has one later.',
    ])
    await give(operator, what)
    const mail = await lastMailTo(harness, one)
    expect(mail.subject).toBe('You have a credit of $20.00')
    expect(mail.plain).toContain(
      'This account has no next bill at present. If it has one later, that bill uses the credit first.',
    )
    expect(preview.mails[0]?.text.replaceAll(NUMBER_TO_COME, 'N')).toBe(
      mail.plain.replaceAll(/N-\d{6}/g, 'N'),
    )
  },
)

test('an extension and a waiver do what their previews showed', async () => {
  const operator = await desk.as('money')
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  const longer = (await show(operator, extend(one, '7'))).preview
  // $149.00 for the 30 days from November 15: 7 of them.
  expect(longer).toMatchObject({
    month: { endsBefore: '2026-12-15', endsAfter: '2026-12-22' },
    valueCents: 3_477,
  })
  expect((await give(operator, extend(one, '7'))).state).toBe('done')
  expect(await nextBill(one)).toBe(longer.next?.after)
  expect(await lastMailTo(harness, one)).toEqual({
    subject: longer.mails[0]?.subject,
    plain: longer.mails[0]?.text,
  })
  const open = await makePastDue(harness)
  const free = (await show(operator, waive(open))).preview
  expect(free).toMatchObject({ valueCents: 14_900, bill: { isOpen: true, leftAfter: 0 } })
  expect((await give(operator, waive(open))).state).toBe('done')
  expect(await nextBill(open)).toBe(free.next?.after)
  expect(await lastMailTo(harness, open)).toEqual({
    subject: free.mails[0]?.subject,
    plain: free.mails[0]?.text,
  })
})

test('a waiver includes the credit that it returns, and the credit is compared again', async () => {
  const operator = await desk.as('money')
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const { bill } = await harness.db.one<{ bill: string }>(
    sql`select number as bill from invoices where account_id = ${one.accountId}`,
  )
  await give(operator, part({ ...one, bill }, '20', { action: 'credit' }))
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const { preview } = await show(operator, waive(one))
  expect(preview).toMatchObject({ valueCents: 14_900, bill: { totalCents: 12_900 } })
  expect(preview.facts).toContainEqual({ name: 'The credit that comes back', value: '$20.00' })
})

test('before settlement the full charge is voided; a partial refund is refused and nothing moves', async () => {
  const one = await renewed(harness)
  harness.clock.set('2026-12-15T07:00:00Z')
  const operator = await desk.as('money')
  expect((await show(operator, part(one, '20'))).preview.remarks.join()).toContain('can be voided now')
  expect(await give(operator, part(one, '20'))).toMatchObject({ state: 'failed', note_number: null })
  const whole = await show(operator, giveBack(one))
  expect(whole).toMatchObject({ counted: { givenCents: 0 } })
  expect(whole.preview.remarks.join()).toContain('it is voided')
  expect((await give(operator, giveBack(one))).state).toBe('done')
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select r.gateway_reference as reference from refunds r join charges c on c.id = r.charge_id
    where c.account_id = ${one.accountId} and r.outcome = 'refunded'`)
  expect(reference).toMatch(/^void of /)
})

test('of two operators, one refund is made; the other is refused with the change and a new preview', async () => {
  const one = await renewed(harness)
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  const what = giveBack(one, { how_much: 'amount', amount: '100' })
  const seen = await Promise.all([show(kim, what), show(lee, what)])
  const both = await Promise.all([press(kim, what, seen[0]), press(lee, what, seen[1])])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.body.errors).toBe(
    `Only $49.00 of bill ${one.bill} can still be given back.`,
  )
  const small = part(one, '10')
  const shown = await show(lee, small)
  await give(kim, small)
  const late = await press(lee, small, shown)
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    changed: [`Left of bill ${one.bill}: $49.00 before, $39.00 now.`],
    preview: { bill: { leftBefore: 3_900, leftAfter: 2_900 } },
  })
  expect((await notesOf(one)).map(({ cents }) => cents)).toEqual([10_000, 1_000])
})

test('a full refund never exceeds its preview, and a month that has turned is not extended', async () => {
  const one = await renewed(harness)
  harness.clock.set('2027-01-15T05:45:00Z')
  const [kim, lee] = [await desk.as('money'), await desk.as('money')]
  const rest = await show(kim, giveBack(one))
  const longer = await show(kim, extend(one, '3'))
  await give(lee, part(one, '30'))
  expect((await press(kim, giveBack(one), rest)).body).toMatchObject({
    changed: [
      `Left of bill ${one.bill}: $149.00 before, $119.00 now.`,
      'The amount: $149.00 before, $119.00 now.',
    ],
  })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const turned = await press(kim, extend(one, '3'), longer)
  expect(turned.status).toBe(409)
  expect(turned.body.changed).toContain(
    'The current month ends: January 15, 2027 before, February 15, 2027 now.',
  )
})

test('a double click or lost answer executes once; the key returns the outcome', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  const [what, key] = [part(one, '40', { action: 'credit' }), freshKey()]
  const shown = await show(operator, what)
  const outcome = { order_key: key }
  expect((await operator.send(findMoneyOutcome, outcome)).status).toBe(404)
  const twice = await Promise.all([press(operator, what, shown, key), press(operator, what, shown, key)])
  expect(twice[0]?.body).toEqual(twice[1]?.body)
  expect(twice[0]).toMatchObject({ status: 200, body: { data: { state: 'done' } } })
  expect((await operator.send(findMoneyOutcome, outcome)).body).toEqual(twice[0]?.body)
  expect((await press(operator, what, shown, key)).body).toEqual(twice[0]?.body)
  expect((await (await desk.as('money')).send(findMoneyOutcome, outcome)).status).toBe(404)
  const other = part(one, '41')
  expect((await press(operator, other, await show(operator, other), key)).body.errors).toBe(
    'This key was used for another request.',
  )
  expect(await notesOf(one)).toHaveLength(1)
})

test('the audit has operator and reason; the customer sees the action without a name', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  await give(operator, part(one, '5'))
  expect(await entriesOf(harness, one)).toEqual([
    {
      action: 'bill-refunded',
      actor: `operator:${operator.email}`,
      details: { bill: one.bill, cents: 500, reason: 'goodwill', words: 'The lines were down' },
    },
  ])
  const browser = await openBrowser(harness, one.email)
  const { text } = await browser.open(pages.activity)
  expect(text).toContain('Refunded a bill')
  expect(text).not.toContain(operator.email)
})

test('only roles that may refund open the dialog, and each request is checked again', async () => {
  const one = await renewed(harness)
  for (const role of ['reader', 'helper'] as const) {
    const operator = await desk.as(role)
    expect((await operator.get(pageOf(one))).status).toBe(403)
    for (const call of [previewMoney, requestMoney])
      expect(
        (await operator.send(call, { ...part(one, '5'), order_key: freshKey(), needs_second: false })).status,
      ).toBe(403)
  }
  const operator = await desk.as('admin')
  const { status, values, html } = await operator.get(pageOf(one, `?bill=${one.bill}`))
  expect(status).toBe(200)
  expect(html).toContain(one.bill)
  expect(values).toMatchObject({
    account: { number: one.pin },
    bill: { number: one.bill, leftCents: 14_900, lines: [{ position: 0 }, { position: 1 }] },
    offers: { refund: null, credit: null, extend: null, waive: 'This account has no open bill.' },
  })
  const other = await renewed(harness)
  expect((await operator.get(pageOf(one, `?bill=${other.bill}`))).status).toBe(404)
  expect((await operator.get('/desk/accounts/999999/money/')).status).toBe(404)
  expect((await operator.send(previewMoney, { ...part(other, '5'), number: one.pin })).status).toBe(404)
})

test('a bill paid by credit is listed, and its credit can be returned', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('admin')
  await give(operator, giveBack(one, { action: 'credit' }))
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const later = await desk.as('admin')
  const { number: bill } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${one.accountId} order by id desc limit 1`)
  expect((await later.get(pageOf(one, `?bill=${bill}`))).values).toMatchObject({
    bill: { number: bill, totalCents: 14_900, leftCents: 14_900 },
    offers: { refund: `Bill ${bill} was not paid by card. Give credit instead.`, credit: null },
  })
  const { preview } = await show(later, giveBack({ ...one, bill }, { action: 'credit' }))
  expect(preview).toMatchObject({
    says: `Give $149.00 of bill ${bill} as credit`,
    bill: { leftBefore: 14_900, leftAfter: 0 },
  })
})

test('a disputed bill offers no refund, and a bill refunded twice has nothing left', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('admin')
  await give(operator, part(one, '100.00'))
  const { reference } = await harness.db.one<{ reference: string }>(sql`
    select c.gateway_reference as reference from invoices i join charges c on c.id = i.charge_id
    where i.number = ${one.bill}`)
  const shown = async () => (await operator.get(pageOf(one, `?bill=${one.bill}`))).values
  await postDispute(harness, 'opened', { reference, dispute: 'dp-given-back' })
  const disputed = `The payment of bill ${one.bill} is disputed. Wait for the decision of the bank.`
  expect(await shown()).toMatchObject({ offers: { refund: disputed, credit: disputed } })
  await postDispute(harness, 'lost', { reference, dispute: 'dp-given-back' })
  const nothing = `Nothing is left to give back of bill ${one.bill}.`
  expect(await shown()).toMatchObject({
    bill: { totalCents: 14_900, leftCents: 0 },
    offers: { refund: nothing, credit: nothing },
  })
})

test('an incomplete choice is refused at its field', async () => {
  const one = await renewed(harness)
  const operator = await desk.as('money')
  const errorsOf = async (what: object) =>
    (await operator.send(previewMoney, { ...giveBack(one), ...what })).body.errors
  expect(await errorsOf({ words: '' })).toMatchObject({ words: ['This field is required'] })
  expect(await errorsOf({ reason: '' })).toMatchObject({ reason: ['This field is required'] })
  expect(await errorsOf({ how_much: 'amount', amount: 'ten' })).toMatchObject({
    amount: ['Enter an amount in dollars, such as 12.50.'],
  })
  expect(await errorsOf({ action: 'extend', days: '32' })).toMatchObject({
    days: ['Enter a number of days from 1 to 31.'],
  })
  expect(await errorsOf({ action: 'void' })).toHaveProperty('action')
  expect(await errorsOf({ how_much: 'lines', lines: [] })).toBe('Choose at least one line.')
  for (const lines of [['a'], [1.5], [-1], 'all', Array.from({ length: 201 }, () => 1)])
    expect(await errorsOf({ how_much: 'lines', lines: lines as never })).toEqual({
      lines: ['Choose one of the listed options'],
    })
  expect(await errorsOf({ how_much: 'lines', lines: [7] })).toBe(`Bill ${one.bill} has no line 8.`)
  expect(await errorsOf({ how_much: 'amount', amount: '149.01' })).toBe(
    `Only ${formatAmount(14_900)} of bill ${one.bill} can still be given back.`,
  )
})
