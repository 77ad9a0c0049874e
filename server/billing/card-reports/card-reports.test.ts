import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { warnOfExpiringCards } from '#server/billing/cards/card-mails.ts'
import { showCardNews } from '#server/billing/cards/card-states.ts'
import { putCardOnFile } from '#server/billing/cards/cards.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import type { CardReport } from '#server/ports/payments.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { postNotice } from '#server/test-kit/notices.ts'
import { outOfReach } from '#server/test-kit/payments.ts'
import {
  addBackupCard,
  DECLINED_AT_RENEWAL,
  type Subscribed,
  subscribe,
} from '#server/test-kit/subscriptions.ts'
import { applyReport } from './card-reports.ts'

let harness: Harness
let reports = 0
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-19T12:00:00Z'))

const newLink = () => `sandbox:test/${++reports}`
const tokenOf = async ({ accountId }: Subscribed) =>
  (
    await harness.db.one<{ token: string }>(
      sql`select gateway_token as token from cards where account_id = ${accountId} and replaced_at is null`,
    )
  ).token
const cardOf = ({ accountId }: Subscribed) =>
  harness.db.one<object>(sql`
    select last_four as "lastFour", expires_month || '/' || expires_year as expires, refused_because as refused,
      bank_told as told
    from cards where account_id = ${accountId} and replaced_at is null`)
const toldAbout = async ({ accountId }: Subscribed) =>
  (
    await harness.db.many<{ told: string }>(sql`
      select action || ' ' || (details->>'card') as told from audit
      where account_id = ${accountId} and actor = 'gateway' order by id`)
  ).map(({ told }) => told)
const refuseFirst = ({ accountId }: Subscribed) =>
  harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = now() where account_id = ${accountId} and not is_backup`)
const refuse = ({ accountId }: Subscribed, because: string) =>
  harness.db.run(
    sql`update cards set refused_because = ${because}, refused_at = ${harness.clock.now()} where account_id = ${accountId}`,
  )

const chargesOf = async ({ accountId }: Subscribed) =>
  (
    await harness.db.many<{ charge: string }>(
      sql`select last_four || ' ' || outcome as charge from charges where account_id = ${accountId} order by id`,
    )
  ).map(({ charge }) => charge)

/** The number of the report that a notice announced. */
async function announce(link: string, on: string): Promise<number> {
  expect((await postNotice(harness, { kind: 'card-report', link, on })).statusCode).toBe(200)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from card_reports where reported_on = ${on} order by id desc limit 1`,
  )
  return id
}

async function report(rows: CardReport, on = '2026-11-18', link = newLink()): Promise<void> {
  const id = await announce(link, on)
  await applyReport({ ...harness, payments: { ...harness.payments, readCardReport: async () => rows } }, id)
}

const expires = { month: 12, year: 2029 }
const [WAS, IS] = ['2026-11-17', '2026-11-18']

test('a new date is on file, stops the warnings about the former one, and is told once', async () => {
  const one = await subscribe(harness, { expires: [11, 2026] })
  const warned = async () => (await mailsTo(harness, one.email, 'card-expires')).length
  await warnOfExpiringCards(harness)
  expect(await warned()).toBe(1)
  const update = { token: await tokenOf(one), on: IS, kind: 'date', expires } as const
  await report([update])
  await report([update, update])
  expect(await cardOf(one)).toMatchObject({ expires: '12/2029', lastFour: '1111', told: 'date' })
  expect(await toldAbout(one)).toEqual(['card-date-told Visa ending in 1111: 12/2029'])
  harness.clock.set('2026-11-28T12:00:00Z')
  await warnOfExpiringCards(harness)
  expect(await warned()).toBe(1)
  harness.clock.set('2029-12-29T12:00:00Z')
  await warnOfExpiringCards(harness)
  expect(await warned()).toBe(2)
})

test('a new number brings its brand and date; without a date the former one stays', async () => {
  const one = await subscribe(harness, { expires: [3, 2027] })
  const number = { token: await tokenOf(one), kind: 'number' } as const
  await report([{ ...number, on: WAS, lastFour: '2222' }])
  expect(await cardOf(one)).toMatchObject({ lastFour: '2222', expires: '3/2027', told: 'number' })
  await report([{ ...number, on: IS, lastFour: '4444', brand: 'Mastercard', expires }])
  expect(await cardOf(one)).toMatchObject({ lastFour: '4444', expires: '12/2029' })
  expect(await toldAbout(one)).toEqual([
    'card-number-told Visa ending in 1111: now ending in 2222, expires 03/2027',
    'card-number-told Visa ending in 2222: now ending in 4444, expires 12/2029',
  ])
})

