import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

const tryToSignIn = (
  body: { email: string; password?: string; pin?: string; mobile_retry?: string },
  address = freshIp(),
  headers = {},
) => send(harness, signIn, { password: 'password1', ...body }, { address, headers })

test('the right password opens a session and returns where to go [WIR-03, WIR-07]', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const answer = await tryToSignIn({ email: email.toUpperCase() })
  expect([answer.status, answer.body]).toEqual([200, { data: { redirect_url: '/account/' } }])
  const { rows } = await harness.db.pool.query(
    'select agent_id, reach as scope from sessions where agent_id = $1',
    [agentId],
  )
  expect(rows).toEqual([{ agent_id: agentId, scope: 'account' }])
  const account = await harness.app.inject({
    url: '/account/',
    cookies: { session: answer.cookies.session ?? '' },
  })
  expect(account.statusCode).toBe(200)
})

test('a session cookie is out of reach of scripts and other sites', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const { headers } = await tryToSignIn({ email })
  const [session] = [headers['set-cookie']].flat() as string[]
  expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/)
})

test('a wrong password, an unknown email and a wrong number get the same message [LGN-36]', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const refused = { status: 401, body: { errors: 'Invalid login/password' } }
  expect(await tryToSignIn({ email, password: 'wrong password' })).toMatchObject(refused)
  expect(await tryToSignIn({ email: freshEmail() })).toMatchObject(refused)
  expect(await tryToSignIn({ email, pin: '999999' })).toMatchObject(refused)
})

test('an unknown email and a wrong number take one hash, like a known email', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const verify = vi.spyOn(harness.passwords, 'verify')
  for (const typed of [{ email }, { email: freshEmail() }, { email, pin: '999999' }]) {
    verify.mockClear()
    await tryToSignIn({ ...typed, password: 'wrong password' })
    expect(verify).toHaveBeenCalledTimes(1)
  }
  verify.mockRestore()
})

test('an invalid field is named with its own message [LGN-34, LGN-35]', async () => {
  const answer = await send(harness, signIn, { email: 'no email', password: 'short' })
  expect([answer.status, answer.body]).toEqual([
    400,
    { errors: { email: ['Enter a valid email address'], password: ['Minimum 6 characters required'] } },
  ])
  const empty = await send(harness, signIn, {})
  expect(empty.body).toEqual({
    errors: { email: ['This field is required'], password: ['This field is required'] },
  })
})

test('device and browser are recorded with the session [WIR-04, WIR-05, WIR-06]', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const described = {
    screen_height: '900',
    screen_width: '1440',
    browser_name: 'Chrome',
    browser_version: '156.0',
    is_mobile: '1',
    mobile_retry: '1',
  }
  await send(
    harness,
    signIn,
    { email, password: 'password1', ...described },
    { address: '203.0.113.50', headers: { 'user-agent': 'a test' } },
  )
  expect(
    await harness.db.one(sql`
      select address, user_agent, browser_name, browser_version, screen_width, screen_height, is_mobile, is_mobile_retry
      from sessions where agent_id = ${agentId}`),
  ).toEqual({
    address: '203.0.113.50',
    user_agent: 'a test',
    browser_name: 'Chrome',
    browser_version: '156.0',
    screen_width: '1440',
    screen_height: '900',
    is_mobile: true,
    is_mobile_retry: true,
  })
})

test.each([
  ['active', 'owner', '/account/', 'account'],
  ['free agent', 'user', '/account/', 'account'],
  ['past_due', 'owner', '/account/billing/', 'billing'],
  ['24h_past_due', 'owner', '/account/billing/', 'billing'],
  ['past_due', 'user', '/login/?status=subscription_canceled', undefined],
  ['canceled', 'owner', '/account/reactivate/', 'reactivation'],
  ['expired', 'owner', '/account/reactivate/', 'reactivation'],
  ['waiting for reactivation', 'owner', '/account/reactivate/', 'reactivation'],
  ['canceled', 'user', '/login/?status=subscription_canceled', undefined],
  ['pending', 'owner', '/login/?status=registered', undefined],
] as const)('an account that is %s sends its %s to %s', async (status, role, redirect, scope) => {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, {
    email: role === 'owner' ? email : freshEmail(),
    status,
  })
  const signedIn = role === 'owner' ? agentId : await addAgent(harness.db, accountId, { email, role })
  const answer = await tryToSignIn({ email })
  expect(answer.body).toEqual({ data: { redirect_url: redirect } })
  const session = await harness.db.maybe<{ scope: string }>(
    sql`select reach as scope from sessions where agent_id = ${signedIn}`,
  )
  expect(session?.scope).toBe(scope)
  expect(Boolean(answer.cookies.session)).toBe(scope !== undefined)
})

