import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { lookUpEmail, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import { warnIfFew } from '#server/features/background/account-numbers/watch.ts'
import { sql } from '#server/platform/db/sql.ts'
import { leaveFree } from '#server/test-kit/account-numbers.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
})
afterEach(() => harness.close())

const makeCall = <C extends Parameters<typeof send>[1]>(call: C, body: Parameters<typeof send<C>>[2]) =>
  send(harness, call, body, { address: freshIp() })

/** Leaves this many numbers free: the last ones of each row. */
async function leaveCount(free: number): Promise<void> {
  await harness.db.run(sql`
    update account_numbers
    set taken = (repeat('1', 10000 - ${free / 100}::integer) || repeat('0', ${free / 100}::integer))::bit(10000)`)
}

test('an account number keeps its leading zeros in sign-up, mails, sign-in and commands', async () => {
  await leaveFree(harness.db, '000042')
  const form = goodSignUp({ company: 'Zero Street' })
  const email = String(form.email)
  expect((await makeCall(submitSignUp, form)).body).toEqual({ data: { status: 'registered', pin: '000042' } })
  const [receipt] = await mailsTo(harness, email, 'receipt')
  expect(receipt?.plain).toContain('account number 000042')
  await harness.db.run(sql`update accounts set status = 'active'`)

  const lookedUp = (await makeCall(lookUpEmail, { email })).body.data as { status: string; pin: string }
  expect(lookedUp).toMatchObject({ status: 'busy.active', pin: '000042' })
  const query = new URLSearchParams({
    status: 'busy.active',
    extraData: JSON.stringify({ email, pin: lookedUp.pin }),
  })
  expect((await harness.app.inject(`${pages['sign-in']}?${query}`)).body).toContain('Account Number 000042')
  await addAccount(harness.db, { email, pin: '000043' })
  const signedIn = await makeCall(signIn, { email, password: 'password1', pin: '000042' })
  expect(signedIn.status).toBe(200)
  const session = String(signedIn.headers['set-cookie']).split(';')[0]
  const account = await harness.app.inject({ url: pages.account, headers: { cookie: session } })
  expect(account.body).toContain('000042')

  const operator = operatorOf(harness)
  expect((await operator.run('account', 'find', '000042')).rows('accounts')).toMatchObject([
    { pin: '000042', company: 'Zero Street' },
  ])
  expect((await operator.run('account', 'show', '000042')).rows('account')).toMatchObject([{ pin: '000042' }])
  expect(await operator.refused('account', 'show', '42')).toBe('There is no account 42.')
})

test('warns the operator below 5, below 1 percent and at no free numbers, by log and command', async () => {
  const operator = operatorOf(harness)
  await makeCall(submitSignUp, goodSignUp({ number: '4000-0000-0000-0119' }))
  await addAccount(harness.db, { email: freshEmail() })
  expect((await operator.run('account', 'numbers')).rows('accountNumbers')).toEqual([
    { all: 1_000_000, taken: 1, reserved: 1, left: 999_998 },
  ])
  const said = async (free: number) => {
    await leaveCount(free)
    const before = harness.logged().length
    await warnIfFew(harness)
    const line = harness.logged().slice(before)
    const { level, msg, accountNumbersLeft } = line ? JSON.parse(line) : {}
    if (line) expect({ level, accountNumbersLeft }).toEqual({ level: 40, accountNumbersLeft: free })
    if (line) expect((await operator.run('account', 'numbers')).text).toContain(msg)
    return msg
  }
  expect(await said(50_000)).toBe(undefined)
  expect(await said(49_900)).toBe('Less than 5 percent of the account numbers are left.')
  expect(await said(9_900)).toBe('Less than 1 percent of the account numbers are left.')
  expect(await said(0)).toBe('All account numbers are taken: sign-ups are refused, and nothing is charged.')
})
