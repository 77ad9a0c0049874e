import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskAccountValues, DeskBillValues, DeskCreditNoteValues } from '#contract/desk/account.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { give, part, renewed } from '#server/test-kit/money-desk.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'

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
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const billOf = async (operator: TestOperator, pin: string, bill: string) =>
  (await operator.get(`/desk/accounts/${pin}/bills/${bill}/`)).values as unknown as DeskBillValues
const downloadsOf = (accountId: number) =>
  harness.db.many<{ actor: string; document: string }>(sql`
    select actor, details ->> 'document' as document from audit
    where account_id = ${accountId} and action = 'document-downloaded' order by id`)

test('a bill has lines, payments and credit notes; bill and notes download as PDF with an audit entry', async () => {
  const one = await renewed(harness)
  const money = await desk.as('money')
  await give(money, part(one, '49.00'))
  const reader = await desk.as('reader')
  const { bill, payments, notes, offers } = await billOf(reader, one.pin, one.bill)
  expect(bill).toMatchObject({
    number: one.bill,
    tag: { text: 'Partly refunded' },
    totalCents: 14_900,
    less: [{ name: 'Refunded', cents: 4_900 }],
  })
  expect(bill.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(14_900)
  expect(payments).toMatchObject([{ cents: 14_900, tag: { text: 'Paid' } }])
  expect(notes).toMatchObject([{ cents: 4_900, way: 'To the card', tag: { text: 'Issued' } }])
  expect(offers).toMatchObject([{ text: 'Refund or credit', why: 'Needs the role Money.' }])
  const noteNumber = notes[0]?.number ?? 'none'
  const note = (await reader.get(`/desk/accounts/${one.pin}/credit-notes/${noteNumber}/`))
    .values as unknown as DeskCreditNoteValues
  expect(note.note).toMatchObject({ number: noteNumber, bill: one.bill, totalCents: 4_900 })
  expect(await downloadsOf(one.accountId)).toEqual([])
  for (const path of [`bills/${one.bill}/bill.pdf`, `credit-notes/${noteNumber}/credit-note.pdf`]) {
    const file = await reader.get(`/desk/accounts/${one.pin}/${path}`)
    expect([file.status, file.headers['content-type'], file.html.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
  }
  const actor = `operator:${reader.email}`
  expect(await downloadsOf(one.accountId)).toEqual([
    { actor, document: one.bill },
    { actor, document: noteNumber },
  ])
})

test('a bill of another account is as unknown as an invented one', async () => {
  const [one, other] = [await renewed(harness), await renewed(harness)]
  const reader = await desk.as('reader')
  for (const path of ['', 'bill.pdf'])
    for (const bill of [other.bill, 'R-999999'])
      expect((await reader.get(`/desk/accounts/${one.pin}/bills/${bill}/${path}`)).status).toBe(404)
  expect((await reader.get(`/desk/accounts/${one.pin}/credit-notes/CN-1/credit-note.pdf`)).status).toBe(404)
  expect(await downloadsOf(one.accountId)).toEqual([])
  expect(await downloadsOf(other.accountId)).toEqual([])
})

test('an open bill is paid or waived, not refunded; neither during a charge, with the reason', async () => {
  const one = await makePastDue(harness)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${one.accountId} and paid_at is null`)
  const open = async () => (await billOf(await desk.as('money'), one.pin, number)).offers
  const [help, money] = [`/desk/accounts/${one.pin}/help/`, `/desk/accounts/${one.pin}/money/`]
  expect(await open()).toEqual([
    { text: 'Send a pay link', href: `${help}?action=pay-link`, why: null },
    { text: 'Waive', href: `${money}?bill=${number}`, why: null },
  ])
  const needed = { reader: ['Helper', 'Money'], helper: [null, 'Money'] } as const
  for (const role of ['reader', 'helper'] as const)
    expect((await billOf(await desk.as(role), one.pin, number)).offers.map(({ why }) => why)).toEqual(
      needed[role].map((least) => least && `Needs the role ${least}.`),
    )
  const account = (await (await desk.as('money')).get(`/desk/accounts/${one.pin}/`))
    .values as unknown as DeskAccountValues
  expect(account.bills.rows.find((bill) => bill.number === number)?.offers).toEqual(await open())
  await harness.db.run(sql`
    update periods set state = 'charging' where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
  expect((await open()).map(({ why }) => why)).toEqual(
    Array(2).fill('The bank has not answered yet about the payment of this bill.'),
  )
})

test('a fully refunded bill says so instead of offering a refund', async () => {
  const one = await renewed(harness)
  const money = await desk.as('money')
  const offers = async () => (await billOf(money, one.pin, one.bill)).offers
  expect(await offers()).toMatchObject([{ text: 'Refund or credit', why: null }])
  await give(money, part(one, '149.00'))
  expect(await offers()).toMatchObject([
    { text: 'Refund or credit', why: `Nothing is left to give back of bill ${one.bill}.` },
  ])
})
