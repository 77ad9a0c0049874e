import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing/calls.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type House, openHouse } from '#server/test-kit/app.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { cardForm, cardOnFile, mailsTo, makePastDue } from '#server/test-kit/past-due.ts'
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

let house: House
/** Whether each card was verified when it was kept, and what happens meanwhile. */
let verified: boolean[]
let meanwhile: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  house = await openHouse({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async vault(card, options) {
          verified.push(options?.verify ?? false)
          const kept = await real.vault(card, options)
          await meanwhile?.()
          return kept
        },
      }
    },
  })
})
afterAll(() => house.close())
beforeEach(() => {
  house.clock.set('2026-11-15T15:00:00Z')
  verified = []
  meanwhile = undefined
})

test.each([DECLINED, OUT_OF_FUNDS])(
  'a card that the bank refuses (%s) does not take the place of a good one',
  async (number) => {
    const one = await subscribe(house)
    const browser = await openBrowser(house, one.email)
    expect(await browser.call(updateCard, cardForm(number))).toMatchObject({
      status: 400,
      body: { errors: { number: [expect.stringContaining('so nothing was changed')] } },
    })
    expect(await cardOnFile(house, one)).toEqual({ lastFour: '1111' })
    expect(await mailsTo(house, one, 'card-changed')).toEqual([])
  },
)

test('a card whose check got no answer leaves the old one, and says so', async () => {
  const one = await subscribe(house)
  const browser = await openBrowser(house, one.email)
  expect(await browser.call(updateCard, cardForm(TIMES_OUT))).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('could not be reached, and your card was not changed') },
  })
  expect(await cardOnFile(house, one)).toEqual({ lastFour: '1111' })
})

test('a card that is good today is on file, whatever its bank will say at the renewal', async () => {
  const one = await subscribe(house)
  verified = []
  const browser = await openBrowser(house, one.email)
  expect((await browser.call(updateCard, cardForm(DECLINED_AT_RENEWAL))).body).toMatchObject({
    data: { status: 'saved' },
  })
  expect(await cardOnFile(house, one)).toEqual({ lastFour: '0341' })
  expect(verified).toEqual([true])
})

test('a card that is charged at once is not verified as well: the bank is asked one time', async () => {
  const one = await makePastDue(house)
  verified = []
  const browser = await openBrowser(house, one.email)
  expect((await browser.call(updateCard, cardForm(APPROVED))).body).toMatchObject({
    data: { status: 'paid' },
  })
  expect(verified).toEqual([false])
})

test('a month that another tab pays in between leaves a card that must be verified first', async () => {
  const one = await makePastDue(house)
  const browser = await openBrowser(house, one.email)
  meanwhile = async () => {
    meanwhile = undefined
    await house.db.run(sql`
      update periods set state = 'paid' where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
  }
  expect(await browser.call(updateCard, cardForm(DECLINED))).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.any(String)] } },
  })
  expect(await cardOnFile(house, one)).toEqual({ lastFour: '0341' })
})

test('a card chosen while the month was charged to the old one stays on file when that charge comes through', async () => {
  const one = await subscribe(house, { number: TIMES_OUT })
  house.clock.set('2026-12-15T05:59:00Z')
  const browser = await openBrowser(house, one.email)
  meanwhile = async () => {
    house.clock.set('2026-12-15T06:00:00Z')
    await renewDue(house)
  }
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).body).toMatchObject({
    data: { status: 'saved' },
  })
  house.clock.advance(60_000)
  await renewDue(house)
  expect(
    await house.db.one(sql`
    select state from periods where subscription_id = ${one.subscriptionId} order by id desc limit 1`),
  ).toEqual({
    state: 'paid',
  })
  expect(await cardOnFile(house, one)).toEqual({ lastFour: '4444' })
})

test('of two cards saved at once the one on file is one of them, and there is one', async () => {
  const one = await subscribe(house)
  const browser = await openBrowser(house, one.email)
  const saved = await Promise.all(
    [APPROVED, MASTERCARD].map((number) => browser.call(updateCard, cardForm(number))),
  )
  expect(saved.map(({ status }) => status)).toEqual([200, 200])
  const { kept } = await house.db.one<{ kept: number }>(
    sql`select count(*) as kept from cards where account_id = ${one.accountId}`,
  )
  expect(kept).toBe(3)
})