test('a closed account ends the card, and its owner is asked once for another one', async () => {
  const one = await subscribe(harness)
  const closed = { token: await tokenOf(one), on: IS, kind: 'closed' } as const
  await report([closed, closed])
  await report([{ ...closed, on: '2026-11-19' }], '2026-11-19')
  expect(await cardOf(one)).toMatchObject({ refused: 'closed', told: 'closed' })
  expect(await toldAbout(one)).toEqual(['card-closed-told Visa ending in 1111'])
  expect(await mailsTo(harness, one.email, 'card-closed')).toEqual([
    expect.objectContaining({ subject: 'Your card ending in 1111 has been closed' }),
  ])
})

test('the request to contact the customer is for operators, and changes nothing', async () => {
  const one = await subscribe(harness)
  const before = await cardOf(one)
  const contact = { token: await tokenOf(one), on: IS, kind: 'contact' } as const
  await report([contact])
  await report([contact, contact])
  expect(await cardOf(one)).toEqual(before)
  expect(await toldAbout(one)).toEqual(['card-contact-asked Visa ending in 1111'])
})

test.each([
  ['expired', 'date', null],
  ['wrong-number', 'date', 'wrong-number'],
  ['closed', 'date', 'closed'],
  ['expired', 'number', null],
  ['wrong-number', 'number', null],
  ['stolen', 'number', null],
  ['revoked', 'number', 'revoked'],
  ['do-not-retry', 'number', 'do-not-retry'],
] as const)('a card refused as %s is, with a new %s, refused as %s', async (because, kind, left) => {
  const one = await subscribe(harness)
  await refuse(one, because)
  const update = { token: await tokenOf(one), on: IS, lastFour: '2222', expires }
  await report([{ ...update, kind }])
  expect(await cardOf(one)).toMatchObject({ refused: left })
})

test('a repeated word does not lift what was refused after it; a later one does', async () => {
  const one = await subscribe(harness)
  const update = { token: await tokenOf(one), on: IS, kind: 'date', expires } as const
  await report([update])
  await refuse(one, 'expired')
  await report([update, undefined])
  expect(await cardOf(one)).toMatchObject({ refused: 'expired' })
  await report([{ ...update, on: '2026-11-19' }], '2026-11-19')
  expect(await cardOf(one)).toMatchObject({ refused: null })
})

test('an older report that comes later changes nothing', async () => {
  const one = await subscribe(harness)
  const token = await tokenOf(one)
  await report([{ token, on: IS, kind: 'date', expires }])
  await report([{ token, on: WAS, kind: 'closed' }], WAS)
  await report([{ token, on: WAS, kind: 'number', lastFour: '9999' }], WAS)
  expect(await cardOf(one)).toEqual({ lastFour: '1111', expires: '12/2029', refused: null, told: 'date' })
})

test('Billing says what the bank told us for 30 days, and of a closed account until there is another card', async () => {
  const [dated, closed] = [await subscribe(harness), await subscribe(harness)]
  const toldOf = async ({ accountId }: Subscribed) =>
    (await showCardNews(harness.db, accountId, harness.clock.now())).first?.bankTold
  const told = async () => [await toldOf(dated), await toldOf(closed)]
  expect(await told()).toEqual([null, null])
  await report([
    { token: await tokenOf(dated), on: IS, kind: 'date', expires },
    { token: await tokenOf(closed), on: IS, kind: 'closed' },
  ])
  harness.clock.set('2026-12-19T11:59:00Z')
  expect(await told()).toEqual(['date', 'closed'])
  harness.clock.set('2026-12-19T12:00:00Z')
  expect(await told()).toEqual([null, 'closed'])
})

