import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const find = async (text: string) => (await operator.run('account', 'find', text)).rows('accounts')
const pinsOf = async (text: string) => (await find(text)).map(({ pin }) => pin)
const first = async (text: string) => (await find(text))[0]

test('finds an account number in any notation', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail(), pin: '731946' })
  for (const text of [
    '731946',
    ' 731 946 ',
    '731-946',
    '#731946',
    'account 731946',
    'Acct. no. 731-946',
    '“731946”',
    '(731946)',
  ])
    expect(await first(text), text).toMatchObject({ pin, matched: 'Account number: 731946' })
  expect(await pinsOf('7319')).toEqual([pin])
})

test('finds a phone number in any format, with or without its country and area code', async () => {
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`
    update accounts set mobile_phone = '3125550177', office_phone = '7735550122' where id = ${accountId}`)
  for (const text of [
    '312-555-0177',
    '(312) 555-0177',
    '+1 312 555 0177',
    '1.312.555.0177',
    '555 0177',
    'tel: 3125550177',
  ])
    expect(await first(text), text).toMatchObject({ pin, matched: 'Mobile phone: 3125550177' })
  expect(await first('7735550122')).toMatchObject({ pin, matched: 'Office phone: 7735550122' })
})

test('finds names and companies by parts in any order, ignoring case and accents, with one typo', async () => {
  const { pin, accountId } = await addAccount(harness.db, {
    email: freshEmail(),
    company: 'Château Brontë & Søn',
  })
  await addAgent(harness.db, accountId, { email: freshEmail(), name: ['Zoë', 'Fitzsimmons'], role: 'user' })
  for (const text of ['chateau', 'BRONTE son', 'søn château', 'Chateau Brontë'])
    expect(await first(text), text).toMatchObject({ pin, matched: 'Company: Château Brontë & Søn' })
  for (const text of ['zoe fitz', 'fitzsimmons, ZOË', 'simmons'])
    expect(await first(text), text).toMatchObject({ pin, matched: 'Name: Zoë Fitzsimmons' })
  for (const text of [
    'fitzsimons',
    'fitzsimnons',
    'fiztsimmons',
    'fitzsimmmons',
    'fitzsmimons',
    'zoe fitzsimons',
  ])
    expect(await first(text), text).toMatchObject({
      pin,
      matched: 'Name, spelled differently: Zoë Fitzsimmons',
    })
  expect(await pinsOf('fitzsimxxns')).toEqual([])
  await addAgent(harness.db, accountId, { email: freshEmail(), name: ['Q', 'Li'], role: 'user' })
  expect(await first('q LI')).toMatchObject({ pin, matched: 'Name: Q Li' })
})

test('finds an email in full, in part, pasted with a name, as billing contact, or as a former one', async () => {
  const email = `juno.${freshEmail()}`
  const { pin, accountId, agentId } = await addAccount(harness.db, { email })
  const contact = `books.${freshEmail()}`
  const former = `was.${freshEmail()}`
  await harness.db.run(
    sql`update accounts set billing_contact = ${contact.toUpperCase()} where id = ${accountId}`,
  )
  await harness.db.run(sql`
    insert into former_emails (agent_id, email, changed_at) values (${agentId}, ${former}, ${harness.clock.now()})`)
  for (const text of [
    email.toUpperCase(),
    `Juno Hale <${email}>`,
    `mailto:${email}`,
    `"${email}",`,
    email.slice(2, -3),
  ])
    expect(await first(text), text).toMatchObject({ pin, matched: `Email: ${email}` })
  expect(await first(contact)).toMatchObject({ pin, matched: `Billing contact: ${contact.toUpperCase()}` })
  expect(await first(former)).toMatchObject({ pin, matched: `Former email: ${former}` })
})

