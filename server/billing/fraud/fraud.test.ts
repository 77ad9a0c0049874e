import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function signUp() {
  const form = goodSignUp()
  await send(harness, submitSignUp, form, { address: freshIp() })
  const email = String(form.email)
  const one = await harness.db.one<{ accountId: number }>(sql`
    update accounts set status = 'active' where id = (
      select account_id from agents where email_key = ${email.toLowerCase()}) returning id as "accountId"`)
  return { ...one, email }
}
const signsIn = async (email: string) =>
  (await send(harness, signIn, { email, password: 'password1' }, { address: freshIp() })).body.data as {
    redirect_url: string
  }
const standingOf = (accountId: number) =>
  harness.db.one(sql`
    select a.status, a.fraud_reason as reason, (
        select next_at from subscriptions where account_id = a.id and ended_at is null) as "nextChargeAt",
      (select count(*) from sessions s join agents g on g.id = s.agent_id
        where g.account_id = a.id and s.ended_at is null) as sessions
    from accounts a where a.id = ${accountId}`)

test('a fraud mark cancels, signs out and stops charges; removing it resumes the current month', async () => {
  const one = await signUp()
  expect((await signsIn(one.email)).redirect_url).toBe('/account/')
  await expect(byOperator.undoFraud(harness, one)).rejects.toThrow('not marked')
  await byOperator.markFraud(harness, one)
  expect((await signsIn(one.email)).redirect_url).toBe('/login/?status=logged_out_as_fraud')
  expect(await standingOf(one.accountId)).toEqual({
    status: 'canceled',
    reason: 'stolen card',
    nextChargeAt: null,
    sessions: 0,
  })
  await expect(byOperator.markFraud(harness, one)).rejects.toThrow('marked already')

  await byOperator.undoFraud(harness, one)
  expect((await signsIn(one.email)).redirect_url).toBe('/account/')
  expect(await standingOf(one.accountId)).toMatchObject({ reason: null, nextChargeAt: expect.any(Date) })
})

test('removing a fraud mark after the month lets the owner reactivate, without a debt', async () => {
  const one = await signUp()
  await byOperator.markFraud(harness, one)
  const before = harness.clock.now().toISOString()
  harness.clock.set('2027-02-01T12:00:00Z')
  await byOperator.undoFraud(harness, one)
  harness.clock.set(before)
  expect(await standingOf(one.accountId)).toMatchObject({ status: 'canceled', nextChargeAt: null })
})
