import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { signNotice, signPayload } from '#server/test-kit/payments.ts'
import { type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { type StoredNotice, takeNoticeAgain } from './gateway-notices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function post(notice: object, signature?: string) {
  const signed = signNotice(notice)
  return postSigned({ ...signed, ...(signature === undefined ? {} : { signature }) })
}

function postSigned({ payload, signature }: ReturnType<typeof signNotice>) {
  const body = new URLSearchParams({ bt_payload: payload, bt_signature: signature })
  return harness.app.inject({
    method: 'POST',
    url: '/rest/gateway/notices/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body.toString(),
  })
}

/** An account with a paid renewal, and the gateway's reference for that charge. */
async function renewed(): Promise<Subscribed & { reference: string; number: string }> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const paid = await harness.db.one<{ reference: string; number: string }>(sql`
    select c.gateway_reference as reference, i.number from charges c join invoices i on i.charge_id = c.id
    where c.account_id = ${one.accountId}`)
  return { ...one, ...paid }
}

test('a refund appears on its bill once, however often it is sent, and the owner is told', async () => {
  const one = await renewed()
  const notice = { kind: 'refund', reference: one.reference, amount: 5_000 }
  for (const _ of [1, 2]) expect((await post(notice)).statusCode).toBe(200)
  const browser = await openBrowser(harness, one.email)
  const bill = await browser.open(pages.bill, { number: one.number })
  expect(bill.text).toContain('Partly refunded')
  expect(bill.text).toContain('−$50.00')
  await post({ kind: 'void', reference: one.reference, amount: 0 })
  expect((await browser.open(pages.bill, { number: one.number })).text).toContain('−$149.00')
  const mails = await harness.db.one(
    sql`select count(*) from mails where recipient = ${one.email} and purpose = 'refunded'`,
  )
  expect(mails).toEqual({ count: 2 })
})

test('a refund with a gateway id counts once, even if its notice is worded differently', async () => {
  const one = await renewed()
  const notice = { kind: 'refund', reference: one.reference, amount: 3_000, refund: 'refund-of-november' }
  await post(notice)
  await post({ ...notice, sentAgain: true })
  await post({ ...notice, refund: 'another-refund' })
  const bill = await harness.db.one(
    sql`select refunded_cents as cents from invoices where number = ${one.number}`,
  )
  expect(bill).toEqual({ cents: 6_000 })
})

test("a notice that precedes its charge's answer is processed once the charge is known", async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: TIMES_OUT })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const { key } = await harness.db.one<{ key: string }>(
    sql`select key from charges where account_id = ${one.accountId} and gateway_reference is null`,
  )
  const found = await harness.payments.find(key)
  const reference = found.kind === 'paid' ? found.reference : ''
  const notice = { kind: 'dispute', reference, amount: 0, dispute: 'dp-early' }
  for (const _ of [1, 2]) expect((await post(notice)).statusCode).toBe(200)
  const waiting = await harness.db.many<{ told: StoredNotice }>(sql`
    select data as told from pgboss.job where name = 'notice-of-unknown-charge'
      and data -> 'notice' ->> 'reference' = ${reference}`)
  expect(waiting).toHaveLength(1)
  const { told } = waiting[0] as { told: StoredNotice }
  await expect(takeNoticeAgain(harness, told, { isLast: false })).rejects.toThrow('not known yet')
  harness.clock.advance(30 * MINUTE)
  await renewDue(harness)
  for (const _ of [1, 2]) await takeNoticeAgain(harness, told, { isLast: false })
  expect(await harness.db.many(sql`select state from disputes where account_id = ${one.accountId}`)).toEqual([
    { state: 'opened' },
  ])
  expect(await harness.db.one(sql`select status from accounts where id = ${one.accountId}`)).toEqual({
    status: 'canceled',
  })
})

test('a notice whose charge never becomes known fails, unless it cannot matter to us', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const lastTry = (kind: string, reference = 'nobody knows it') => {
    const notice = { kind, state: 'opened', reference, amount: 100 } as unknown as StoredNotice['notice']
    const told = { id: `last ${kind}`, gateway: harness.payments.name, notice }
    return takeNoticeAgain(harness, told, { isLast: true })
  }
  for (const kind of ['dispute', 'refund-failed'])
    await expect(lastTry(kind)).rejects.toThrow(
      `told about the charge nobody knows it, which is not known (${kind})`,
    )
  for (const kind of ['refund', 'void']) await lastTry(kind)
  const one = await subscribe(harness, { number: TIMES_OUT })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  for (const kind of ['refund', 'void']) await expect(lastTry(kind)).rejects.toThrow('is not known')
  // One that came too late is returned by us, and its account is not known.
  await harness.db.run(sql`
    insert into charges (key, period_id, gateway, gateway_token, gateway_reference, amount_cents, brand, last_four,
      expires_month, expires_year, holder, outcome, created_at)
    select 'returned', period_id, gateway, 'token', 'returned', 100, brand, last_four, expires_month, expires_year, holder,
      'voided', created_at
    from charges where account_id = ${one.accountId}`)
  await lastTry('refund', 'returned')
  await expect(lastTry('refund-failed', 'returned')).rejects.toThrow('is not known')
  await harness.db.run(
    sql`update charges set outcome = 'declined' where account_id = ${one.accountId} and outcome = 'unknown'`,
  )
})

