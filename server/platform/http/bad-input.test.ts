import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import { pages } from '#contract/pages.ts'
import type { Call } from '#contract/wire/call.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { hostileClient } from '#server/test-kit/ask-hostile.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { hostileBody, hostileCase, hostileText } from '#server/test-kit/hostile-input.ts'
import { openRecorded } from '#server/test-kit/recorded-routes.ts'
import { encode } from '#server/test-kit/send.ts'
import { fc } from '../../../scripts/properties.ts'

/** Thousands of cases over all calls: each must get a 4xx with a message, or a normal response, never a 500. */
const RUNS_PER_CALL = 250
let harness: Harness

beforeAll(async () => {
  harness = await openHarness({
    environment: { PASSWORD_HASHES_WAITING: '10000' },
  })
})
afterAll(() => harness.close())

let ipCount = 0
/** A different client IP for each request, and the same sequence in every run. */
function nextIp(): string {
  ipCount += 1
  return `10.${(ipCount >> 16) & 255}.${(ipCount >> 8) & 255}.${ipCount & 255}`
}

const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/xml',
  '',
)
const brokenPayload = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}}',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":{"constructor":{"prototype":{"b":1}}}}',
  '--x\r\n\r\n\r\n--x--',
  '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nhalf a field',
  '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="email"; filename="a.txt"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na\u0000b\r\n--x--\r\n',
  '[['.repeat(3000),
)

for (const call of allCalls) {
  test(`call ${call.number} (${call.path}) answers every bad input with a message, never with a 500`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(wellEncoded(call), badlyEncoded), async ({ payload, type, token }) => {
        const response = await harness.app.inject({
          method: call.method,
          url: fillPath(call.path, { linkToken: token }),
          headers: type ? { 'content-type': type } : {},
          ...(payload === undefined || call.method === 'GET' ? {} : { payload }),
          remoteAddress: nextIp(),
        })
        expect(response.statusCode, response.body).toBeLessThan(500)
        expect(({} as { isAdmin?: boolean }).isAdmin, 'nothing hostile may reach a prototype').toBeUndefined()
        if (response.statusCode < 400) return
        const message = response.json()[call.errorKey] ?? response.json().errors
        expect(typeof message === 'string' ? message : JSON.stringify(message)).toMatch(/[A-Z][a-z]+/)
      }),
      { numRuns: RUNS_PER_CALL },
    )
  })
}

test('pages and demo urls accept any path part and query, signed in or not, also concurrently', async () => {
  const { harness: whole, routes } = await openRecorded({ environment: { PASSWORD_HASHES_WAITING: '10000' } })
  const read = routes.filter(({ method, url }) => method === 'GET' || /^\/(?:dev|demo)\//.test(url))
  expect(read.map(({ url }) => url)).toEqual(expect.arrayContaining([...new Set(Object.values(pages))]))
  const ask = hostileClient(whole)
  const everyCase = fc.asyncProperty(hostileCase(read), async (one) => {
    expect(await ask(one), `${one.route.method} ${one.url}`).toBeUndefined()
  })
  await fc.assert(everyCase, { numRuns: 300 }).finally(() => whole.close())
})

test('an oversized request is refused as such, with a message', async () => {
  const payload = JSON.stringify({ email: 'x'.repeat(70_000) })
  const response = await harness.app.inject({
    method: 'POST',
    url: '/rest/oauth/authorize/',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  expect(response.statusCode).toBe(413)
  expect(response.json()).toEqual({ error: 'The request is too large.' })
  const multipart = encode(allCalls[0] as Call, { email: 'x'.repeat(70_000), password: 'secret99' })
  const second = await harness.app.inject({
    method: 'POST',
    url: '/rest/auth/login/',
    headers: { 'content-type': multipart.type ?? '' },
    payload: multipart.payload ?? '',
  })
  expect(second.statusCode).toBe(413)
  expect(second.json()).toEqual({ errors: 'The request is too large.' })
})

type Case = { payload: string | undefined; type: string | undefined; token: string }
const token = fc
  .oneof(fc.string({ maxLength: 60 }), fc.constantFrom('.', '%', '%00', '__proto__', 'x'.repeat(150)))
  .map((text) => text || 'x')

function wellEncoded(call: Call): fc.Arbitrary<Case> {
  return fc.tuple(hostileBody, token).map(([fields, linkToken]) => {
    const { payload, type } = encode(call, fields)
    return { payload, type, token: linkToken }
  })
}

const badlyEncoded: fc.Arbitrary<Case> = fc
  .tuple(fc.oneof(brokenPayload, hostileText), contentType, token)
  .map(([payload, type, linkToken]) => ({ payload, type, token: linkToken }))
