// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lookUpEmail, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

const DECLINED = '4000-0000-0000-0002'
let harness: Harness
/** A gateway that identifies card numbers, as the real one does; the embedded one does not store them. */
let numberId: string | null
let vault: Payments['vault'] | undefined
beforeEach(async () => {
  numberId = null
  vault = undefined
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async vault(card) {
          const vaulted = await (vault ?? real.vault)(card)
          return vaulted.kind === 'vaulted' ? { ...vaulted, numberId } : vaulted
        },
      }
    },
  })
})
afterEach(() => harness.close())

const submit = (changes: Parameters<typeof goodSignUp>[0], address: string) =>
  send(harness, submitSignUp, goodSignUp(changes), { address })
/** A different card each time, judging by last four digits and expiry. */
const otherCard = (number: number) => ({
  number: DECLINED,
  expiration_date_0: String((number % 12) + 1),
  expiration_date_1: String(2028 + Math.floor(number / 12)),
})
const onDevice = (device: string) => ({ SEONPayload: btoa(JSON.stringify({ device })) })
/** Many at once, then a few in sequence: these use slots left by requests that timed out in the queue. */
async function tryMany(count: number, ask: (number: number) => Promise<unknown>): Promise<void> {
  await atOnce(count, ask)
  for (let number = count; number < count + 5; number += 1) await ask(number)
}
const atOnce = <Result>(count: number, ask: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, number) => ask(number)))
const reachedTheBank = async () =>
  (await harness.db.one<{ charges: number }>(sql`select count(*) as charges from sandbox_charges`)).charges

test('of forty concurrent declines from one address, twelve reach the gateway', async () => {
  const address = freshIp()
  await tryMany(40, (number) => submit(otherCard(number), address))
  expect(await reachedTheBank()).toBe(12)
  expect(harness.logged()).toContain('declines from one address')
  const refused = await submit({}, address)
  expect(refused.body.errors).toContain('We cannot take this payment online, and nothing was charged.')
  expect((await submit({}, freshIp())).status).toBe(200)
  harness.clock.advance(HOUR)
  expect((await submit({}, address)).status).toBe(200)
})

test('one card is tried four times, with any postal code, address and email', async () => {
  await tryMany(20, (number) => submit({ number: DECLINED, zip_code: String(60_000 + number) }, freshIp()))
  expect(await reachedTheBank()).toBe(4)
})

test('one number is tried four times with any expiry, once the gateway recognizes it', async () => {
  numberId = 'the same number'
  await tryMany(20, (number) => submit(otherCard(number), freshIp()))
  expect(await reachedTheBank()).toBe(4)
})

test('one device gets six tries, from any address', async () => {
  await tryMany(20, (number) => submit({ ...otherCard(number), ...onDevice('a') }, freshIp()))
  expect(await reachedTheBank()).toBe(6)
})

test("what is refused before the bank uses up nobody's tries", async () => {
  const address = freshIp()
  await tryMany(20, () => submit({ number: DECLINED }, address))
  expect(await reachedTheBank()).toBe(4)
  await tryMany(20, (number) => submit(otherCard(number), address))
  expect(await reachedTheBank()).toBe(12)
})

test('approved cards restore the count: a busy office is not treated as a card tester', async () => {
  const address = freshIp()
  for (let number = 0; number < 14; number += 1) expect((await submit({}, address)).status).toBe(200)
})

/**
 * The gateway answers no payment before others have waited twice for their turn, and `meanwhile` happens in
 * between. Payments wait for others for seconds: none of these pass, however slow this machine is.
 */
