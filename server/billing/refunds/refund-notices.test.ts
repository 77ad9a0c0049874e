import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { sandboxFor, signNotice } from '#server/test-kit/payments.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import type { Way } from './credit-notes.ts'
import { settleLostRefund } from './send-refund.ts'

let isAnswerLost = false
let isReached = true
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const sandbox = sandboxFor(db, clock)
      return {
        ...sandbox,
        async refund(order) {
          if (!isReached) throw new Error('The gateway was not reached')
          const answer = await sandbox.refund(order)
          if (isAnswerLost) throw new Error('The answer was lost')
          return answer
        },
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  isAnswerLost = false
  isReached = true
  harness.clock.set('2026-11-15T15:00:00Z')
})

type Billed = Subscribed & { bill: string; reference: string }

/** An account whose renewal of $149.00 was paid by card some days ago. */
async function renewed(): Promise<Billed> {
  const one = await subscribe(harness, { plan: { triple: 1 } })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3 * DAY)
  const paid = await harness.db.one<{ bill: string; reference: string }>(sql`
    select i.number as bill, c.gateway_reference as reference from invoices i join charges c on c.id = i.charge_id
    where i.account_id = ${one.accountId}`)
  return { ...one, ...paid }
}

let keys = 0
async function giveBack({ bill }: Billed, cents: number, way: Way = 'card'): Promise<string> {
  keys += 1
  const given = await giveMoneyBack(harness, {
    key: `told-key-${keys}`,
    bill,
    howMuch: { kind: 'amount', cents },
    way,
    reason: 'goodwill',
    words: 'A slow week',
    actor: 'operator:kim',
  })
  return isRefused(given) ? String(given.errors) : given.state
}

async function tell(notice: object): Promise<void> {
  const { payload, signature } = signNotice(notice)
  const response = await harness.app.inject({
    method: 'POST',
    url: '/rest/gateway/notices/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ bt_payload: payload, bt_signature: signature }).toString(),
  })
  expect(response.statusCode).toBe(200)
}

/** The state of the bill, the charge and the credit notes, and the number of mails. */
async function standing({ accountId, email }: Billed) {
  const books = await harness.db.one<Record<'bill' | 'charge' | 'notes', number>>(sql`
    select (select sum(refunded_cents)::integer from invoices where account_id = ${accountId}) as bill,
      (select sum(refunded_cents)::integer from charges where account_id = ${accountId}) as charge,
      (select coalesce(sum(total_cents), 0)::integer from credit_notes
        where account_id = ${accountId} and state = 'issued') as notes`)
  return { ...books, mails: (await mailsTo(harness, { email } as Subscribed, 'refunded')).length }
}
const back = (cents: number, mails: number) => ({ bill: cents, charge: cents, notes: cents, mails })
const refundOf = async ({ accountId }: Billed) =>
  harness.db.one<{ refund: string; noteId: number }>(sql`
    select s.reference as refund, r.credit_note_id as "noteId" from refunds r join charges c on c.id = r.charge_id
    join sandbox_refunds s on s.key = r.key where c.account_id = ${accountId} order by r.id desc limit 1`)

test('a gateway notice of our own refund, with or without its reference, counts once', async () => {
  const one = await renewed()
  expect(await giveBack(one, 3_000)).toBe('issued')
  const { refund } = await refundOf(one)
  const { reference } = one
  await tell({ kind: 'refund', reference, amount: 3_000, refund })
  await tell({ kind: 'refund', reference, amount: 3_000, refund, attempt: 2 })
  expect(await standing(one)).toEqual(back(3_000, 1))
  expect(await giveBack(one, 2_000)).toBe('issued')
  await tell({ kind: 'refund', reference, amount: 2_000 })
  expect(await standing(one)).toEqual(back(5_000, 2))
})

test('a second notice of the same amount, after ours, is a refund made at the gateway', async () => {
  const one = await renewed()
  expect(await giveBack(one, 2_000)).toBe('issued')
  await tell({ kind: 'refund', reference: one.reference, amount: 2_000 })
  await tell({ kind: 'refund', reference: one.reference, amount: 2_000, attempt: 2 })
  expect(await standing(one)).toEqual(back(4_000, 2))
})

test('a refund with an unknown reference was made at the gateway, whatever its amount', async () => {
  const one = await renewed()
  expect(await giveBack(one, 2_000)).toBe('issued')
  await tell({ kind: 'refund', reference: one.reference, amount: 2_000, refund: 'made-at-the-gateway' })
  expect(await standing(one)).toEqual(back(4_000, 2))
})

