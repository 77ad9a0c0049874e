// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile, mailsTo, makePastDue, OPEN } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import {
  APPROVED,
  DECLINED,
  DECLINED_AT_RENEWAL,
  subscribe,
  TIMES_OUT,
} from '#server/test-kit/subscriptions.ts'

const MASTERCARD = '5555555555554444'
const OUT_OF_FUNDS = '4000000000009995'

let harness: Harness
/** For each stored card, whether it was verified; and what runs while it is being stored. */
let verified: boolean[]
let meanwhile: (() => Promise<unknown>) | undefined
/** The gateway's identifier of the card number. */
let numberId: string | null
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async vault(card, options) {
          verified.push(options?.verify ?? false)
          const kept = await real.vault(card, options)
          await meanwhile?.()
          return kept.kind === 'unknown' ? kept : { ...kept, numberId }
        },
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.clock.set('2026-11-15T15:00:00Z')
  verified = []
  meanwhile = undefined
  numberId = null
})

test.each([DECLINED, OUT_OF_FUNDS])('a declined card (%s) does not replace a good one', async (number) => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(updateCard, cardForm(number))).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.stringContaining('Nothing was changed')] } },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([])
})

test('a declined card is tried four times, in any notation of its number', async () => {
  const one = await subscribe(harness)
  verified = []
  const browser = await openBrowser(harness, one.email)
  for (const mark of ['', '-', ' ', '/', '.', 'x', '_']) {
    const number = `${DECLINED.slice(0, 12)}${mark}${DECLINED.slice(12)}${mark}`
    await browser.call(updateCard, { ...cardForm(number), expiration_date_1: '2031' })
  }
  expect(verified).toHaveLength(4)
})

test('declined checks count for the card number, with any expiry', async () => {
  numberId = 'the same number'
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  for (const month of [1, 2, 3, 4])
    await browser.call(updateCard, { ...cardForm(DECLINED), expiration_date_0: String(month) })
  expect(await browser.call(updateCard, cardForm(MASTERCARD))).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('nothing was charged') },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
})

test('a card whose check got no answer leaves the old one, and says so', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(updateCard, cardForm(TIMES_OUT))).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('could not reach the bank. Your card was not changed') },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
})

test('a card approved today goes on file, whatever its bank says at the renewal', async () => {
  const one = await subscribe(harness)
  verified = []
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(updateCard, cardForm(DECLINED_AT_RENEWAL))).body).toMatchObject({
    data: { status: 'saved' },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  expect(verified).toEqual([true])
})

test('a card charged at once is not verified as well: the bank gets one request', async () => {
  const one = await makePastDue(harness)
  verified = []
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(updateCard, { ...cardForm(APPROVED), ...OPEN })).body).toMatchObject({
    data: { status: 'paid' },
  })
  expect(verified).toEqual([false])
})

test('if another tab pays the month in between, the card is verified first', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  meanwhile = async () => {
    meanwhile = undefined
    await harness.db.run(sql`
      update periods set state = 'paid' where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
  }
  expect(await browser.call(updateCard, { ...cardForm(DECLINED), ...OPEN })).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.any(String)] } },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
})

test('a card chosen while the old one is being charged stays on file when that charge succeeds', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT })
  harness.clock.set('2026-12-15T05:59:00Z')
  const browser = await openBrowser(harness, one.email)
  meanwhile = async () => {
    harness.clock.set('2026-12-15T06:00:00Z')
    await renewDue(harness)
  }
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).body).toMatchObject({
    data: { status: 'saved' },
  })
  harness.clock.advance(60_000)
  await renewDue(harness)
  expect(
    await harness.db.one(sql`
    select state from periods where subscription_id = ${one.subscriptionId} order by id desc limit 1`),
  ).toEqual({
    state: 'paid',
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '4444' })
})

test('a card put on file just after the old one was refused for good is tried next', async () => {
  const one = await subscribe(harness, { number: '4000000000000366' })
  harness.clock.set('2026-12-15T05:59:00Z')
  const browser = await openBrowser(harness, one.email)
  meanwhile = async () => {
    harness.clock.set('2026-12-15T06:00:00Z')
    await renewDue(harness)
  }
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).body).toMatchObject({
    data: { status: 'saved' },
  })
  const planned = sql`
    select next_try_at as at, next_card as card from periods where subscription_id = ${one.subscriptionId}
    order by id desc limit 1`
  expect(await harness.db.one(planned)).toEqual({ at: new Date('2026-12-16T06:00:00Z'), card: 'first' })
})

test('of two cards saved at once, exactly one is on file', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const saved = await Promise.all(
    [APPROVED, MASTERCARD].map((number) => browser.call(updateCard, cardForm(number))),
  )
  expect(saved.map(({ status }) => status)).toEqual([200, 200])
  const { kept } = await harness.db.one<{ kept: number }>(
    sql`select count(*) as kept from cards where account_id = ${one.accountId}`,
  )
  expect(kept).toBe(3)
})
