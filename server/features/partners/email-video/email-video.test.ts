// On PostgreSQL: two of its requests race.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmEmailVideo } from '#contract/features/email-video.ts'
import { openGrant, renewGrantSeals } from '#server/identity/seal.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { encode, send } from '#server/test-kit/send.ts'

const RETURN = 'https://video.example/linked?from=desk'
const PAGE = '/integrations/bombbomb/redirect_uri/'
let harness: Harness
let partner: Server
let exchanges: Record<string, string>[]
let answers: { status: number; body: string }

beforeAll(async () => {
  partner = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      exchanges.push(Object.fromEntries(new URLSearchParams(text)))
      response.writeHead(answers.status, { 'content-type': 'application/json' }).end(answers.body)
    })
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  harness = await openHarness({
    environment: {
      EMAIL_VIDEO_TOKEN_URL: `http://127.0.0.1:${(partner.address() as AddressInfo).port}/token`,
      EMAIL_VIDEO_CLIENT_ID: 'desk',
      EMAIL_VIDEO_CLIENT_SECRET: 'desk secret',
      EMAIL_VIDEO_RETURN_URL: RETURN,
    },
  })
})
beforeEach(() => {
  exchanges = []
  answers = { status: 200, body: JSON.stringify({ access_token: 'their token' }) }
})
afterAll(async () => {
  await harness.close()
  await new Promise((resolve) => partner.close(resolve))
})

let codes = 0
function freshCode(): string {
  codes += 1
  return `code ${codes}/+=`
}
const confirm = (pin: string, code: string, address = freshIp()) =>
  send(harness, confirmEmailVideo, { pin, code }, { address })
const spent =
  'This page has already been used, or there were too many attempts. Please start again from the partner.'

const connected = {
  status: 400,
  body: {
    errors:
      'This account is already connected to Email video. To connect it again, its owner or an admin must first sign in and disconnect Email video under Connected apps. Then submit this page again.',
  },
}

test('the account number links the account with the partner, which gets its code and redirects [WIR-25, BMB-05]', async () => {
  const email = freshEmail()
  const { pin, accountId } = await addAccount(harness.db, { email })
  const code = freshCode()
  expect(await confirm(pin, code)).toMatchObject({ status: 200, body: { redirect_uri: RETURN } })
  expect(exchanges).toEqual([
    {
      grant_type: 'authorization_code',
      code,
      client_id: 'desk',
      client_secret: 'desk secret',
      redirect_uri: `http://localhost:3000${PAGE}`,
    },
  ])
  const { sealed } = await harness.db.one<{ sealed: string }>(
    sql`select sealed_grant as sealed from email_video_links where account_id = ${accountId}`,
  )
  expect(openGrant(sealed, harness.config.secrets)).toEqual({ access_token: 'their token' })
  expect(await harness.db.many(sql`select subject from mails where recipient = ${email}`)).toEqual([
    { subject: `Email video is now connected to your account ${pin}` },
  ])
})

test('a code works once, even if ten use it concurrently', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  const code = freshCode()
  const answered = await Promise.all(Array.from({ length: 4 }, () => confirm(pin, code)))
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(exchanges).toHaveLength(1)
  expect(await confirm(pin, code)).toMatchObject({ status: 400, body: { errors: spent } })
})

test('a number of no open account is refused at the field five times per code, then for good [BMB-04]', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  const suspended = await addAccount(harness.db, { email: freshEmail(), status: 'past_due' })
  const code = freshCode()
  const wrong = {
    status: 400,
    body: {
      errors: {
        pin: [
          'We could not find an account with this number that can be connected. Please check the six digits.',
        ],
      },
    },
  }
  for (const number of ['000001', '000002', '000003', '000004', suspended.pin])
    expect(await confirm(number, code)).toMatchObject(wrong)
  expect(await confirm(pin, code)).toMatchObject({ status: 400, body: { errors: spent } })
  expect(exchanges).toEqual([])
})

test.each([
  ['', 'This field is required'],
  ['12x456', 'Enter a valid number'],
  ['12345', 'Minimum 6 characters required'],
  ['1234567', 'Maximum 6 characters required'],
])("the number %s is refused with the rule's message, and costs no try [BMB-04]", async (pin, words) => {
  const code = freshCode()
  for (let times = 0; times < 6; times += 1)
    expect(await confirm(pin, code)).toMatchObject({ status: 400, body: { errors: { pin: [words] } } })
  const good = await addAccount(harness.db, { email: freshEmail() })
  expect((await confirm(good.pin, code)).status).toBe(200)
})

test('an existing connection is not replaced; after disconnecting, the same code works', async () => {
  const email = freshEmail()
  const { pin, accountId } = await addAccount(harness.db, { email })
  await confirm(pin, freshCode())
  const sealed = () =>
    harness.db.many(sql`select sealed_grant from email_video_links where account_id = ${accountId}`)
  const before = await sealed()
  exchanges = []
  const code = freshCode()
  expect(await confirm(pin, code)).toMatchObject(connected)
  expect([exchanges, await sealed()]).toEqual([[], before])
  await harness.db.run(sql`delete from email_video_links where account_id = ${accountId}`)
  expect((await confirm(pin, code)).status).toBe(200)
})