test('a notice that arrives before the lost answer settles the refund, and the job has nothing to do', async () => {
  const one = await renewed()
  isAnswerLost = true
  expect(await giveBack(one, 6_000)).toBe('open')
  isAnswerLost = false
  const { refund, noteId } = await refundOf(one)
  await tell({ kind: 'refund', reference: one.reference, amount: 6_000, refund })
  expect(await standing(one)).toEqual(back(6_000, 1))
  await settleLostRefund(harness, noteId)
  await tell({ kind: 'refund', reference: one.reference, amount: 6_000, refund, attempt: 2 })
  expect(await standing(one)).toEqual(back(6_000, 1))
})

/** Gateway notices that an operator has to look into. */
const unbookedOf = ({ accountId }: Billed) =>
  harness.db.many<{ cents: number }>(sql`
    select (details->>'cents')::integer as cents from audit
    where account_id = ${accountId} and action = 'refund-unbooked' and actor = 'gateway' order by id`)

test('a gateway refund takes no room from a pending one; the operator is told of the excess', async () => {
  const one = await renewed()
  expect(await giveBack(one, 7_000, 'credit')).toBe('issued')
  isAnswerLost = true
  expect(await giveBack(one, 7_000)).toBe('open')
  isAnswerLost = false
  const { noteId } = await refundOf(one)
  await tell({ kind: 'refund', reference: one.reference, amount: 5_000, refund: 'made-at-the-gateway' })
  expect(await unbookedOf(one)).toEqual([{ cents: 4_100 }])
  expect(harness.logged()).toContain('is more than what is left of its bill')
  harness.clock.advance(DAY)
  await settleLostRefund(harness, noteId)
  expect(await standing(one)).toEqual({ bill: 7_900, charge: 12_000, notes: 14_900, mails: 2 })
})

test('a gateway refund that left no room for one of ours is booked in full once ours is refused', async () => {
  const one = await renewed()
  isReached = false
  expect(await giveBack(one, 7_000)).toBe('open')
  isReached = true
  const { reference } = one
  const made = await harness.payments.refund({ key: `by-hand-${reference}`, reference, amount: 10_000 })
  if (made.kind !== 'refunded') throw new Error('The gateway did not refund')
  await tell({ kind: 'refund', reference, amount: 10_000, refund: made.reference })
  expect(await unbookedOf(one)).toEqual([{ cents: 2_100 }])
  harness.clock.advance(DAY)
  const { id } = await harness.db.one<{ id: number }>(sql`
    select id from credit_notes where account_id = ${one.accountId} and state = 'open'`)
  await settleLostRefund(harness, id)
  expect(await harness.db.one(sql`select state from credit_notes where id = ${id}`)).toEqual({
    state: 'refused',
  })
  expect(await standing(one)).toEqual(back(10_000, 2))
})

test('a refund that the bank fails to carry out is reverted; account and log tell the operators', async () => {
  const one = await renewed()
  expect(await giveBack(one, 3_000)).toBe('issued')
  const { refund } = await refundOf(one)
  await tell({ kind: 'refund-failed', reference: one.reference, refund, amount: 3_000 })
  expect(await standing(one)).toEqual(back(0, 1))
  expect(harness.logged()).toContain('the bank did not carry out a refund that the gateway had accepted')
  const desk = await openDesk(harness)
  const { values } = await (await desk.as('reader')).get(`/desk/accounts/${one.pin}/`)
  await desk.close()
  expect((values as unknown as DeskAccountValues).timeline.lines).toContainEqual(
    expect.objectContaining({
      kind: 'money',
      text: 'Could not carry out a refund: the money did not go back',
      more: `Bill ${one.bill}, $30.00`,
      reason: expect.stringMatching(/^Credit note N-\d+$/),
    }),
  )
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.activity)).text).not.toContain('the money did not go back')
})

test('a gateway refund of a bill that used credit is booked up to the card payment', async () => {
  const one = await renewed()
  expect(await giveBack(one, 3_000, 'credit')).toBe('issued')
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const next = await harness.db.one<{ bill: string; reference: string }>(sql`
    select i.number as bill, c.gateway_reference as reference from invoices i join charges c on c.id = i.charge_id
    where i.account_id = ${one.accountId} order by i.id desc limit 1`)
  expect(await giveBack({ ...one, ...next }, 3_000, 'credit')).toBe('issued')
  await tell({ kind: 'refund', reference: next.reference, amount: 11_900, refund: 'of-the-next-bill' })
  expect(await unbookedOf(one)).toEqual([])
  expect(
    await harness.db.one(sql`select refunded_cents as back from invoices where number = ${next.bill}`),
  ).toEqual({
    back: 11_900,
  })
})