test('a refund whose notice waited for its charge counts once, even if its job runs twice', async () => {
  const one = await renewed()
  const id = 'a refund that waited'
  await harness.db.run(
    sql`insert into gateway_notices (id, kind, received_at) values (${id}, 'refund', ${harness.clock.now()})`,
  )
  const notice = { kind: 'refund', reference: one.reference, amount: 4_000 } as const
  const told: StoredNotice = { id, gateway: harness.payments.name, notice }
  for (const _ of [1, 2]) await takeNoticeAgain(harness, told, { isLast: false })
  const refunded = await harness.db.one(sql`
    select c.refunded_cents as charge, i.refunded_cents as bill from invoices i join charges c on c.id = i.charge_id
    where i.number = ${one.number}`)
  expect(refunded).toEqual({ charge: 4_000, bill: 4_000 })
})

test('of two decisions the later one counts, even if the earlier waited for its charge', async () => {
  const one = await renewed()
  const said = { kind: 'dispute', reference: one.reference, dispute: 'dp-two', amount: 0 }
  await post({ ...said, state: 'won', at: '2026-12-21T10:00:00Z' })
  const earlier = { ...said, state: 'lost', at: '2026-12-20T10:00:00Z' }
  const id = 'a notice that waited'
  await harness.db.run(
    sql`insert into gateway_notices (id, kind, received_at) values (${id}, 'dispute', ${harness.clock.now()})`,
  )
  const told = { id, gateway: harness.payments.name, notice: earlier } as unknown as StoredNotice
  await takeNoticeAgain(harness, told, { isLast: false })
  expect(await harness.db.many(sql`select state from disputes where account_id = ${one.accountId}`)).toEqual([
    { state: 'won' },
  ])
})

test('a dispute flags the account, ends its sessions and its renewals', async () => {
  const one = await renewed()
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.account)).status).toBe(200)
  await post({ kind: 'dispute', reference: one.reference, amount: 0 })
  expect((await browser.open(pages.account)).headers.location).toBe(
    `${pages['sign-in']}?status=session_ended&next=%2Faccount%2F`,
  )
  const account = await harness.db.one(sql`
    select status, fraud_reason as reason from accounts where id = ${one.accountId}`)
  expect(account).toEqual({ status: 'canceled', reason: 'disputed charge' })
  harness.clock.set('2027-03-15T06:00:00Z')
  await renewDue(harness)
  const charges = await harness.db.one(sql`select count(*) from charges where account_id = ${one.accountId}`)
  expect(charges).toEqual({ count: 1 })
})

test('a badly signed notice is refused; one about an unknown charge is accepted and ignored', async () => {
  const one = await renewed()
  const notice = { kind: 'dispute', reference: one.reference, amount: 0 }
  expect((await post(notice, 'made up')).statusCode).toBe(401)
  expect((await post({ ...notice, reference: 'nobody-knows-it' })).statusCode).toBe(200)
  const { status } = await harness.db.one<{ status: string }>(
    sql`select status from accounts where id = ${one.accountId}`,
  )
  expect(status).toBe('active')
})

const lookingFor = () =>
  harness.db.many<{ why: string }>(
    sql`select data ->> 'why' as why from pgboss.job where name = 'look-at-the-gateway'`,
  )

test('a signed notice that cannot be interpreted is accepted, logged, and left to an operator once', async () => {
  const one = await renewed()
  const { reference } = one
  const before = await harness.db.one(
    sql`select to_jsonb(c) as row from charges c where account_id = ${one.accountId}`,
  )
  const odd: unknown[] = [
    null,
    [],
    'text',
    7,
    {},
    { kind: 'refund' },
    { kind: 'birthday', reference, amount: 100 },
    { kind: 'constructor', reference, amount: 100 },
    { kind: 'refund', reference: 7, amount: 100 },
    { kind: 'refund', reference: `${reference}\u0000`, amount: 100 },
    ...[-5_000, 0.5, 1e15, '100', null, undefined].map((amount) => ({ kind: 'refund', reference, amount })),
  ]
  const signed = signNotice({ kind: 'refund' })
  for (const _ of [1, 2]) expect((await postSigned(signed)).statusCode).toBe(200)
  expect(await lookingFor()).toEqual([{ why: 'A signed notice of sandbox made no sense' }])
  for (const notice of odd) {
    const response = await post(notice as object)
    expect([response.statusCode, response.json()], JSON.stringify(notice)).toEqual([
      200,
      { data: { status: 'taken' } },
    ])
  }
  for (const payload of ['not base64 {', Buffer.from('{"kind":').toString('base64'), '']) {
    expect((await postSigned(signPayload(payload))).statusCode, payload).toBe(200)
  }
  expect(
    await harness.db.one(sql`select to_jsonb(c) as row from charges c where account_id = ${one.accountId}`),
  ).toEqual(before)
  expect(await lookingFor()).toHaveLength(odd.length + 3)
  expect(harness.logged()).toContain('a signed notice of the gateway made no sense')
})
