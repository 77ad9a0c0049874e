import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '#contract/features/authorize.ts'
import type { DemoPartnerValues } from '#contract/features/demo-partner.ts'
import { seedSampleAccounts } from '#server/demo/sample-accounts.ts'
import { HOUR } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
  const { db, passwords, clock, config } = harness
  await seedSampleAccounts({ db, passwords, now: clock.now(), publicUrl: config.publicUrl })
})
afterAll(() => harness.close())

/** A browser with one cookie. */
function visit() {
  let cookie = ''
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const answer = await harness.app.inject({ method, url, headers: cookie ? { cookie } : {} })
    const set = answer.cookies.find(({ name }) => name === 'demo-partner')
    if (set) cookie = `demo-partner=${set.value}`
    return answer
  }
  const page = async () => {
    const { body } = await ask('GET', '/demo/partner/')
    return valuesIn(body) as DemoPartnerValues
  }
  return { ask, page }
}

async function connect({ ask }: ReturnType<typeof visit>) {
  const begun = await ask('POST', '/demo/partner/connect/authorize')
  const request = Object.fromEntries(new URL(String(begun.headers.location)).searchParams)
  const { body } = await send(harness, authorize, {
    ...request,
    email: 'agent@example.com',
    password: 'password1',
  })
  const { pathname, search } = new URL(String(body.redirect_uri))
  return ask('GET', `${pathname}${search}`)
}

test('the sample partner goes through the whole flow: connect, call, refresh, disconnect', async () => {
  const browser = visit()
  expect(await browser.page()).toMatchObject({ connection: null, steps: [], problem: '' })
  const back = await connect(browser)
  expect([back.statusCode, back.headers.location]).toEqual([302, '/demo/partner/'])
  expect(await browser.page()).toMatchObject({
    connection: {
      scope: 'profile leads',
      me: {
        company: 'North Shore Realty',
        name: 'Dana Whitfield',
        pin: '204518',
        email: 'agent@example.com',
      },
    },
    problem: '',
  })
  harness.clock.advance(HOUR)
  await browser.ask('POST', '/demo/partner/me')
  expect((await browser.page()).problem).toMatch(/access token has expired/)
  await browser.ask('POST', '/demo/partner/refresh')
  expect(await browser.page()).toMatchObject({ connection: { me: { pin: '204518' } }, problem: '' })
  await browser.ask('POST', '/demo/partner/disconnect')
  const left = await browser.page()
  expect([left.connection, left.steps.at(-1)]).toMatchObject([
    null,
    { asked: 'POST /oauth/revoke', answered: '200' },
  ])
})

test('it rejects an answer to a request that it has not made', async () => {
  const browser = visit()
  await browser.ask('POST', '/demo/partner/connect/zapier_authorize')
  await browser.ask('GET', '/demo/partner/callback?code=x&state=forged&iss=http://localhost:3000')
  expect(await browser.page()).toMatchObject({
    connection: null,
    problem: expect.stringMatching(/does not match/),
  })
})

test('outside of the embedded start there is no sample partner', async () => {
  const production = await openHarness({ environment: { DATABASE_URL: 'postgres://nowhere/x' } })
  for (const url of ['/demo/partner/', '/demo/partner/callback']) {
    const answer = await production.app.inject({ url })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/'])
  }
  expect((await production.app.inject({ method: 'POST', url: '/demo/email-video/token' })).statusCode).toBe(
    404,
  )
  await production.close()
})

test('the sample email-video partner refuses invalid requests with a message', async () => {
  const post = (payload: string, type = 'application/json') =>
    harness.app.inject({
      method: 'POST',
      url: '/demo/email-video/token',
      headers: { 'content-type': type },
      payload,
    })
  const { clientId: client_id, clientSecret: client_secret } = harness.config.emailVideo
  for (const body of [
    {},
    [],
    null,
    7,
    { client_id: 1, client_secret: {} },
    { client_id, client_secret: 7 },
  ]) {
    const { statusCode } = await post(JSON.stringify(body))
    expect(statusCode, JSON.stringify(body)).toBe(401)
  }
  for (const code of [undefined, 7, {}, null, 'made up', 'a.b']) {
    const { statusCode } = await post(JSON.stringify({ client_id, client_secret, code }))
    expect(statusCode, JSON.stringify(code)).toBe(400)
  }
  const bare = await harness.app.inject({ method: 'POST', url: '/demo/email-video/token' })
  expect(bare.statusCode).toBe(401)
})
