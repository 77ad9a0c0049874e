// On PostgreSQL: the planner must use an index for each search.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FoundGroup, type FoundRow, type FoundValues, find } from '#contract/desk/find.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

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

/** A new operator each time: the clock jumps, and nobody stays signed in for a month. */
const get = async (path: string) => (await desk.as('reader')).get(path)
const pageOf = (text: string) => get(`/desk/find/?q=${encodeURIComponent(text)}`)
const found = async (text: string) =>
  (await (await desk.as('reader')).send(find, { text })).body.data as FoundValues
const rowsOf = ({ groups }: FoundValues, kind: string): FoundRow[] =>
  groups.find((group: FoundGroup) => group.kind === kind)?.rows ?? []

test('an exact identifier opens its account at once, whatever else contains the text', async () => {
  const email = `juno.${freshEmail()}`
  const { pin } = await addAccount(harness.db, { email })
  await addAccount(harness.db, { email: `x${email}` })
  for (const text of [
    pin,
    `#${pin.slice(0, 3)} ${pin.slice(3)}`,
    email,
    `Juno Hale <${email.toUpperCase()}>`,
  ]) {
    const { status, headers } = await pageOf(text)
    expect([status, headers.location], text).toEqual([302, `/desk/accounts/${pin}/`])
  }
  expect((await found(email)).opens).toBe(`/desk/accounts/${pin}/`)
  expect(rowsOf(await found(email), 'person')).toHaveLength(2)
})

test('an email of two accounts, or part of a name, opens nothing automatically', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  await addAccount(harness.db, { email })
  expect((await pageOf(email)).status).toBe(200)
  expect(await found(email)).toMatchObject({ opens: null })
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), company: 'Solitary Homes' })
  await addAgent(harness.db, accountId, { email: freshEmail(), name: ['Zoë', 'Quillfeather'], role: 'user' })
  expect(await found('quillf')).toMatchObject({ opens: null, groups: [{ kind: 'person' }] })
})

test('a result says what matched and which part of it', async () => {
  const { pin, accountId } = await addAccount(harness.db, {
    email: freshEmail(),
    company: 'Groß & Blüte',
    status: 'past_due',
  })
  await harness.db.run(sql`update accounts set mobile_phone = '3125550190' where id = ${accountId}`)
  expect(rowsOf(await found('BLUTE'), 'account')).toMatchObject([
    {
      href: `/desk/accounts/${pin}/`,
      title: 'Groß & Blüte',
      what: 'Company',
      matched: { before: 'Groß & ', hit: 'Blüte', after: '' },
      tag: { text: 'Past due', tone: 'bad' },
      facts: expect.arrayContaining([pin]),
    },
  ])
  expect(rowsOf(await found('gross'), 'account')[0]?.matched).toEqual({
    before: '',
    hit: 'Groß',
    after: ' & Blüte',
  })
  expect(rowsOf(await found('(312) 555-0190'), 'account')[0]).toMatchObject({
    what: 'Mobile phone',
    matched: { before: '', hit: '3125550190', after: '' },
  })
})

test('results are grouped, at most ten each, exact matches first', async () => {
  const { bill, reference, pin } = await renewedAccount(harness)
  const ofBill = await found(bill)
  expect(ofBill).toMatchObject({ opens: `/desk/accounts/${pin}/bills/${bill}/`, groups: [{ kind: 'bill' }] })
  expect(rowsOf(ofBill, 'bill')[0]).toMatchObject({ title: bill, tag: { text: 'Paid', tone: 'good' } })
  expect(rowsOf(ofBill, 'bill')[0]?.facts).toEqual(expect.arrayContaining([pin, '$149.00']))
  expect((await found(reference)).groups[0]).toMatchObject({ kind: 'charge' })
  for (let number = 0; number < 12; number += 1)
    await addAccount(harness.db, { email: freshEmail(), company: `Harborlight ${number}` })
  const [group] = (await found('harborlight')).groups
  expect(group).toMatchObject({ kind: 'account', isMore: true })
  expect(group?.rows).toHaveLength(10)
})

