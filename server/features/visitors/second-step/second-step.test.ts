// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword } from '#contract/features/security.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE, SECOND } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { addTestPartner, CALLBACK, requestAuthorization } from '#server/test-kit/partners.ts'
import { addProtected, typeCode, typePassword } from '#server/test-kit/second-factor.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const secondStep = { data: { redirect_url: '/login/second-step/' } }
const account = { data: { redirect_url: '/account/' } }

async function open(url: string, cookie: string) {
  const { statusCode, headers, body } = await harness.app.inject({ url, headers: { cookie } })
  return { status: statusCode, location: headers.location, body }
}

test('after the password, a person with a second factor gets the second step, not a session', async () => {
  const { email, code } = await addProtected(harness)
  const typed = await typePassword(harness, email, { next: '/account/people/' })
  expect(typed.status).toBe(200)
  expect(typed.body).toEqual(secondStep)
  expect(typed.cookies.session).toBeUndefined()

  const done = await typeCode(harness, typed.cookies['second-step'], code())
  expect(done.body).toEqual({ data: { redirect_url: '/account/people/' } })
  expect(done.cookies.session).not.toBe(typed.cookies['second-step'])
  expect((await open('/account/', `session=${done.cookies.session}`)).status).toBe(200)
})

test('a second step works once, and for 15 minutes', async () => {
  const { email, code } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  expect((await typeCode(harness, cookies['second-step'], code())).status).toBe(200)
  harness.clock.advance(60 * SECOND)
  expect((await typeCode(harness, cookies['second-step'], code())).status).toBe(401)

  const late = await typePassword(harness, email)
  harness.clock.advance(15 * MINUTE)
  expect((await typeCode(harness, late.cookies['second-step'], code())).status).toBe(401)
})

test('a clock may be one step off, but not two', async () => {
  for (const [steps, status] of [
    [-1, 200],
    [1, 200],
    [-2, 400],
    [2, 400],
  ] as const) {
    const { email, code } = await addProtected(harness)
    const { cookies } = await typePassword(harness, email)
    expect((await typeCode(harness, cookies['second-step'], code(steps))).status, `${steps}`).toBe(status)
  }
})

test('a used code, or any older one, is refused', async () => {
  const { email, code } = await addProtected(harness)
  const first = await typePassword(harness, email)
  const used = code()
  expect((await typeCode(harness, first.cookies['second-step'], used)).status).toBe(200)
  const second = await typePassword(harness, email)
  const again = await typeCode(harness, second.cookies['second-step'], used)
  expect(again.status).toBe(400)
  expect(again.body).toEqual({ errors: { code: [expect.stringContaining('already used')] } })
  expect((await typeCode(harness, second.cookies['second-step'], code(-1))).status).toBe(400)
})

