// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForFactorRecovery, cancelFactorRecovery } from '#contract/features/second-step.ts'
import { finishRecoveries } from '#server/identity/recover-second-factor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { addProtected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const secondStep = { data: { redirect_url: '/login/second-step/' } }
const account = { data: { redirect_url: '/account/' } }
const MAIL = 'second-factor-recovery'

async function sayLost(email: string) {
  const { cookies } = await typePassword(harness, email)
  const headers = { cookie: `second-step=${cookies['second-step']}` }
  return send(harness, askForFactorRecovery, {}, { address: freshIp(), headers })
}

async function keepPage({ linkToken }: { linkToken: string }) {
  const { body } = await harness.app.inject({
    url: `/login/second-step/keep/${linkToken}/`,
    remoteAddress: freshIp(),
  })
  return valuesIn(body)
}

test('a lost factor is removed after 24 hours, not before, and the person is told both times', async () => {
  const { email } = await addProtected(harness)
  expect((await sayLost(email)).status).toBe(200)
  harness.clock.advance(HOUR)
  // Asking again neither restarts the wait nor sends another mail.
  await sayLost(email)
  expect(await mailsTo(harness, email, MAIL)).toHaveLength(1)
  harness.clock.advance(23 * HOUR - MINUTE)
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
  harness.clock.advance(MINUTE)
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(account)
  expect(await mailsTo(harness, email, 'second-factor-removed')).toHaveLength(1)
})

test('the link in the mail cancels it, once', async () => {
  const { email } = await addProtected(harness)
  await sayLost(email)
  const [mail] = await mailsTo(harness, email, MAIL)
  const parts = { linkToken: linkTokenIn(mail) }
  const opened = await harness.app.inject({ url: `/login/second-step/keep/${parts.linkToken}/` })
  expect(opened.body).toContain('Cancel the request')
  expect((await send(harness, cancelFactorRecovery, {}, { parts })).status).toBe(200)
  expect((await send(harness, cancelFactorRecovery, {}, { parts })).status).toBe(404)
  harness.clock.advance(25 * HOUR)
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
})

test('the link cancels it as long as the factor is on, even after the 24 hours', async () => {
  const { email } = await addProtected(harness)
  await sayLost(email)
  const parts = { linkToken: linkTokenIn((await mailsTo(harness, email, MAIL))[0]) }
  // The job may be late.
  harness.clock.advance(24 * HOUR + 5 * MINUTE)
  expect((await keepPage(parts)).isOpen).toBe(true)
  expect((await send(harness, cancelFactorRecovery, {}, { parts })).status).toBe(200)
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
  expect(await mailsTo(harness, email, 'second-factor-removed')).toHaveLength(0)
})

test('after the removal the link cancels nothing, nor once the request was deleted', async () => {
  const { email } = await addProtected(harness)
  await sayLost(email)
  const parts = { linkToken: linkTokenIn((await mailsTo(harness, email, MAIL))[0]) }
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  expect((await keepPage(parts)).isOpen).toBe(false)
  expect((await send(harness, cancelFactorRecovery, {}, { parts })).status).toBe(404)

  const other = await addProtected(harness)
  await sayLost(other.email)
  const late = { linkToken: linkTokenIn((await mailsTo(harness, other.email, MAIL))[0]) }
  harness.clock.advance(8 * DAY)
  await finishRecoveries(harness)
  expect((await send(harness, cancelFactorRecovery, {}, { parts: late })).status).toBe(404)
  expect((await typePassword(harness, other.email)).body).toEqual(secondStep)
})

test('a request canceled while the job is running removes nothing', async () => {
  const { email } = await addProtected(harness)
  await sayLost(email)
  const parts = { linkToken: linkTokenIn((await mailsTo(harness, email, MAIL))[0]) }
  harness.clock.advance(24 * HOUR)
  let canceled = 0
  const many: typeof harness.db.many = async (statement) => {
    const due = await harness.db.many(statement)
    expect(due).toHaveLength(1)
    canceled = (await send(harness, cancelFactorRecovery, {}, { parts })).status
    return due as never
  }
  await finishRecoveries({ ...harness, db: { ...harness.db, many } })
  expect(canceled).toBe(200)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
})

test('using the factor proves that it is not lost: the request is canceled', async () => {
  const { email, code } = await addProtected(harness)
  await sayLost(email)
  const { cookies } = await typePassword(harness, email)
  expect((await typeCode(harness, cookies['second-step'], code())).status).toBe(200)
  harness.clock.advance(25 * HOUR)
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
})

test('without a correct password nobody can request it', async () => {
  expect((await send(harness, askForFactorRecovery, {})).status).toBe(401)
})

test('two concurrent requests start one waiting time', async () => {
  const { email } = await addProtected(harness)
  await Promise.all([sayLost(email), sayLost(email)])
  expect(await mailsTo(harness, email, MAIL)).toHaveLength(1)
})

test('the operator can start the waiting time, but not skip it', async () => {
  const { email, agentId, accountId } = await addProtected(harness)
  const { run, refused } = operatorOf(harness)
  const said = await run('second-factor', 'recover', email)
  expect(said.text).toContain(`The two-step verification of ${email} is turned off at`)
  expect(await refused('second-factor', 'recover', email)).toMatch(
    `This was already requested. The two-step verification of ${email} will be turned off at`,
  )
  await finishRecoveries(harness)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
  expect(await mailsTo(harness, email, MAIL)).toHaveLength(1)
  harness.clock.advance(24 * HOUR)
  await finishRecoveries(harness)
  const left = await harness.db.many(sql`select 1 from second_factors where agent_id = ${agentId}`)
  expect(left).toHaveLength(0)
  const audit = await harness.db.many<{ action: string }>(sql`
    select action from audit where account_id = ${accountId} order by id`)
  expect(audit.map(({ action }) => action)).toEqual([
    'second-factor-on',
    'second-factor-recovery-asked',
    'second-factor-removed',
  ])
})
