import { afterAll, beforeAll, expect, test } from 'vitest'
import * as messages from '#contract/accounts/people-messages.ts'
import { changePassword, DEVICES_LISTED, endOtherSessions, endSession } from '#contract/features/security.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const safariOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
type Device = { id: number; browser: string; system: string; is_this: boolean; since: string }
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function devicesOf(person: SignedIn): Promise<Device[]> {
  return valuesIn((await person.open('/account/security/')).html).sessions as Device[]
}

async function twoDevices() {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const desk = await signedInAs(harness, { email, userAgent: chromeOnWindows })
  const laptop = await signedInAs(harness, { email, userAgent: safariOnMac })
  return { email, desk, laptop }
}

const isIn = async (person: SignedIn) => (await person.open('/account/security/')).status === 200

test('sessions show browser, place, start and last use, this one first', async () => {
  const { desk } = await twoDevices()
  expect(await devicesOf(desk)).toEqual([
    {
      id: expect.any(Number),
      name: '',
      browser: 'Chrome 131',
      system: 'Windows',
      address: expect.stringMatching(/^198\.18\./),
      since: 'Nov 15, 2026, 10:00 AM',
      last_seen: 'Nov 15, 2026, 10:00 AM',
      is_this: true,
    },
    expect.objectContaining({ browser: 'Safari 18', system: 'macOS', is_this: false }),
  ])
})

test('another session can be ended, and is refused at its next request', async () => {
  const { desk, laptop } = await twoDevices()
  const other = (await devicesOf(desk)).find((device) => !device.is_this)
  const answer = await desk.send(endSession, { session_id: other?.id ?? 0 })
  expect(answer).toMatchObject({ status: 200, body: { data: { sessions: [{ is_this: true }] } } })
  expect([await isIn(desk), await isIn(laptop)]).toEqual([true, false])
  expect(await desk.send(endSession, { session_id: other?.id ?? 0 })).toMatchObject({
    status: 404,
    body: { errors: 'This session has already ended. Please reload the page.' },
  })
})

test('this session ends by signing out, not by its id; nobody can end a stranger’s', async () => {
  const { desk } = await twoDevices()
  const stranger = (await twoDevices()).desk
  const [mine] = await devicesOf(desk)
  expect(await desk.send(endSession, { session_id: mine?.id ?? 0 })).toMatchObject({ status: 404 })
  expect(await stranger.send(endSession, { session_id: mine?.id ?? 0 })).toMatchObject({ status: 404 })
  expect(await isIn(desk)).toBe(true)
})

test('all others can be ended at once', async () => {
  const { email, desk, laptop } = await twoDevices()
  const third = await signedInAs(harness, { email })
  const answer = await desk.send(endOtherSessions, {})
  expect(answer).toMatchObject({ status: 200, body: { data: { sessions: [{ is_this: true }] } } })
  expect([await isIn(desk), await isIn(laptop), await isIn(third)]).toEqual([true, false, false])
})

test('a session that would no longer be accepted is not listed', async () => {
  const { desk } = await twoDevices()
  // The laptop stays unused for longer than a session's idle limit.
  for (let times = 0; times < 3; times += 1) {
    harness.clock.advance(20 * HOUR)
    expect(await isIn(desk)).toBe(true)
  }
  expect((await devicesOf(desk)).map((device) => device.browser)).toEqual(['Chrome 131'])
  harness.clock.advance(-60 * HOUR)
})

const change = (current_password: string, password: string, password_confirm = password) => ({
  current_password,
  password,
  password_confirm,
})

test('a new password needs the old one, ends the other sessions, and is confirmed by mail', async () => {
  const { email, desk, laptop } = await twoDevices()
  expect(await desk.send(changePassword, change('not mine', 'maple otter'))).toMatchObject({
    status: 400,
    body: { errors: { current_password: ['Your password is incorrect.'] } },
  })
  expect(await mailsTo(harness, email, 'password-changed')).toEqual([])
  const answer = await desk.send(changePassword, change('password1', 'maple otter'))
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { status: 'changed', sessions: [{ is_this: true }] } },
  })
  expect([await isIn(desk), await isIn(laptop)]).toEqual([true, false])
  const enter = async (password: string) =>
    (await send(harness, signIn, { email, password }, { address: freshIp() })).status
  expect([await enter('password1'), await enter('maple otter')]).toEqual([401, 200])
  expect(await mailsTo(harness, email, 'password-changed')).toMatchObject([
    { subject: 'Your password was changed', plain: expect.stringContaining('all your other devices') },
  ])
})

test('after a change with a lost answer, the old password is refused with the reason for minutes', async () => {
  const { desk } = await twoDevices()
  await desk.send(changePassword, change('password1', 'maple otter'))
  const again = () => desk.send(changePassword, change('password1', 'granite heron'))
  expect((await again()).body).toEqual({ errors: { current_password: [messages.formerPassword] } })
  harness.clock.advance(HOUR)
  expect((await again()).body).toEqual({ errors: { current_password: [messages.wrongPassword] } })
})

test('two new passwords must be long enough and equal', async () => {
  const { desk } = await twoDevices()
  expect((await desk.send(changePassword, change('password1', 'short'))).body).toEqual({
    errors: {
      password: ['Minimum 6 characters required'],
      password_confirm: ['Minimum 6 characters required'],
    },
  })
  expect((await desk.send(changePassword, change('password1', 'long enough', 'another one'))).body).toEqual({
    errors: { password_confirm: ['Two password fields don`t match'] },
  })
})

test('no password appears in logs or audit entries', async () => {
  const { desk } = await twoDevices()
  await desk.send(changePassword, change('password1', 'a very particular secret'))
  expect(harness.logged()).not.toContain('particular')
  const noted = await harness.db.many(sql`select * from audit`)
  expect(JSON.stringify(noted)).not.toContain('particular')
})

test('of many sessions the latest are listed, including this one, and all others can be ended', async () => {
  const { email, desk, laptop } = await twoDevices()
  await harness.db.run(sql`
    insert into sessions (token_hash, agent_id, reach, address, user_agent, created_at, last_seen_at, expires_at)
    select sha256(n::text::bytea), g.id, 'account', '192.0.2.1', '', ${harness.clock.now()}, ${harness.clock.now()}::timestamptz + n * interval '1 second',
      ${harness.clock.now()}::timestamptz + interval '1 day'
    from agents g, generate_series(1, 150) n where g.email = ${email}`)
  const listed = await devicesOf(desk)
  expect(listed).toHaveLength(DEVICES_LISTED)
  expect(listed.map((device) => device.is_this)).toEqual([true, ...Array(DEVICES_LISTED - 1).fill(false)])
  expect((await desk.open('/account/security/')).html).toContain(
    `At most ${DEVICES_LISTED} are listed: those that you used last.`,
  )
  const { body } = await desk.send(endOtherSessions, {})
  expect(body).toMatchObject({ data: { sessions: [{ is_this: true }] } })
  expect(await isIn(laptop)).toBe(false)
})
