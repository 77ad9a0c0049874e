// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { changePlan } from '#contract/features/plan.ts'
import { turnOffSecondFactor } from '#contract/features/second-factor.ts'
import { askForEmail, changePassword } from '#contract/features/security.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE, SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, makePastDue, OPEN } from '#server/test-kit/past-due.ts'
import { addProtected, turnOnFactor } from '#server/test-kit/second-factor.ts'
import { type SignedIn, signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
})
afterAll(() => harness.close())

const password = 'password1'
const stepUpFor = (...ways: string[]) => ({ status: 403, body: { step_up: ways } })
/** A sensitive change that always succeeds. */
const change = (person: SignedIn) => person.send(askForEmail, { email: freshEmail() })

async function addPerson() {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  return { email, accountId, agentId, person: await signedInAs(harness, { email }) }
}

test('a password entered less than 10 minutes ago is not requested again', async () => {
  const { person } = await addPerson()
  harness.clock.advance(10 * MINUTE - SECOND)
  expect(await change(person)).toMatchObject({ status: 200 })
  harness.clock.advance(SECOND)
  expect(await change(person)).toMatchObject(stepUpFor('password'))
  expect(await person.send(confirmIdentity, { password })).toMatchObject({ status: 200 })
  harness.clock.advance(10 * MINUTE - SECOND)
  expect(await change(person)).toMatchObject({ status: 200 })
})

test('a confirmation in one session does not count in another', async () => {
  const { email, person } = await addPerson()
  harness.clock.advance(10 * MINUTE)
  const other = await signedInAs(harness, { email })
  expect(await change(other)).toMatchObject({ status: 200 })
  expect(await change(person)).toMatchObject(stepUpFor('password'))
})

test('a session without a recent confirmation is asked', async () => {
  const { agentId, person } = await addPerson()
  await harness.db.run(sql`update sessions set shown_way = null, shown_at = null where agent_id = ${agentId}`)
  expect(await change(person)).toMatchObject(stepUpFor('password'))
})

test('a wrong or missing password is refused at its field, and its guesses count with all others', async () => {
  const { agentId, person } = await addPerson()
  harness.clock.advance(10 * MINUTE)
  expect(await person.send(confirmIdentity, {})).toMatchObject({
    status: 400,
    body: { errors: { password: [expect.any(String)] } },
  })
  for (let guess = 0; guess < 4; guess += 1) {
    expect(await person.send(confirmIdentity, { password: 'a guess' })).toMatchObject({
      status: 400,
      body: { errors: { password: ['Your password is incorrect.'] } },
    })
    await person.send(askForEmail, { email: freshEmail(), current_password: 'a guess' })
  }
  expect(await person.send(confirmIdentity, { password })).toMatchObject({ status: 429 })
  expect(await person.send(askForEmail, { email: freshEmail(), current_password: password })).toMatchObject({
    status: 429,
  })
  const entries = await harness.db.many(
    sql`select action from audit where agent_id = ${agentId} and action = 'identity-confirmed'`,
  )
  expect(entries).toEqual([])
})

test('while too many passwords are being checked, it must wait, and no attempt is used up', async () => {
  const small = await openHarness({
    environment: { PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '1' },
  })
  const email = freshEmail()
  await addAccount(small.db, { email })
  const person = await signedInAs(small, { email })
  // One hash runs and one waits, until the requests are answered.
  let isAnswered = false
  const keepBusy = async () => {
    while (!isAnswered) await small.passwords.hash('another password')
  }
  const busy = [keepBusy(), keepBusy()]
  // More than a person's attempts in 15 minutes.
  for (let request = 0; request < 10; request += 1)
    expect((await person.send(confirmIdentity, { password })).status).toBe(503)
  isAnswered = true
  await Promise.all(busy)
  expect(await person.send(confirmIdentity, { password })).toMatchObject({ status: 200 })
  await small.close()
})

test('a confirmation is logged for the person, with its method and origin', async () => {
  const { agentId, accountId, person } = await addPerson()
  await person.send(confirmIdentity, { password })
  const { code } = await turnOnFactor(harness, person)
  await person.send(confirmIdentity, { code: code() })
  const entries = await harness.db.many(sql`
    select account_id as "accountId", ip, details from audit
    where agent_id = ${agentId} and action = 'identity-confirmed' order by id`)
  const ip = expect.stringMatching(/\d/)
  expect(entries).toEqual([
    { accountId, ip, details: { way: 'password' } },
    { accountId, ip, details: { way: 'code' } },
  ])
  expect((await person.open('/account/activity/')).html).toContain('Confirmed their identity before a change')
})

