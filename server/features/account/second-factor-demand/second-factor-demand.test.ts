// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removePasskey } from '#contract/features/passkeys.ts'
import { handOver, invitePerson } from '#contract/features/people.ts'
import { join } from '#contract/features/people-links.ts'
import { turnOffSecondFactor } from '#contract/features/second-factor.ts'
import { demandSecondFactor, withdrawFactorDemand } from '#contract/features/second-factor-demand.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import { addAccount, addSeats } from '#server/test-kit/accounts.ts'
import { addTeam, confirmOwner, demand } from '#server/test-kit/factor-demand.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { linkTokenIn, mailsTo } from '#server/test-kit/mails.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { storePasskey } from '#server/test-kit/passkeys.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { turnOnFactor, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const PAGE = '/account/security/second-factor/'
const MAIL = 'second-factor-demanded'
const setUp = { data: { redirect_url: '/login/second-step/set-up/' } }
const account = { data: { redirect_url: '/account/' } }

test('an owner without a second factor cannot require one of others', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const owner = await signedInAs(harness, { email })
  const refused = await owner.send(demandSecondFactor, { grace_days: '7' })
  expect([refused.status, refused.body]).toEqual([
    400,
    { errors: 'Turn on two-step verification for yourself before you require it of others.' },
  ])
})

test('only the owner can require it, with a number of days from the list', async () => {
  const team = await addTeam(harness)
  const user = await signedInAs(harness, { email: team.email })
  expect((await user.send(demandSecondFactor, { grace_days: '7' })).status).toBe(403)
  expect((await user.send(withdrawFactorDemand, {})).status).toBe(403)
  for (const days of ['', '-1', '2', '31', '1e1', '7.0'])
    expect((await demand(team, days)).status, days).toBe(400)
  expect(valuesIn((await user.open(PAGE)).html).everyone).toBeNull()
  expect((await demand(team, '30')).status).toBe(200)
})

test('people without one get an email and a notice with the deadline; others get neither', async () => {
  harness.clock.set('2026-11-28T03:29:00Z')
  const team = await addTeam(harness)
  const { owner, email } = team
  const user = await signedInAs(harness, { email })
  await harness.db.run(sql`update accounts set time_zone = 'US/Eastern' where id = ${owner.accountId}`)
  const { body } = await demand(team, '7')
  // Month ends and time zones: the 27th in the east, seven days later the 4th.
  const ends_at = 'Dec 4, 2026, 10:30 PM'
  expect(body.data).toEqual({
    demand: { grace_days: '7', ends_at, is_over: false },
    people: 2,
    without_factor: 1,
  })
  const [mail] = await mailsTo(harness, email, MAIL)
  expect(mail?.subject).toBe(`Set up two-step verification by ${ends_at}`)
  expect(mail?.plain).toContain('Dana Whitfield now requires two-step verification of everyone')
  expect(await mailsTo(harness, owner.email, MAIL)).toEqual([])
  expect((await user.open('/account/')).html).toContain(`Set it up by ${ends_at}`)
  expect(valuesIn((await owner.person.open('/account/')).html).factorDueAt).toBeNull()
  const audit = await harness.db.many(sql`
    select action, details from audit where account_id = ${owner.accountId} order by id desc limit 1`)
  expect(audit).toEqual([{ action: 'second-factor-demanded', details: { days: 7 } }])
  expect((await owner.person.open('/account/activity/')).html).toContain(
    'Required two-step verification of everyone',
  )
})

test('at the deadline open sessions are locked, and unlocked once the demand is withdrawn', async () => {
  const team = await addTeam(harness)
  const { owner, email } = team
  await demand(team, '1')
  const user = await signedInAs(harness, { email })
  harness.clock.advance(DAY - MINUTE)
  expect((await user.open('/account/')).status).toBe(200)
  harness.clock.advance(MINUTE)
  expect((await user.open('/account/people/')).location).toBe(
    '/login/second-step/set-up/?next=%2Faccount%2Fpeople%2F',
  )
  expect((await user.open('/account/activity/activity.csv')).status).not.toBe(200)
  expect((await user.send(turnOffSecondFactor, { current_password: 'password1', code: '1' })).status).toBe(
    401,
  )
  expect((await owner.person.open('/account/')).status).toBe(200)
  // Without a recent second factor, a session alone cannot stop it.
  expect((await owner.person.send(withdrawFactorDemand, {})).body).toMatchObject({ step_up: ['code'] })
  await confirmOwner(team)
  const withdrawn = await owner.person.send(withdrawFactorDemand, {})
  expect(withdrawn.body.data).toMatchObject({ demand: null, without_factor: 1 })
  expect((await user.open('/account/people/')).status).toBe(200)
  expect((await typePassword(harness, email)).body).toEqual(account)
})

test('the owner gets an email when it is required in their name, and when it is no longer', async () => {
  const team = await addTeam(harness)
  const { person, email } = team.owner
  await demand(team, '7')
  await person.send(withdrawFactorDemand, {})
  await person.send(withdrawFactorDemand, {})
  const mails = await mailsTo(harness, email, 'second-factor-demand')
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Two-step verification is no longer required of everyone',
    'Two-step verification is now required of everyone',
  ])
  for (const { plain } of mails) expect(plain).toContain('/not-me/')
})

test('requiring it again restarts the days, announced by email', async () => {
  const team = await addTeam(harness)
  await demand(team, '0')
  expect((await typePassword(harness, team.email)).body).toEqual(setUp)
  harness.clock.advance(DAY)
  expect((await demand(team, '3')).status).toBe(403)
  await confirmOwner(team)
  await demand(team, '3')
  expect((await typePassword(harness, team.email)).body).toEqual(account)
  harness.clock.advance(3 * DAY)
  expect((await typePassword(harness, team.email)).body).toEqual(setUp)
  expect(await mailsTo(harness, team.email, MAIL)).toHaveLength(2)
})