test('fraud is reported, an invited person is sent to sign up, and a phone to its payment [CHO-05]', async () => {
  const [fraud, invited, phone] = [freshEmail(), freshEmail(), freshEmail()]
  await addAccount(harness.db, { email: fraud, status: 'canceled', isFraud: true })
  await addAccount(harness.db, { email: invited, status: 'free signup agent', isInvited: true })
  await addAccount(harness.db, { email: phone })
  const wherefrom = async (body: { email: string; mobile_retry?: string }) =>
    ((await tryToSignIn(body)).body.data as { redirect_url: string }).redirect_url
  expect(await wherefrom({ email: fraud })).toBe('/login/?status=logged_out_as_fraud')
  expect(await wherefrom({ email: invited })).toBe('/sign-up/')
  expect(await wherefrom({ email: phone, mobile_retry: '1' })).toBe('/account/billing/')
})

test('the accounts of an email are listed only when there is a choice [WIR-08, WIR-09, CHO-09, CHO-10]', async () => {
  const [one, several] = [freshEmail(), freshEmail()]
  await addAccount(harness.db, { email: one })
  const first = await addAccount(harness.db, {
    email: several,
    company: 'Lakeview Homes',
    name: ['Priya', 'Raman'],
  })
  const second = await addAccount(harness.db, {
    email: several,
    company: 'Prairie Investors',
    name: ['M.', 'Okafor'],
    status: 'free signup agent',
    isInvited: true,
  })
  const list = async (email: string) => (await send(harness, findAccounts, { email })).body.login_data_list
  expect(await list(one)).toEqual([])
  expect(await list('nobody@example.com')).toEqual([])
  expect(await list(several)).toEqual([
    {
      id: first.agentId,
      company: 'Lakeview Homes',
      name: 'Priya Raman',
      pin: first.pin,
      status: 'Active',
      status_id: 'active',
      is_should_sign_up: false,
    },
    {
      id: expect.any(Number),
      company: 'Prairie Investors',
      name: 'M. Okafor',
      pin: second.pin,
      status: 'Free sign-up',
      status_id: 'free signup agent',
      is_should_sign_up: true,
    },
  ])
})

test('a pending invitation reveals nothing about its email and changes no sign-in', async () => {
  const [one, nobody] = [freshEmail(), freshEmail()]
  await addAccount(harness.db, { email: one })
  for (const company of ['Call 1-900-555-0199', 'Another Company']) {
    const { accountId } = await addAccount(harness.db, { email: freshEmail(), company })
    for (const email of [one, nobody])
      await addAgent(harness.db, accountId, { email, role: 'user', isInvited: true })
  }
  for (const email of [one, nobody])
    expect((await send(harness, findAccounts, { email })).body).toEqual({ login_data_list: [] })
  expect((await tryToSignIn({ email: one })).body).toEqual({ data: { redirect_url: '/account/' } })
  expect((await tryToSignIn({ email: one, password: 'wrong password' })).status).toBe(401)
  expect((await tryToSignIn({ email: nobody })).body).toEqual({ data: { redirect_url: '/sign-up/' } })
})

test('with several accounts the password counts only for the chosen one', async () => {
  const email = freshEmail()
  const first = await addAccount(harness.db, { email, password: 'first password' })
  const second = await addAccount(harness.db, { email, password: 'second password' })
  expect(await tryToSignIn({ email, pin: first.pin, password: 'second password' })).toMatchObject({
    status: 401,
  })
  expect(await tryToSignIn({ email, pin: second.pin, password: 'second password' })).toMatchObject({
    status: 200,
  })
  expect(await tryToSignIn({ email, password: 'second password' })).toMatchObject({
    status: 400,
    body: { errors: { pin: ['Choose which account to use.'] } },
  })
  expect(await tryToSignIn({ email, password: 'neither password' })).toMatchObject({ status: 401 })
})

test('a sign-in from a new device sends a notice, the next one from there does not', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const notices = async () =>
    (
      await harness.db.many(
        sql`select subject from mails where recipient = ${email} and purpose = 'new-device'`,
      )
    ).length
  const { cookies } = await tryToSignIn({ email })
  expect(await notices()).toBe(1)
  await tryToSignIn({ email }, freshIp(), { cookie: `device=${cookies.device}` })
  expect(await notices()).toBe(1)
  await tryToSignIn({ email })
  expect(await notices()).toBe(2)
})

test('the notice names the device by its user agent, never by what the request claims', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const given = {
    email,
    browser_name: 'Chrome. Call 800 555 0199',
    browser_version: 'claim-your-prize.example',
  }
  await tryToSignIn(given, freshIp(), {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const [notice] = await mailsTo(harness, email, 'new-device')
  expect(notice?.plain).toContain('Device: Firefox 140 on Windows.')
  await tryToSignIn({ email }, freshIp(), {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/8005550199',
  })
  const [, next] = await mailsTo(harness, email, 'new-device')
  expect(next?.plain).toContain('Device: Firefox on Windows.')
  expect(`${notice?.plain} ${next?.plain}`).not.toMatch(/0199|prize/)
})

test('signing in again ends the former session of that browser', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const { cookies } = await tryToSignIn({ email })
  await tryToSignIn({ email }, freshIp(), { cookie: `session=${cookies.session}` })
  expect(
    await harness.db.one(
      sql`select count(*) as open from sessions where agent_id = ${agentId} and ended_at is null`,
    ),
  ).toEqual({ open: 1 })
})
