import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function open(url: string, accepts?: string) {
  const headers = accepts === undefined ? {} : { 'accept-encoding': accepts }
  const { headers: told, rawPayload } = await harness.app.inject({ url, headers })
  return { encoding: told['content-encoding'], vary: told.vary, bytes: rawPayload }
}
const isWhole = (html: string) => /^<!doctype html>[\s\S]*<\/html>$/.test(html)

test('a page is compressed as the browser accepts, to less than a third of its size', async () => {
  const plain = await open(pages['sign-in'])
  expect([plain.encoding, plain.vary, isWhole(plain.bytes.toString())]).toEqual([
    undefined,
    'accept-encoding',
    true,
  ])
  const newer = await open(pages['sign-in'], 'gzip, deflate, br, zstd')
  expect([newer.encoding, newer.vary]).toEqual(['zstd', 'accept-encoding'])
  expect(isWhole(zstdDecompressSync(newer.bytes).toString())).toBe(true)
  const older = await open(pages['sign-in'], 'GZIP;q=0.8, deflate')
  expect(older.encoding).toBe('gzip')
  expect(isWhole(gunzipSync(older.bytes).toString())).toBe(true)
  for (const { bytes } of [newer, older]) expect(bytes.length * 3).toBeLessThan(plain.bytes.length)
})

test.each(['', 'identity', 'br', 'zstd;q=0, gzip;q=0.0', '*;q=0', ',;=', 'zstdx, xgzip'])(
  'a client that accepts %j gets it uncompressed',
  async (accepts) => {
    const { encoding, bytes } = await open(pages['sign-in'], accepts)
    expect([encoding, isWhole(bytes.toString())]).toEqual([undefined, true])
  },
)

test('the sign-up options and the sample feed are compressed: both are the same for everyone', async () => {
  for (const url of ['/rest/auth/get-signup-context/', '/site/blog/feed.json?count=5']) {
    const plain = await open(url)
    const packed = await open(url, 'zstd')
    expect([plain.encoding, packed.encoding, packed.vary]).toEqual([undefined, 'zstd', 'accept-encoding'])
    expect(JSON.parse(zstdDecompressSync(packed.bytes).toString())).toEqual(
      JSON.parse(plain.bytes.toString()),
    )
    expect(packed.bytes.length, url).toBeLessThan(3000)
  }
})

test('a page about a person is not compressed, as its length would leak its content', async () => {
  const { encoding, bytes } = await open(pages['password-reset'], 'gzip, zstd')
  expect([encoding, isWhole(bytes.toString())]).toEqual([undefined, true])
})