test('a card that was replaced changes neither itself nor the new one', async () => {
  const one = await subscribe(harness)
  const token = await tokenOf(one)
  const billing = { street: '', city: '', region: '', postalCode: '', country: 'US' }
  const typed = {
    number: '4242424242424242',
    cvv: '1',
    holder: '',
    expiresMonth: 1,
    expiresYear: 2031,
    billing,
  }
  const vaulted = await harness.payments.vault(typed)
  if (vaulted.kind !== 'vaulted') throw new Error('The card was not kept')
  const { card } = vaulted
  const id = await announce(newLink(), IS)
  const readCardReport = async () => {
    await harness.db.transaction((tx) =>
      putCardOnFile(tx, one.accountId, { ...card, gateway: 'sandbox', holder: '' }, harness.clock.now()),
    )
    return [{ token, on: IS, kind: 'closed' }] as CardReport
  }
  await applyReport({ ...harness, payments: { ...harness.payments, readCardReport } }, id)
  expect(await cardOf(one)).toMatchObject({ lastFour: '4242', refused: null, told: null })
  expect(await toldAbout(one)).toEqual([])
})

test('a card closed before its month is due is not charged, and that month waits for another card', async () => {
  const one = await subscribe(harness)
  await report([{ token: await tokenOf(one), on: IS, kind: 'closed' }])
  harness.clock.set('2026-12-19T06:00:00Z')
  await renewDue(harness)
  const months = () =>
    harness.db.many(sql`
      select state, next_try_at is null as "isLeft" from periods where subscription_id = ${one.subscriptionId} order by id desc limit 1`)
  expect(await months()).toEqual([{ state: 'past_due', isLeft: true }])
  expect(await harness.db.many(sql`select 1 from charges where account_id = ${one.accountId}`)).toEqual([])
})

const EXPIRED = '4000000000000416'

test('an unpaid month is charged at once when its card is renewed, and no more when it is closed', async () => {
  const [renewed, closed] = [
    await subscribe(harness, { number: EXPIRED }),
    await subscribe(harness, { number: DECLINED_AT_RENEWAL }),
  ]
  harness.clock.set('2026-12-19T06:00:00Z')
  await renewDue(harness)
  const planOf = ({ subscriptionId }: Subscribed) =>
    harness.db.one<object>(sql`
      select state, next_try_at as at, try_because as because from periods
      where subscription_id = ${subscriptionId} order by id desc limit 1`)
  expect(await cardOf(renewed)).toMatchObject({ refused: 'expired' })
  expect(await planOf(renewed)).toMatchObject({ state: 'past_due', at: null })
  expect(await planOf(closed)).toMatchObject({ because: 'usual' })
  harness.clock.set('2026-12-20T03:00:00Z')
  const on = '2026-12-19'
  await report(
    [
      { token: await tokenOf(renewed), on, kind: 'date', expires },
      { token: await tokenOf(closed), on, kind: 'closed' },
    ],
    on,
  )
  expect(await planOf(renewed)).toMatchObject({ at: harness.clock.now(), because: 'card-updated' })
  expect(await planOf(closed)).toMatchObject({ state: 'past_due', at: null })
  const [mail] = await mailsTo(harness, closed.email, 'card-closed')
  expect(mail?.plain).toContain('pay the open bill with another card')
})

test.each([
  ['date', 'expired', ['1111 declined', '1111 paid']],
  ['number', 'closed', ['1111 declined', '4242 paid']],
  ['date', 'closed', ['1111 declined']],
  ['number', 'revoked', ['1111 declined']],
] as const)(
  'after a new %s, the late refusal “%s” of the former one decides whether the card is tried again',
  async (kind, reason, charged) => {
    const one = await subscribe(harness)
    harness.clock.set('2026-12-19T06:00:00Z')
    await outOfReach(harness, () => renewDue(harness))
    const on = '2026-12-18'
    const row = { token: await tokenOf(one), on, expires, ...(kind === 'number' ? { lastFour: '4242' } : {}) }
    await report([{ ...row, kind } as CardReport[number]], on)
    harness.clock.advance(DAY)
    const find = async () => ({ kind: 'declined', reason, isHard: true }) as const
    await renewDue({ ...harness, payments: { ...harness.payments, find } })
    expect(await chargesOf(one)).toEqual(charged)
    expect(await cardOf(one)).toMatchObject({ refused: charged.length > 1 ? null : reason })
  },
)

test('the backup card is updated as the first one is', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`update cards set is_backup = true where account_id = ${one.accountId}`)
  await report([{ token: await tokenOf(one), on: IS, kind: 'closed' }])
  expect(await cardOf(one)).toMatchObject({ refused: 'closed' })
  const [mail] = await mailsTo(harness, one.email, 'card-closed')
  expect(mail?.plain).toContain('To keep a backup card, enter another one.')
})