test('of two concurrent codes for one account one connects it, with one email', async () => {
  const email = freshEmail()
  const { pin } = await addAccount(harness.db, { email })
  const answers = await Promise.all([confirm(pin, freshCode()), confirm(pin, freshCode())])
  const [linked, refused] = answers.toSorted((one, other) => one.status - other.status)
  expect(linked?.status).toBe(200)
  expect(refused).toMatchObject(connected)
  expect(await harness.db.many(sql`select 1 from mails where recipient = ${email}`)).toHaveLength(1)
})

test('invented codes get twenty tries', async () => {
  const address = freshIp()
  const statuses = []
  for (let tries = 0; tries < 22; tries += 1)
    statuses.push((await confirm(String(100_000 + tries), freshCode(), address)).status)
  expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
})

test('an unreachable partner costs neither the try nor the code', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  const code = freshCode()
  for (const away of [
    { status: 500, body: '{}' },
    { status: 200, body: 'no JSON' },
    { status: 200, body: '{"no":"token"}' },
    { status: 302, body: '' },
  ]) {
    answers = away
    expect(await confirm(pin, code)).toMatchObject({
      status: 503,
      body: {
        errors: 'The partner did not answer, and nothing was connected. Please try again in a minute.',
      },
    })
  }
  answers = { status: 200, body: JSON.stringify({ access_token: 'at last' }) }
  expect((await confirm(pin, code)).status).toBe(200)
})

test('a code refused by the partner itself says so and is used up', async () => {
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  const code = freshCode()
  answers = { status: 400, body: '{"error":"invalid_grant"}' }
  const { status, body } = await confirm(pin, code)
  expect([status, body.errors]).toEqual([400, expect.stringMatching(/did not accept its own code/)])
  expect(await confirm(pin, code)).toMatchObject({ status: 400, body: { errors: spent } })
  expect(await harness.db.many(sql`select 1 from email_video_links where account_id = ${accountId}`)).toEqual(
    [],
  )
})

test('without a code, or without such a partner, the page is no longer valid [BMB-02]', async () => {
  expect(await confirm('123456', '')).toMatchObject({
    status: 400,
    body: { errors: 'Oops! Page is no longer valid.' },
  })
  expect((await harness.app.inject({ url: PAGE })).body).toContain('Oops! Page is no longer valid.')
  const production = await openHarness({ environment: { DATABASE_URL: 'postgres://nowhere/x' } })
  expect(await send(production, confirmEmailVideo, { pin: '123456', code: freshCode() })).toMatchObject({
    status: 400,
    body: { errors: 'Oops! Page is no longer valid.' },
  })
  await production.close()
})

/** The page's form, as a browser posts it without a script. */
function formOf(code: string) {
  return (number: string) => {
    const { payload = '', type = '' } = encode(confirmEmailVideo, { pin: number })
    const url = `${PAGE}?code=${encodeURIComponent(code)}`
    const headers = { 'content-type': type }
    return harness.app.inject({ method: 'POST', url, headers, payload, remoteAddress: freshIp() })
  }
}

test('the form pressed twice connects once and redirects both times', async () => {
  const [one, other] = [
    await addAccount(harness.db, { email: freshEmail() }),
    await addAccount(harness.db, { email: freshEmail() }),
  ]
  const press = formOf(freshCode())
  const answered = await Promise.all([press(one.pin), press(one.pin)])
  expect(answered.map(({ headers }) => headers.location)).toEqual([RETURN, RETURN])
  expect((await press(one.pin)).headers.location).toBe(RETURN)
  expect(exchanges).toHaveLength(1)
  const strange = await press(other.pin)
  expect([strange.statusCode, strange.headers.location]).toEqual([400, undefined])
})

test('before the script loads the form posts to its own url and redirects or shows its errors', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  const postPin = formOf(freshCode())
  const wrong = await postPin('000009')
  expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
  expect(wrong.body).toContain('We could not find an account with this number')
  expect(wrong.body).toContain('value="000009"')
  const right = await postPin(pin)
  expect([right.statusCode, right.headers.location]).toEqual([303, RETURN])
  expect(wrong.headers['content-security-policy']).toContain("form-action 'self' https://video.example")
})

test("after a rotation of the secrets, the partner's token is sealed with the newest", async () => {
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  await confirm(pin, freshCode())
  const [old = ''] = harness.config.secrets
  const fresh = 'another secret of the tests that is long enough'
  const sealed = async () =>
    (
      await harness.db.one<{ sealed: string }>(
        sql`select sealed_grant as sealed from email_video_links where account_id = ${accountId}`,
      )
    ).sealed
  expect(await renewGrantSeals(harness.db, [old])).toEqual({
    renewed: 0,
    isFinished: true,
    hasUnreadable: false,
  })
  expect(openGrant(await sealed(), [fresh])).toBeUndefined()
  expect((await renewGrantSeals(harness.db, [fresh, old])).renewed).toBeGreaterThan(0)
  expect(openGrant(await sealed(), [fresh])).toEqual({ access_token: 'their token' })
})