test('two concurrent tabs use one code once', async () => {
  const { email, code, recoveryCodes } = await addProtected(harness)
  for (const typed of [code(), recoveryCodes[0] ?? '']) {
    const tabs = [await typePassword(harness, email), await typePassword(harness, email)]
    const answers = await Promise.all(
      tabs.map(({ cookies }) => typeCode(harness, cookies['second-step'], typed)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  }
})

test('a recovery code works once, by a mail, with a warning when few are left', async () => {
  const { email, recoveryCodes } = await addProtected(harness)
  expect(recoveryCodes).toHaveLength(10)
  for (const [place, code] of recoveryCodes.slice(0, 7).entries()) {
    const { cookies } = await typePassword(harness, email)
    // Capitals and missing dashes do not matter.
    const typed = place === 0 ? code.toUpperCase().replaceAll('-', ' ') : code
    expect((await typeCode(harness, cookies['second-step'], typed)).body).toEqual(account)
  }
  const { cookies } = await typePassword(harness, email)
  expect((await typeCode(harness, cookies['second-step'], recoveryCodes[0] ?? '')).status).toBe(400)
  const subjects = (await mailsTo(harness, email, 'recovery-code-used')).map(({ subject }) => subject)
  expect(subjects).toHaveLength(7)
  expect(subjects[0]).toBe('A recovery code was used')
  expect(subjects[6]).toBe('A recovery code was used: 3 left')
  const stored = JSON.stringify(await harness.db.many(sql`select code_hash::text from recovery_codes`))
  expect(stored).not.toContain((recoveryCodes[9] ?? '').replaceAll('-', ''))
})

test('after ten wrong guesses even the right code has to wait', async () => {
  const { email, code } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  for (let guess = 0; guess < 10; guess += 1)
    expect((await typeCode(harness, cookies['second-step'], 'wrong-guess')).status).toBe(400)
  const slowed = await typeCode(harness, cookies['second-step'], code())
  expect(slowed.status).toBe(429)
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(60)
})

test('a trusted device needs no code for 30 days, until the password changes', async () => {
  const { email, code, agentId } = await addProtected(harness)
  const typed = await typePassword(harness, email)
  const done = await typeCode(harness, typed.cookies['second-step'], code(), { trust_device: '1' })
  const name = `trusted-${agentId}`
  const cookie = `${name}=${done.cookies[name]}; device=${done.cookies.device}`
  expect((await typePassword(harness, email, { cookie })).body).toEqual(account)
  const stored = await harness.db.many(sql`select * from trusted_devices where agent_id = ${agentId}`)
  expect(JSON.stringify(stored)).not.toContain(done.cookies[name])

  const other = await addProtected(harness)
  const stolen = `trusted-${other.agentId}=${done.cookies[name]}; device=${done.cookies.device}`
  expect((await typePassword(harness, other.email, { cookie: stolen })).body).toEqual(secondStep)

  const trusted = await typePassword(harness, email, { cookie })
  const passwords = { password: 'password2', password_confirm: 'password2' }
  const headers = { cookie: `session=${trusted.cookies.session}` }
  const body = { current_password: 'password1', ...passwords }
  expect((await send(harness, changePassword, body, { headers })).status).toBe(403)
  harness.clock.advance(30 * SECOND)
  await send(harness, confirmIdentity, { code: code() }, { headers })
  expect((await send(harness, changePassword, body, { headers })).status).toBe(200)
  expect((await typePassword(harness, email, { cookie, password: 'password2' })).body).toEqual(secondStep)
})

test('a trusted device is asked again after 30 days', async () => {
  const { email, code, agentId } = await addProtected(harness)
  const typed = await typePassword(harness, email)
  const done = await typeCode(harness, typed.cookies['second-step'], code(), { trust_device: '1' })
  const trusted = done.cookies[`trusted-${agentId}`]
  const cookie = `trusted-${agentId}=${trusted}; device=${done.cookies.device}`
  harness.clock.advance(30 * 24 * 60 * MINUTE)
  expect((await typePassword(harness, email, { cookie })).body).toEqual(secondStep)
})

test('a new password keeps the factor, and ends a second step begun with the old one', async () => {
  const { email, code, agentId } = await addProtected(harness)
  const typed = await typePassword(harness, email)
  harness.clock.advance(SECOND)
  await harness.db.run(sql`update agents set password_set_at = ${harness.clock.now()} where id = ${agentId}`)
  expect((await typeCode(harness, typed.cookies['second-step'], code())).status).toBe(401)
  expect((await typePassword(harness, email)).body).toEqual(secondStep)
})

test('a partner gets its code only after the second step', async () => {
  const partner = await addTestPartner(harness)
  const { email, code, agentId } = await addProtected(harness)
  const answered = await requestAuthorization(harness, partner, { email, state: 'kept' })
  expect(answered.status).toBe(200)
  expect(answered.body).toEqual({ redirect_uri: '/login/second-step/' })
  const issued = () => harness.db.many(sql`select 1 from authorization_codes where agent_id = ${agentId}`)
  expect(await issued()).toHaveLength(0)
  const done = await typeCode(harness, answered.cookies['second-step'], code())
  const { redirect_url } = done.body.data as { redirect_url: string }
  expect(redirect_url.startsWith(`${CALLBACK}&code=`)).toBe(true)
  expect(new URL(redirect_url).searchParams.get('state')).toBe('kept')
  expect(done.cookies.session).toBeUndefined()
  expect(await issued()).toHaveLength(1)
})

test('the second step names its account, and its field has the focus', async () => {
  const { email } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const { body } = await open('/login/second-step/', `second-step=${cookies['second-step']}`)
  expect(valuesIn(body).account).toEqual({
    email,
    company: 'North Shore Realty',
    pin: expect.stringMatching(/^\d{6}$/),
  })
  expect(body).toMatch(/<input[^>]* autofocus=""/i)
})

test('without a correct password there is no second step', async () => {
  expect((await open('/login/second-step/', '')).location).toBe('/login/')
  const madeUp = await open('/login/second-step/', 'second-step=made-up')
  expect(madeUp.location).toBe('/login/?status=session_ended')
  expect((await typeCode(harness, undefined, '123456')).status).toBe(401)
})

test('without JavaScript the form reports errors and then continues', async () => {
  const { email, code } = await addProtected(harness)
  const { cookies } = await typePassword(harness, email)
  const post = (typed: string) => {
    const body = new FormData()
    body.set('code', typed)
    return postForm(body, `second-step=${cookies['second-step']}`)
  }
  const wrong = await post('000 000')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('incorrect or was already used')
  const right = await post(code())
  expect(right.statusCode).toBe(303)
  expect(right.headers.location).toBe('/account/')
})

async function postForm(form: FormData, cookie: string) {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return harness.app.inject({
    method: 'POST',
    url: '/login/second-step/',
    headers: { cookie, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

test('someone without a second factor signs in as before', async () => {
  const { email, person } = await addProtected(harness)
  expect((await person.open('/account/security/')).status).toBe(200)
  const { db } = harness
  await db.run(sql`update second_factors set confirmed_at = null
    where agent_id = (select id from agents where email = ${email})`)
  await signedInAs(harness, { email })
  expect((await typePassword(harness, email)).body).toEqual(account)
})
