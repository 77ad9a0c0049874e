// On PostgreSQL: two of its requests race.
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { DAY } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let rendered: number

beforeAll(async () => {
  harness = await openHarness()
  const { render } = harness.bundle
  harness.bundle.render = (name, props) => {
    rendered += 1
    return render(name, props)
  }
})
afterAll(() => harness.close())

beforeEach(() => {
  harness.clock.advance(DAY)
  rendered = 0
})

function ask(url: string = pages['api-reference'], headers: Record<string, string> = {}) {
  return harness.app.inject({ url, headers })
}

test('the page of the calls is rendered once, for every visitor and every query', async () => {
  const answers = await Promise.all([ask(), ask('/openapi/?a=1'), ask('/openapi/?a=2'), ask()])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.body).toContain('/rest/auth/login/')
  expect(answers[0]?.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringContaining('sha256-'),
  })
  expect(rendered).toBe(1)
})

test('it is the same page in each compression, and a browser that has it gets 304', async () => {
  const { body, headers } = await ask()
  const zstd = await ask(undefined, { 'accept-encoding': 'zstd' })
  const gzip = await ask(undefined, { 'accept-encoding': 'gzip' })
  expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(body)
  const again = await ask(undefined, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(rendered).toBe(1)
})

test('the next day it is rendered once more, as its footer has the year', async () => {
  const before = (await ask()).body
  harness.clock.advance(60 * DAY)
  expect((await ask()).body).not.toBe(before)
  expect(rendered).toBe(2)
})
