import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveBackupCard, updateCard } from '#contract/features/billing.ts'
import { payWithCardByLink } from '#contract/features/billing-links.ts'
import { cancel } from '#contract/features/cancel.ts'
import { reactivateWithCard } from '#contract/features/reactivate.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import type { DeclineReason } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import {
  APPROVED,
  DECLINED_AT_RENEWAL,
  MASTERCARD,
  type Subscribed,
  subscribe,
} from '#server/test-kit/subscriptions.ts'

let harness: Harness
let isDeclined: boolean
let because: DeclineReason
let charges: number
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async vault(card, options) {
          const kept = await real.vault(card, options)
          return kept.kind === 'unknown' ? kept : { ...kept, numberId: `id of ${card.number}` }
        },
        async charge(order) {
          charges += 1
          return isDeclined ? { kind: 'declined', reason: because } : real.charge(order)
        },
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.clock.set('2026-11-15T15:00:00Z')
  isDeclined = false
  because = 'declined'
  charges = 0
})

const refused = (errors: object) => ({ status: 400, body: { errors } })
const useAnother = refused({
  number: ['Your bank told us not to charge this card again. Nothing was charged. Please use another card.'],
})
const refuseCards = ({ accountId }: Subscribed, because: string) =>
  harness.db.run(sql`
    update cards set refused_because = ${because}, refused_at = ${harness.clock.now()} where account_id = ${accountId}`)
const cardsOf = ({ accountId }: Subscribed) =>
  harness.db.many(sql`
    select gateway_token, refused_because from cards where account_id = ${accountId} and replaced_at is null`)

async function leave(): Promise<Subscribed> {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  return one
}

const entrances = {
  'as the card on file': {
    account: () => subscribe(harness),
    send: async ({ email }: Subscribed, number: string) =>
      (await openBrowser(harness, email)).call(updateCard, cardForm(number)),
  },
  'as the backup': {
    account: () => subscribe(harness),
    send: async ({ email }: Subscribed, number: string) =>
      (await openBrowser(harness, email)).call(saveBackupCard, cardForm(number)),
  },
  'to pay the open month': {
    account: () => makePastDue(harness),
    send: async ({ email }: Subscribed, number: string) =>
      (await openBrowser(harness, email)).call(updateCard, { ...cardForm(number), ...OPEN }),
  },
  'on the page of a payment link': {
    account: () => makePastDue(harness),
    send: async (one: Subscribed, number: string) =>
      (await openBrowser(harness)).call(
        payWithCardByLink,
        { ...cardForm(number), ...OPEN },
        { linkToken: await payLinkOf(harness, one) },
      ),
  },
  'to reactivate the account': {
    account: leave,
    send: async ({ email, accountId }: Subscribed, number: string) =>
      (await openBrowser(harness, email)).call(reactivateWithCard, {
        ...cardForm(number),
        total_cents: 14_900,
        idempotency_key: `back-${accountId}-${number}`,
      }),
  },
}

test.each(Object.entries(entrances))(
  'a card that its bank has refused for good is recognized when it is typed again %s',
  async (_, { account, send }) => {
    const one = await account()
    const number = await numberOf(one)
    await refuseCards(one, 'closed')
    charges = 0
    const before = await cardsOf(one)
    expect(await send(one, number)).toMatchObject(useAnother)
    expect([charges, await cardsOf(one)]).toEqual([0, before])
    expect(await send(one, MASTERCARD)).toMatchObject({ status: 200 })
  },
)

async function numberOf({ accountId }: Subscribed): Promise<string> {
  const { numberId } = await harness.db.one<{ numberId: string }>(sql`
    select number_id as "numberId" from cards where account_id = ${accountId} and replaced_at is null`)
  return numberId.slice('id of '.length)
}

test('so is a former card, after another one has taken its place', async () => {
  const one = await subscribe(harness)
  await refuseCards(one, 'revoked')
  const owner = await openBrowser(harness, one.email)
  expect((await owner.call(updateCard, cardForm(MASTERCARD))).status).toBe(200)
  expect(await owner.call(saveBackupCard, cardForm(APPROVED))).toMatchObject(useAnother)
})

test.each([
  ['expired', '2039', refused({ expiration_date_0: [expect.stringContaining('has expired')] })],
  ['expired', '2040', { status: 200 }],
  ['wrong-code', '2039', { status: 200 }],
  ['closed', '2040', useAnother],
  ['lost', '2040', useAnother],
  ['revoked', '2040', useAnother],
  ['do-not-retry', '2040', useAnother],
  ['wrong-number', '2040', useAnother],
])(
  'typing again lifts a refusal that was about what was typed: %s, valid through %s',
  async (because, year, answer) => {
    const one = await subscribe(harness, { expires: [12, 2039] })
    await refuseCards(one, because)
    const owner = await openBrowser(harness, one.email)
    expect(await owner.call(updateCard, { ...cardForm(APPROVED), expiration_date_1: year })).toMatchObject(
      answer,
    )
    const [card] = await cardsOf(one)
    expect(card).toMatchObject({
      refused_because: 'status' in answer && answer.status === 200 ? null : because,
    })
  },
)

test.each([
  ['stolen', 1],
  ['closed', 1],
  ['expired', 2],
] as const)(
  'typed again to pay, the card on file is refused as %s: it is sent %d time(s) in all from then on',
  async (reason, tries) => {
    const one = await makePastDue(harness)
    const { send: payByLink } = entrances['on the page of a payment link']
    ;[isDeclined, because] = [true, reason]
    expect(await payByLink(one, DECLINED_AT_RENEWAL)).toMatchObject({ status: 400 })
    const [card] = await cardsOf(one)
    expect(card).toMatchObject({ refused_because: tries === 1 ? reason : null })
    harness.clock.advance(DAY)
    await renewDue(harness)
    const sent = await harness.db.many(sql`
      select 1 from charges where account_id = ${one.accountId} and created_at > '2026-12-15T06:00:00Z'`)
    expect(sent).toHaveLength(tries)
  },
)

test('the tries of a card count when it is typed again: five are kept for automatic ones', async () => {
  const one = await makePastDue(harness)
  const { send: payByLink } = entrances['on the page of a payment link']
  isDeclined = true
  for (let count = 0; count < 15; count += 1) {
    harness.clock.advance(HOUR)
    expect(await payByLink(one, DECLINED_AT_RENEWAL)).toMatchObject({ status: 400 })
  }
  harness.clock.advance(HOUR)
  isDeclined = false
  charges = 0
  const tooOften = [
    expect.stringContaining('This card was declined too many times, and nothing was charged.'),
  ]
  expect(await payByLink(one, DECLINED_AT_RENEWAL)).toMatchObject(refused({ number: tooOften }))
  expect(charges).toBe(0)
  expect(await payByLink(one, MASTERCARD)).toMatchObject({ status: 200 })
})