async function payAtOnce(count: number, meanwhile = () => {}) {
  const standing = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const counted = vi.spyOn(harness.db, 'many')
  onTestFinished(() => {
    standing.mockRestore()
    counted.mockRestore()
  })
  const mayAnswer = Promise.withResolvers<void>()
  vault = async (card) => {
    await mayAnswer.promise
    return sandboxFor(harness.db, harness.clock).vault(card)
  }
  const countInVain = () =>
    counted.mock.settledResults.filter(({ type, value }) => type === 'fulfilled' && isUsedUp(value)).length
  const expectInVain = (after: number) => expect.poll(countInVain).toBeGreaterThan(after)
  const address = freshIp()
  const answers = atOnce(count, () => submit({}, address))
  try {
    await expectInVain(0)
    meanwhile()
    await expectInVain(countInVain())
  } finally {
    mayAnswer.resolve()
  }
  return (await answers).map(({ status }) => status)
}
const isUsedUp = (rows: { points?: number; tries?: number }[]) =>
  rows.some(({ points = 0, tries = 0 }) => points > tries)

test('many honest concurrent payments with one card from one address queue up and all succeed', async () => {
  expect(await payAtOnce(20)).toEqual(Array(20).fill(200))
})

test("changing the clock does not end a payment's wait for the others", async () => {
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  const anHourLater = Date.now() + HOUR
  // Four may be in progress with one card: the fifth has waited since before the clock was set.
  expect(await payAtOnce(5, () => clock.mockReturnValue(anHourLater))).toEqual(Array(5).fill(200))
})

test('a person with an IPv6 address signs up like any other', async () => {
  expect((await submit({}, '2001:db8:0:1::5')).status).toBe(200)
})

test('a lost answer is not a decline of the card', async () => {
  const answers = await atOnce(6, () => submit({ number: '4000-0000-0000-0119' }, freshIp()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
})

test('identical machines of colleagues are different devices: each browser has its own cookie', async () => {
  const address = freshIp()
  for (let number = 0; number < 7; number += 1) {
    const form = goodSignUp(onDevice('office machine'))
    const { cookies } = await send(harness, lookUpEmail, { email: String(form.email) }, { address })
    const headers = { cookie: `sign-up=${cookies['sign-up']}` }
    expect((await send(harness, submitSignUp, form, { address, headers })).status).toBe(200)
  }
})

test('a gateway outage is not a decline of the card, the device or the address', async () => {
  const address = freshIp()
  vault = async () => ({ kind: 'unknown' })
  for (let number = 0; number < 14; number += 1)
    expect((await submit(onDevice('a'), address)).body.errors).toContain('could not reach the bank')
  vault = undefined
  expect((await submit(onDevice('a'), address)).status).toBe(200)
})

test('five sign-ups on one device in a day pass, a sixth is held; others at its address are not', async () => {
  const address = freshIp()
  const answers = await atOnce(9, (number) =>
    submit({ ...otherCard(number), number: '4111-1111-1111-1111', ...onDevice('shared') }, address),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const sixth = await submit(onDevice('shared'), freshIp())
  expect(sixth).toMatchObject({ status: 202, body: { data: { status: 'confirming', review: true } } })
  expect(await reachedTheBank()).toBe(5)
  expect((await submit(onDevice('another'), address)).status).toBe(200)
  harness.clock.advance(DAY)
  expect((await submit(onDevice('shared'), address)).status).toBe(200)
})

test('a device that sends no data is still counted by its address, up to the configured number', async () => {
  await harness.close()
  harness = await openHarness({ environment: { SIGN_UPS_PER_ADDRESS_AND_DAY: '6' } })
  const address = freshIp()
  const answers = await atOnce(12, (number) =>
    submit({ ...otherCard(number), number: '4111-1111-1111-1111' }, address),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
  expect(harness.logged()).toContain('sign-ups from one address')
  expect((await submit({}, freshIp())).status).toBe(200)
})

test('a declined sign-up does not count toward the five of its device', async () => {
  for (let number = 0; number < 5; number += 1)
    await submit({ ...otherCard(number), ...onDevice('a') }, freshIp())
  for (let number = 0; number < 5; number += 1)
    expect((await submit(onDevice('a'), freshIp())).status).toBe(200)
})