test('it cannot be turned off while it is required', async () => {
  const team = await addTeam(harness)
  const { person } = team.owner
  await demand(team, '7')
  const refused = await person.send(turnOffSecondFactor, {})
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    'The owner of your account requires two-step verification of everyone, so you cannot give up the only way you have.',
  ])
  expect(valuesIn((await person.open(PAGE)).html)).toMatchObject({ isDemanded: true })
  await person.send(withdrawFactorDemand, {})
  expect((await person.send(turnOffSecondFactor, {})).status).toBe(200)
})

test('of two factors removed concurrently while one is required, one stays', async () => {
  const team = await addTeam(harness)
  const { person, agentId } = team.owner
  await storePasskey(harness, agentId)
  await demand(team, '7')
  const removeOther = async (tx: Db) => {
    await tx.run(sql`select from agents where id = ${agentId} for update`)
    await tx.run(sql`delete from passkeys where agent_id = ${agentId}`)
  }
  const { status } = await whileUnderWay(harness, removeOther, () => person.send(turnOffSecondFactor, {}))
  expect(status).toBe(400)
  expect(await harness.db.many(sql`select 1 from second_factors where agent_id = ${agentId}`)).toHaveLength(1)
})

test('a passkey counts, but does not allow signing in by password alone', async () => {
  const team = await addTeam(harness)
  const user = await signedInAs(harness, { email: team.email })
  const passkey_id = await storePasskey(harness, team.userId)
  await demand(team, '0')
  expect(await mailsTo(harness, team.email, MAIL)).toEqual([])
  expect(valuesIn((await user.open('/account/')).html).factorDueAt).toBeNull()
  expect((await user.open('/account/people/')).status).toBe(200)
  expect((await typePassword(harness, team.email)).body).toEqual({
    data: { redirect_url: '/login/second-step/' },
  })
  // Nor can the last of them be removed.
  await harness.db.run(sql`update sessions set shown_way = 'passkey' where agent_id = ${team.userId}`)
  expect((await user.send(removePasskey, { passkey_id })).status).toBe(400)
})

test('people who join later get the same number of days from joining', async () => {
  const team = await addTeam(harness)
  const { owner } = team
  await addSeats(harness.db, owner.accountId, 3)
  await demand(team, '3')
  harness.clock.advance(10 * DAY)
  const again = await protectedAgain(owner.email, owner.code)
  const email = freshEmail()
  expect((await again.send(invitePerson, { email })).status).toBe(200)
  const [mail] = await mailsTo(harness, email, 'invitation')
  const chosen = { full_name: 'Noor Haddad', password: 'password1', password_confirm: 'password1' }
  const joined = await send(harness, join, chosen, { parts: { linkToken: linkTokenIn(mail) } })
  expect(joined.status).toBe(200)
  expect((await typePassword(harness, email)).body).toEqual(account)
  harness.clock.advance(3 * DAY)
  expect((await typePassword(harness, email)).body).toEqual(setUp)
})

/** The owner signs in again: a session is idle for two days at most. */
async function protectedAgain(email: string, code: () => string) {
  const { cookies } = await typePassword(harness, email)
  const done = await typeCode(harness, cookies['second-step'], code())
  const headers = { cookie: `session=${done.cookies.session}` }
  return {
    send: (call: Parameters<typeof send>[1], body: Record<string, unknown>) =>
      send(harness, call, body, { headers }),
  }
}

test('a hand-over keeps the requirement, and the new owner can end it', async () => {
  const team = await addTeam(harness)
  const { owner, email, userId } = team
  await demand(team, '7')
  const user = await signedInAs(harness, { email })
  const handed = await owner.person.send(handOver, { agent_id: userId, password: 'password1' })
  expect(handed.status).toBe(200)
  // The former owner no longer sees who has one.
  expect(JSON.stringify(handed.body)).not.toContain('second_factor')
  expect((await owner.person.send(withdrawFactorDemand, {})).status).toBe(403)
  expect((await user.send(demandSecondFactor, { grace_days: '14' })).status).toBe(400)
  await turnOnFactor(harness, user)
  expect((await user.send(demandSecondFactor, { grace_days: '14' })).status).toBe(200)
  expect((await user.send(withdrawFactorDemand, {})).status).toBe(200)
})

test('the owner sees who has an app, only a passkey, or neither; a user does not', async () => {
  const { owner, email, userId } = await addTeam(harness)
  const user = await signedInAs(harness, { email })
  const shown = async () => valuesIn((await owner.person.open('/account/people/')).html).people
  expect(await shown()).toMatchObject([{ second_factor: 'app' }, { second_factor: 'none' }])
  await storePasskey(harness, userId)
  expect(await shown()).toMatchObject([{ second_factor: 'app' }, { second_factor: 'passkey' }])
  expect((await user.open('/account/people/')).html).not.toContain('second_factor')
})

test('is limited to ten times a day, as each one mails people', async () => {
  const team = await addTeam(harness)
  for (let time = 0; time < 10; time += 1) expect((await demand(team, '7')).status).toBe(200)
  expect((await demand(team, '7')).status).toBe(429)
})

test('the operator sees the requirement, and who lacks a factor until when', async () => {
  const team = await addTeam(harness)
  await demand(team, '7')
  const shown = await operatorOf(harness).run('account', 'show', team.owner.email)
  expect(shown.rows('account')).toMatchObject([{ secondFactorGraceDays: 7 }])
  expect(shown.rows('people')).toMatchObject([
    { secondFactor: true, secondFactorDueAt: null },
    { secondFactor: false, secondFactorDueAt: new Date(harness.clock.now().getTime() + 7 * DAY) },
  ])
})