test('finds money by bill, credit note, charge, refund or dispute, and a card by its last four', async () => {
  const { db, clock } = harness
  const { pin, accountId, reference, bill } = await renewedAccount(harness)
  const now = clock.now()
  const { id: chargeId, key } = await db.one<{ id: number; key: string }>(sql`
    select id, key from charges where gateway_reference = ${reference}`)
  await db.run(sql`
    insert into credit_notes (key, body_digest, number, account_id, invoice_id, way, total_cents, lines, reason, words, asked_by,
      state, created_at, settled_at)
    select 'k', '\\x00', 'N-100777', account_id, id, 'card', 500, '[]', 'other', '', 'operator:x', 'issued', ${now}, ${now}
    from invoices where number = ${bill}`)
  await db.run(sql`
    insert into refunds (key, charge_id, amount_cents, gateway_reference, outcome, created_at)
    values ('refund-k', ${chargeId}, 500, 'rf_8812', 'refunded', ${now})`)
  await db.run(sql`
    insert into disputes (gateway, reference, charge_id, account_id, state, amount_cents, opened_on, created_at)
    values ('sandbox', 'dp-Xy12', ${chargeId}, ${accountId}, 'opened', 14900, '2026-12-18', ${now})`)
  for (const text of [
    bill,
    bill.toLowerCase(),
    bill.replace('-', ''),
    `bill ${bill.slice(2)}`,
    `https://x.example/bills/${bill}/`,
  ])
    expect(await first(text), text).toMatchObject({ pin, matched: `Bill: ${bill}` })
  expect(await pinsOf(bill.slice(2))).toContain(pin)
  expect(await first('n100777')).toMatchObject({ pin, matched: 'Credit note: N-100777' })
  expect(await first(` ${reference} `)).toMatchObject({ pin, matched: `Charge reference: ${reference}` })
  expect(await first(`payment ${chargeId}`)).toMatchObject({ pin, matched: `Charge: ${chargeId}` })
  expect(await first(key)).toMatchObject({ pin, matched: `Charge key: ${key}` })
  expect(await first('RF_8812')).toMatchObject({ pin, matched: 'Refund reference: rf_8812' })
  expect(await first('dp-Xy12')).toMatchObject({ pin, matched: 'Dispute: dp-Xy12' })
  for (const text of ['1111', '•••• 1111', 'visa 1111', 'ending in 1111', '4111 1111 1111 1111'])
    expect(await pinsOf(text), text).toContain(pin)
})

test('finds a cancellation by its reference as read out by phone, even after it was undone', async () => {
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  const { id } = await harness.db.one<{ id: number }>(sql`
    insert into subscriptions (account_id, anchor_date, time_zone, started_at, cancel_reference)
    values (${accountId}, '2026-10-01', 'US/Central', now(), 'C-7F3K-9Q2M-10PA-88TZ') returning id`)
  await harness.db.run(sql`
    insert into undone_cancellations (reference, subscription_id, requested_at, cancel_on, undone_at)
    values ('C-AAAA-BBBB-CCCC-DDDD', ${id}, now(), '2026-11-01', now())`)
  for (const text of ['C-7F3K-9Q2M-10PA-88TZ', 'c 7f3k 9q2m lopa 88tz', 'C7F3K9Q2MIOPA88TZ'])
    expect(await first(text), text).toMatchObject({ pin, matched: 'Cancellation: C-7F3K-9Q2M-10PA-88TZ' })
  expect(await first('c-aaaa-bbbb-cccc-dddd')).toMatchObject({ pin })
})

test('finds a mail by its id and its Message-ID', async () => {
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  const { id } = await harness.db.one<{ id: number }>(sql`
    insert into mails (purpose, account_id, recipient, subject, state, message_id, created_at, settled_at)
    values ('welcome', ${accountId}, 'gone@example.com', 'Welcome', 'sent', '77aa-bb@example.com', now(), now()) returning id`)
  expect(await first(`mail ${id}`)).toMatchObject({ pin, matched: `Mail: ${id}` })
  expect(await first('<77aa-bb@example.com>')).toMatchObject({
    pin,
    matched: 'Message-ID: 77aa-bb@example.com',
  })
  expect(await first('gone@example.com')).toMatchObject({ pin, matched: 'Recipient: gone@example.com' })
})

test('patterns, scripts and empty text find nothing and break nothing', async () => {
  await addAccount(harness.db, { email: freshEmail() })
  for (const text of [
    '%%%',
    '___',
    '\\',
    "'; drop table accounts; --",
    '<script>',
    'a'.repeat(5_000),
    '🦊🦊🦊',
    '.*',
    '(((',
    '٣٤٥',
  ])
    expect(await pinsOf(text), text).toEqual([])
})
