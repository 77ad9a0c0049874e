import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverPasskeys } from '#contract/features/passkeys.ts'
import { chooseNewPassword } from '#contract/features/password-reset.ts'
import { keepSecondFactor } from '#contract/features/second-factor.ts'
import { askForFactorRecovery } from '#contract/features/second-step.ts'
import { changePassword } from '#contract/features/security.ts'
import { mailResetLinks } from '#server/features/visitors/password-reset/request-reset.ts'
import { findAgentById } from '#server/identity/agents.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { transaction } from '#server/platform/transaction.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { addPasskeyPerson } from '#server/test-kit/passkeys.ts'
import { addProtected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

// Someone who reads a person's mails, and has nothing else of theirs.
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const password = 'maple otter'
const secondStep = { data: { redirect_url: '/login/second-step/' } }
const account = { data: { redirect_url: '/account/' } }

async function resetByMail({ email, agentId }: { email: string; agentId: number }) {
  const agent = await findAgentById(harness.db, agentId)
  if (!agent) throw new Error('nobody there')
  await transaction(harness, (tx) => mailResetLinks(tx, [agent], false))
  const linkToken = linkTokenIn((await mailsTo(harness, email, 'password-reset')).at(-1))
  const passwords = { password, password_confirm: password }
  const done = await send(harness, chooseNewPassword, passwords, { address: freshIp(), parts: { linkToken } })
  expect(done.status).toBe(200)
}

async function sayLost(email: string, typed = password) {
  const { cookies } = await typePassword(harness, email, { password: typed })
  const headers = { cookie: `second-step=${cookies['second-step']}` }
  expect((await send(harness, askForFactorRecovery, {}, { address: freshIp(), headers })).status).toBe(200)
  return headers
}

async function waitFor(ms: number) {
  harness.clock.advance(ms)
  await finishRecoveries(harness)
}

const removalOn = async (person: SignedIn, path = '/account/') =>
  valuesIn((await person.open(path)).html).factorRemoval

test('after a reset by email, a lost factor is removed after 72 hours, and the person is told so', async () => {
  const { email, agentId } = await addProtected(harness)
  await resetByMail({ email, agentId })
  const headers = await sayLost(email)
  const page = await harness.app.inject({ url: '/login/second-step/', remoteAddress: freshIp(), headers })
  expect(valuesIn(page.body).waitHours).toBe(72)
  const [asked] = await mailsTo(harness, email, 'second-factor-recovery')
  expect(asked?.subject).toBe('Two-step verification will be turned off in 72 hours')
  expect(asked?.plain).toContain('because the password was reset by email in the last 7 days')
  await waitFor(72 * HOUR - MINUTE)
  expect((await typePassword(harness, email, { password })).body).toEqual(secondStep)
  await waitFor(MINUTE)
  expect((await typePassword(harness, email, { password })).body).toEqual(account)
  const [done] = await mailsTo(harness, email, 'second-factor-removed')
  expect(done?.plain).toContain('As requested 72 hours ago')
  const person = await signedInAs(harness, { email, password })
  const log = (await person.open('/account/activity/')).html
  for (const wait of ['In 72 hours', 'After 72 hours']) expect(log).toContain(wait)
})

test('the wait is 72 hours for seven days after the reset, then 24', async () => {
  const [late, { email, agentId }] = [await addProtected(harness), await addProtected(harness)]
  await resetByMail(late)
  await resetByMail({ email, agentId })
  harness.clock.advance(7 * DAY - MINUTE)
  await sayLost(late.email)
  const [asked] = await mailsTo(harness, late.email, 'second-factor-recovery')
  expect(asked?.subject).toContain('in 72 hours')
  harness.clock.advance(MINUTE)
  await sayLost(email)
  await waitFor(24 * HOUR)
  expect((await typePassword(harness, email, { password })).body).toEqual(account)
})

test('a reset cancels a pending request, and a new one waits 72 hours', async () => {
  const { email, agentId } = await addProtected(harness)
  await sayLost(email, 'password1')
  harness.clock.advance(23 * HOUR)
  await resetByMail({ email, agentId })
  await waitFor(2 * HOUR)
  expect((await typePassword(harness, email, { password })).body).toEqual(secondStep)
  await sayLost(email)
  await waitFor(71 * HOUR)
  expect((await typePassword(harness, email, { password })).body).toEqual(secondStep)
})

test('changing the password in the account after the reset does not shorten the wait', async () => {
  const { email, agentId, code } = await addProtected(harness)
  await resetByMail({ email, agentId })
  const { cookies } = await typePassword(harness, email, { password })
  const { cookies: own } = await typeCode(harness, cookies['second-step'], code())
  const passwords = { password: 'cedar heron', password_confirm: 'cedar heron' }
  const headers = { cookie: `session=${own.session}` }
  const body = { current_password: password, ...passwords }
  expect((await send(harness, changePassword, body, { address: freshIp(), headers })).status).toBe(200)
  harness.clock.advance(MINUTE)
  await sayLost(email, 'cedar heron')
  await waitFor(71 * HOUR)
  expect((await typePassword(harness, email, { password: 'cedar heron' })).body).toEqual(secondStep)
})

test('the wait is the same for lost passkeys and for a request by the operator', async () => {
  const { email, agentId } = await addPasskeyPerson(harness)
  await resetByMail({ email, agentId })
  const person = await signedInAs(harness, { email, password })
  const page = await person.open('/account/security/passkeys/')
  expect(valuesIn(page.html).lost).toEqual({ removesAt: null, waitHours: 72 })
  expect((await person.send(recoverPasskeys, { current_password: password })).status).toBe(200)
  const [mail] = await mailsTo(harness, email, 'passkey-recovery')
  expect(mail?.subject).toBe('Your passkeys will be removed in 72 hours')
  const other = await addProtected(harness)
  await resetByMail(other)
  const said = await operatorOf(harness).run('second-factor', 'recover', other.email)
  const removesAt = new Date(harness.clock.now().getTime() + 72 * HOUR).toISOString()
  expect(said.text).toContain(`is turned off at ${removesAt}`)
})

test('a pending request appears on every account page of open sessions, and is canceled there', async () => {
  const { email, agentId, accountId, person } = await addProtected(harness)
  expect(await removalOn(person)).toBeUndefined()
  await sayLost(email, 'password1')
  const shown = { what: 'second-factor', removesAt: expect.any(String) }
  for (const path of ['/account/', '/account/billing/', '/account/security/', '/account/people/'])
    expect(await removalOn(person, path)).toEqual(shown)
  expect((await person.send(keepSecondFactor, {})).status).toBe(200)
  expect(await removalOn(person)).toBeUndefined()
  expect((await person.send(keepSecondFactor, {})).status).toBe(400)
  await waitFor(25 * HOUR)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
  const [entry] = await harness.db.many(sql`
    select action, account_id as "accountId", agent_id as "agentId" from audit where agent_id = ${agentId}
    order by id desc limit 1`)
  expect(entry).toEqual({ action: 'second-factor-recovery-canceled', accountId, agentId })
})

test('someone who can only pay also sees it on their pages, and can cancel it', async () => {
  const one = await addPasskeyPerson(harness)
  await one.person.send(recoverPasskeys, { current_password: 'password1' })
  await harness.db.run(sql`update accounts set status = 'past_due' where id = ${one.accountId}`)
  const removal = await removalOn(one.person, '/account/billing/')
  expect(removal).toEqual({ what: 'passkeys', removesAt: expect.any(String) })
  const { person: stranger } = await addProtected(harness)
  expect((await stranger.send(keepSecondFactor, {})).status).toBe(400)
  expect((await one.person.send(keepSecondFactor, {})).status).toBe(200)
  expect(await removalOn(one.person, '/account/billing/')).toBeUndefined()
})