test('with a factor only the factor counts, by app or by recovery code, each once', async () => {
  const { person, code, recoveryCodes } = await addProtected(harness)
  expect(await change(person)).toMatchObject({ status: 200 })
  harness.clock.advance(10 * MINUTE)
  expect(await person.send(confirmIdentity, { password })).toMatchObject(stepUpFor('code'))
  expect(await person.send(confirmIdentity, { code: 'wrong' })).toMatchObject({
    status: 400,
    body: { errors: { code: [expect.any(String)] } },
  })
  const shown = code()
  expect(await person.send(confirmIdentity, { code: shown })).toMatchObject({ status: 200 })
  expect(await person.send(confirmIdentity, { code: shown })).toMatchObject({ status: 400 })
  // A password in the change does not replace the code.
  const passwords = { password: 'password2', password_confirm: 'password2' }
  expect(await person.send(changePassword, { current_password: password, ...passwords })).toMatchObject({
    status: 200,
  })
  expect(await change(person)).toMatchObject({ status: 200 })
  harness.clock.advance(10 * MINUTE)
  expect(await change(person)).toMatchObject(stepUpFor('code'))
  const [first = ''] = recoveryCodes
  expect(await person.send(confirmIdentity, { code: first })).toMatchObject({ status: 200 })
  expect(await change(person)).toMatchObject({ status: 200 })
  harness.clock.advance(10 * MINUTE)
  expect(await person.send(confirmIdentity, { code: first })).toMatchObject({ status: 400 })
})

test('a factor turned on after the password was entered is requested; once off, the password is', async () => {
  const { agentId, person } = await addPerson()
  const { code } = await turnOnFactor(harness, person)
  // As seen by another tab that had shown the password before.
  await harness.db.run(sql`update sessions set shown_way = 'password' where agent_id = ${agentId}`)
  expect(await change(person)).toMatchObject(stepUpFor('code'))
  await person.send(confirmIdentity, { code: code() })
  expect(await person.send(turnOffSecondFactor, {})).toMatchObject({ status: 200 })
  expect(await change(person)).toMatchObject(stepUpFor('password'))
  expect(await person.send(confirmIdentity, { code: code() })).toMatchObject(stepUpFor('password'))
})

test("a password in a change's body is checked even if not needed, and counts as confirmation", async () => {
  const { person } = await addPerson()
  const email = freshEmail()
  expect(await person.send(askForEmail, { email, current_password: 'a guess' })).toMatchObject({
    status: 400,
    body: { errors: { current_password: ['Your password is incorrect.'] } },
  })
  harness.clock.advance(10 * MINUTE)
  expect(await person.send(askForEmail, { email, current_password: password })).toMatchObject({ status: 200 })
  expect(await change(person)).toMatchObject({ status: 200 })
})

test('with a factor on, a password in a body is not checked before the factor was shown', async () => {
  const { agentId, person, code } = await addProtected(harness)
  harness.clock.advance(10 * MINUTE)
  const passwords = { password: 'password2', password_confirm: 'password2' }
  const sendWith = (current_password: string) => [
    person.send(changePassword, { current_password, ...passwords }),
    person.send(askForEmail, { email: freshEmail(), current_password }),
    person.send(turnOffSecondFactor, { current_password }),
  ]
  for (const typed of ['a guess', password])
    for (const refused of await Promise.all(sendWith(typed))) expect(refused).toMatchObject(stepUpFor('code'))
  expect(await harness.db.many(sql`select 1 from failed_sign_ins where agent_id = ${agentId}`)).toEqual([])
  await person.send(confirmIdentity, { code: code() })
  expect(await person.send(changePassword, { current_password: 'a guess', ...passwords })).toMatchObject({
    status: 400,
    body: { errors: { current_password: ['Your password is incorrect.'] } },
  })
  harness.clock.advance(10 * MINUTE)
  const both = { current_password: password, code: code() }
  expect(await person.send(turnOffSecondFactor, both)).toMatchObject({ status: 200 })
})

test('an invalid body is refused before anyone is asked', async () => {
  const { person } = await addPerson()
  harness.clock.advance(10 * MINUTE)
  expect(await person.send(askForEmail, { email: 'not an email' })).toMatchObject({
    status: 400,
    body: { errors: { email: [expect.any(String)] } },
  })
})

test('someone who can only pay changes the card with their own confirmation', async () => {
  const { email } = await makePastDue(harness)
  const person = await signedInAs(harness, { email })
  const card = { ...cardForm('5555555555554444'), ...OPEN }
  harness.clock.advance(10 * MINUTE)
  expect(await person.send(updateCard, card)).toMatchObject(stepUpFor('password'))
  expect(await person.send(confirmIdentity, { password })).toMatchObject({ status: 200 })
  expect(await person.send(updateCard, card)).toMatchObject({ status: 200 })
})

test('a purchase needs confirmation if it more than doubles the monthly cost, even in steps', async () => {
  const { email } = await subscribe(harness, { plan: { triple: 2 } })
  const person = await signedInAs(harness, { email })
  let keys = 0
  const buy = (triple: number, more: number) => {
    keys += 1
    return person.send(changePlan, {
      triple_line_power_dialer_count: triple,
      hosted_lead_management_count: 1,
      now_cents: more * 13_900,
      next_cents: triple * 13_900 + 1_000,
      idempotency_key: `step by step ${email} ${keys}`,
    })
  }
  harness.clock.advance(10 * MINUTE)
  // $288 a month: $427 and $566 are less than twice as much, $705 is more than twice of what it was.
  expect(await buy(5, 3)).toMatchObject(stepUpFor('password'))
  expect(await buy(3, 1)).toMatchObject({ status: 200 })
  expect(await buy(4, 1)).toMatchObject({ status: 200 })
  expect(await buy(5, 1)).toMatchObject(stepUpFor('password'))
  // A reduction never asks.
  expect(await buy(3, 0)).toMatchObject({ status: 200 })
  await person.send(confirmIdentity, { password })
  expect(await buy(5, 1)).toMatchObject({ status: 200 })
})