test('the mail about a closed backup card says what follows if the first card is refused as well', async () => {
  const twoCards = async () => {
    const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
    const id = await addBackupCard(harness, one)
    const { token } = await harness.db.one<{ token: string }>(
      sql`select gateway_token as token from cards where id = ${id}`,
    )
    return { ...one, token }
  }
  const [spare, next, open] = [await twoCards(), await twoCards(), await twoCards()]
  await refuseFirst(next)
  const on = '2026-12-18'
  const saysOf = async ({ email, token }: { email: string; token: string }) => {
    await report([{ token, on, kind: 'closed' }], on)
    const mails = await mailsTo(harness, email, 'card-closed')
    return mails[0]?.plain.replaceAll(/\s+/g, ' ')
  }
  expect(await saysOf(spare)).toMatch(
    /It is the backup card for .*\. We will not charge it\. To keep a backup/,
  )
  expect(await saysOf(next)).toMatch(
    /It is the backup card for .*\. We will not charge it again\. To avoid an/,
  )
  harness.clock.set('2026-12-19T06:00:00Z')
  await renewDue(harness)
  await refuseFirst(open)
  expect(await saysOf(open)).toMatch(
    /It is the backup card for .*\. We will not charge it again\. To restart/,
  )
})

test('a report of which no row can be read is not done: it waits until somebody has looked', async () => {
  await expect(report([undefined, undefined], IS)).rejects.toThrow('None of the 2 rows can be read')
  await report([], IS)
})

test('rows that cannot be read are named once for an operator, and the others are applied', async () => {
  const one = await subscribe(harness)
  const on = '2026-11-20'
  const rows: CardReport = [undefined, { token: await tokenOf(one), on, kind: 'date', expires }, undefined]
  for (const _ of [1, 2]) await report(rows, on)
  expect(await cardOf(one)).toMatchObject({ expires: '12/2029' })
  const looking = await harness.db.many(sql`
    select data ->> 'why' as why from pgboss.job where name = 'look-at-the-gateway' and data ->> 'why' like '%2026-11-20%'`)
  expect(looking).toEqual([
    { why: '2 of the 3 rows of the report about cards of 2026-11-20 could not be read: 1, 3' },
  ])
})

test('a report broken off at any row goes on after it, and each row is done once', async () => {
  const one = await subscribe(harness)
  const token = await tokenOf(one)
  const rows: CardReport = [
    { token, on: IS, kind: 'number', lastFour: '2222' },
    undefined,
    { token: 'nobody', on: IS, kind: 'closed' },
    { token, on: IS, kind: 'number', lastFour: '3333' },
  ]
  const id = await announce(newLink(), IS)
  let commits = 0
  for (let lives = 1; lives <= 5; lives += 1) {
    commits = 0
    const transaction: Harness['db']['transaction'] = (work) => {
      commits += 1
      if (commits === lives) throw new Error('killed')
      return harness.db.transaction(work)
    }
    const db = { ...harness.db, transaction }
    const payments = { ...harness.payments, readCardReport: async () => rows }
    await applyReport({ ...harness, db, payments }, id).catch(() => {})
  }
  await report(rows, IS)
  expect(await toldAbout(one)).toEqual([
    expect.stringContaining('now ending in 2222'),
    expect.stringContaining('now ending in 3333'),
  ])
})

test('a report counts once, however often it is announced, and its link is forgotten', async () => {
  const one = await subscribe(harness)
  const link = newLink()
  const id = await announce(link, IS)
  const queued = () =>
    harness.db.many(
      sql`select 1 from pgboss.job where name = 'read-card-report' and (data->>'reportId')::bigint = ${id}`,
    )
  expect(await announce(link, IS)).toBe(id)
  expect(await queued()).toHaveLength(1)
  await expect(applyReport(harness, id)).rejects.toThrow('The gateway has no such report')
  await report([{ token: await tokenOf(one), on: IS, kind: 'closed' }], IS, link)
  const done = await harness.db.one(sql`select link, done_at from card_reports where id = ${id}`)
  expect(done).toEqual({ link: null, done_at: harness.clock.now() })
  await applyReport(harness, id)
  const unsigned = { bt_payload: Buffer.from('{}').toString('base64'), bt_signature: 'made up' }
  const refused = await harness.app.inject({
    method: 'POST',
    url: '/rest/gateway/notices/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(unsigned).toString(),
  })
  expect(refused.statusCode).toBe(401)
})
