// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { countFreeAccountNumbers } from '#server/accounts/account-numbers.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import type { Database } from '#server/platform/db/database.ts'
import { violated } from '#server/platform/db/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Clock, MINUTE } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { leaveFree } from '#server/test-kit/account-numbers.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'
import { DECLINED, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
/** Gateway functions that a test overrides, and how often the gateway was asked. */
let between: Partial<Payments>
let lookUps: number

beforeEach(async () => {
  between = {}
  lookUps = 0
  harness = await openHarness({ payments })
})
afterEach(() => harness.close())

function payments(db: Database, clock: Clock): Payments {
  const gateway = sandboxFor(db, clock)
  return {
    ...gateway,
    vault: (card, options) => {
      lookUps += 1
      return (between.vault ?? gateway.vault)(card, options)
    },
    find: (key) => (between.find ?? gateway.find)(key),
  }
}

async function submit(
  form: ReturnType<typeof goodSignUp | typeof goodLegacySignUp> = goodSignUp(),
  at = harness,
) {
  const { status, body } = await send(at, submitSignUp, form, { address: freshIp() })
  return { status, errors: body.errors, pin: (body.data as { pin?: string } | undefined)?.pin }
}
const usedUp = { status: 400, errors: messages.noAccountNumbers }
const countFree = () => countFreeAccountNumbers(harness.db)
const reserved = async () =>
  (
    await harness.db.many<{ number: string }>(sql`
      select reserved_account_number as number from orders where reserved_account_number is not null`)
  ).map(({ number }) => number)
const countOf = async (table: 'sandbox_charges' | 'accounts' | 'orders') =>
  (await harness.db.one<{ count: number }>({ text: `select count(*) as count from ${table}`, values: [] }))
    .count

test('the first account takes one of a million six-digit numbers [GEN-14]', async () => {
  expect(await countFree()).toBe(1_000_000)
  expect((await submit()).pin).toMatch(/^[0-9]{6}$/)
  expect(await countFree()).toBe(999_999)
  expect(await reserved()).toEqual([])
})

test('twenty concurrent payments at two instances for seven numbers: seven accounts, seven charges', async () => {
  const numbers = ['000000', '004207', '004208', '500000', '500001', '999998', '999999']
  await leaveFree(harness.db, ...numbers)
  const other = await openHarness({ db: harness.db, payments })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => submit(goodSignUp(), place % 2 ? other : harness)),
  )
  await other.close()
  const paid = answers.filter(({ status }) => status === 200)
  expect(paid.map(({ pin }) => pin).toSorted()).toEqual(numbers)
  for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(usedUp)
  expect([await countOf('sandbox_charges'), await countOf('accounts'), await countOf('orders')]).toEqual([
    7, 7, 7,
  ])
  expect(await countFree()).toBe(0)
})

test('without free numbers, both wizards say so before the gateway is asked, leaving no order', async () => {
  await leaveFree(harness.db)
  expect(await submit()).toMatchObject(usedUp)
  expect(await submit(goodLegacySignUp())).toMatchObject(usedUp)
  expect([lookUps, await countOf('orders')]).toEqual([0, 0])
  await leaveFree(harness.db, '123456')
  expect((await submit()).pin).toBe('123456')
})

test('a declined order releases its number, and so does one whose card could not be stored', async () => {
  await leaveFree(harness.db, '004207')
  expect((await submit(goodSignUp({ number: DECLINED }))).status).toBe(400)
  expect(await countFree()).toBe(1)
  between.vault = async () => ({ kind: 'unknown' })
  expect((await submit()).status).toBe(400)
  expect([await countFree(), await reserved()]).toEqual([1, []])
  between = {}
  expect((await submit()).pin).toBe('004207')
})

test("while the bank's answer is unknown the number stays reserved, and the paid account gets it", async () => {
  await leaveFree(harness.db, '004207')
  const form = goodSignUp({ number: TIMES_OUT })
  expect((await submit(form)).status).toBe(202)
  expect(await reserved()).toEqual(['004207'])
  expect(await submit()).toMatchObject(usedUp)
  await settleLostOrder(harness, form.idempotency_key)
  expect((await submit(form)).pin).toBe('004207')
  expect([await countFree(), await reserved()]).toEqual([0, []])
})

test('an order that never reached the gateway releases its number when it is dropped', async () => {
  await leaveFree(harness.db, '004207')
  const form = goodSignUp({ number: TIMES_OUT })
  await submit(form)
  between.find = async () => ({ kind: 'absent' })
  harness.clock.advance(MINUTE)
  await settleLostOrder(harness, form.idempotency_key)
  expect([await countFree(), await reserved()]).toEqual([1, []])
})

test('an invited account keeps its number: it needs no free one and takes none', async () => {
  const invite = () =>
    addAccount(harness.db, { email: freshEmail(), status: 'free signup agent', isInvited: true })
  const complete = async (accountId: number) => {
    const { email } = await harness.db.one<{ email: string }>(
      sql`select email from agents where account_id = ${accountId}`,
    )
    return submit(goodSignUp({ email, confirmEmail: email }))
  }
  const [one, other] = [await invite(), await invite()]
  await leaveFree(harness.db)
  expect(await complete(one.accountId)).toMatchObject({ status: 200, pin: one.pin })
  await leaveFree(harness.db, '004207')
  expect(await complete(other.accountId)).toMatchObject({ status: 200, pin: other.pin })
  expect([await countFree(), await reserved()]).toEqual([1, []])
})

test('if the invited account closes during payment, the new one gets a number once paid', async () => {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email, status: 'free signup agent', isInvited: true })
  const form = goodSignUp({ email, confirmEmail: email, number: TIMES_OUT })
  await leaveFree(harness.db)
  expect((await submit(form)).status).toBe(202)
  await harness.db.run(sql`update accounts set status = 'canceled' where id = ${accountId}`)
  await leaveFree(harness.db, '004207')
  await settleLostOrder(harness, form.idempotency_key)
  expect((await submit(form)).pin).toBe('004207')
})

test('an account cannot take a number reserved by an order', async () => {
  await leaveFree(harness.db, '004207')
  const form = goodSignUp({ number: TIMES_OUT })
  await submit(form)
  const refused = await harness.db
    .transaction((tx) => addAccount(tx, { email: freshEmail(), pin: '004207' }))
    .catch((error: unknown) => error)
  expect(violated(refused, 'one_account_per_pin')).toBe(true)
  await settleLostOrder(harness, form.idempotency_key)
  expect((await submit(form)).pin).toBe('004207')
})

test("an account's number is never reused: bills keep the account, and deletion frees nothing", async () => {
  await leaveFree(harness.db, '004207', '004208')
  const { pin } = await submit()
  const deletes = harness.db.transaction((tx) => tx.run(sql`delete from accounts where pin = ${pin}`))
  await expect(deletes).rejects.toThrow('foreign key')
  const left = pin === '004207' ? '004208' : '004207'
  // The feed keeps the events of an account that was provisioned.
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), pin: left, status: 'pending' })
  await harness.db.run(sql`delete from agents where account_id = ${accountId}`)
  expect(await harness.db.run(sql`delete from accounts where id = ${accountId}`)).toBe(1)
  expect(await countFree()).toBe(0)
  expect(await submit()).toMatchObject(usedUp)
})
