import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a script has its type, encoding and cache time, and no headers of a page', async () => {
  const { body } = await harness.app.inject({ url: pages['sign-in'] })
  const [url = ''] = /\/assets\/[^" ]+\.js/.exec(body) ?? []
  const { statusCode, headers } = await harness.app.inject({ url, headers: { 'accept-encoding': 'br' } })
  const { date: _, connection: __, ...own } = headers
  expect(statusCode).toBe(200)
  expect(own).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-length': expect.any(String),
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
})

test('no page needs more than six scripts to be interactive', async () => {
  for (const page of [pages['sign-in'], '/sign-up/step-1', '/sign-up/step-1?single=1', pages.webinars]) {
    const { body } = await harness.app.inject({ url: page })
    const scripts = /data-scripts="([^"]+)"/.exec(body)?.[1]?.split(' ') ?? []
    expect(scripts.length, page).toBeGreaterThan(1)
    expect(scripts.length, page).toBeLessThanOrEqual(6)
  }
})