test('a refunded bill says so, and it and its credit note link to their own pages', async () => {
  const { bill, pin } = await renewedAccount(harness)
  harness.clock.advance(2 * DAY)
  await byOperator.refund(harness, bill, 'card', 1_000)
  expect(rowsOf(await found(bill), 'bill')[0]).toMatchObject({ tag: { text: 'Partly refunded' } })
  const { note } = await harness.db.one<{ note: string }>(sql`
    select n.number as note from credit_notes n join invoices i on i.id = n.invoice_id where i.number = ${bill}`)
  for (const [text, place] of [
    [bill, `bills/${bill}/`],
    [note, `credit-notes/${note}/`],
  ] as const) {
    const { status, headers } = await pageOf(text)
    expect([status, headers.location]).toEqual([302, `/desk/accounts/${pin}/${place}`])
    expect((await get(String(headers.location))).html).toContain(text)
  }
})

test('an unfinished sign-up is found by its email; it links to its queue while it is there', async () => {
  const email = freshEmail()
  const changed = harness.clock.now()
  await harness.db.run(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash, created_at,
      changed_at)
    values (${email}, '\\x00', '{}', 'x', 'x', 'x', ${changed}, ${changed})`)
  const row = async () => rowsOf(await found(email), 'sign-up')
  expect(await row()).toMatchObject([{ title: email, href: null }])
  harness.clock.advance(2 * HOUR)
  expect(await row()).toMatchObject([{ href: '/desk/queues/left/' }])
  harness.clock.advance(14 * DAY)
  expect(await row()).toMatchObject([{ href: null }])
})

test('a declined sign-up is shown and links to no queue', async () => {
  const form = goodSignUp({ number: '4000-0000-0000-0002' })
  await send(harness, submitSignUp, form, { address: freshIp() })
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from orders where email_key = ${String(form.email).toLowerCase()}`,
  )
  const page = await pageOf(`order ${id}`)
  expect(page.status).toBe(200)
  expect(rowsOf(await found(`order ${id}`), 'sign-up')).toMatchObject([
    { href: null, tag: { text: 'Declined' } },
  ])
})

test('a whole card number is neither repeated nor kept in the url; its last four are searched', async () => {
  const { pin } = await renewedAccount(harness)
  const number = '4111 1111 1111 1111'
  const { status, headers } = await pageOf(number)
  expect([status, headers.location]).toEqual([302, '/desk/find/?q=ending%20in%201111&card=whole'])
  const page = await get(String(headers.location))
  expect(page.html).toContain('That was a whole card number.')
  const signedOut = await desk.app.inject({ url: `/desk/find/?q=${encodeURIComponent(number)}` })
  const next = encodeURIComponent('/desk/find/?q=ending+in+1111')
  expect(signedOut.headers.location).toBe(`/desk/sign-in/?next=${next}`)
  const answer = await found(number)
  expect(answer.wasCardNumber).toBe(true)
  expect(rowsOf(answer, 'card').map(({ href }) => href)).toContain(`/desk/accounts/${pin}/`)
  expect(JSON.stringify(answer)).not.toMatch(/4111/)
  expect(harness.logged()).not.toMatch(/4111.?1111/)
})

test('an error number is explained: it is only in the log', async () => {
  const number = '0b8a3c1e-5d5f-4c0e-9a53-3f2f8d6f1b22'
  const { html, status } = await pageOf(`Error ${number.toUpperCase()}`)
  expect(status).toBe(200)
  expect(html).toContain('This looks like an error number')
  expect(html).toContain(number)
})

test('the page works without a script and says when nothing was found', async () => {
  expect((await get('/desk/find/')).html).toContain('Type an account number')
  const { html } = await pageOf('<b>nobody & nothing</b>')
  expect(html).toContain('Nothing matches')
  expect(html).not.toContain('<b>nobody')
})

test('only operators can search', async () => {
  const visitor = { ...harness, app: desk.app }
  expect((await send(visitor, find, { text: 'lake' })).status).toBe(401)
  const { statusCode, headers } = await desk.app.inject({ url: '/desk/find/?q=lake' })
  const next = encodeURIComponent('/desk/find/?q=lake')
  expect([statusCode, headers.location]).toEqual([302, `/desk/sign-in/?next=${next}`])
})
