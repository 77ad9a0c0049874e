import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let port: number
beforeAll(async () => {
  harness = await openHarness()
  port = Number(new URL(await harness.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => harness.close())

/** Everything received until the connection ends. */
function say(bytes: string): Promise<string> {
  const connection = connect(port, '127.0.0.1')
  connection.write(bytes)
  return text(connection)
}

test.each([
  [
    'more cookies than fit',
    `GET /login/ HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b; '.repeat(4000)}\r\n\r\n`,
    431,
  ],
  ['a very long URL', `GET /login/?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  [
    'two lengths',
    'POST /login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['no HTTP', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
])('%s gets our own plain-text answer', async (_what, bytes, status) => {
  const answer = await say(bytes)
  expect(answer.startsWith(`HTTP/1.1 ${status} `), answer.slice(0, 100)).toBe(true)
  expect(answer).toContain('content-type: text/plain; charset=utf-8\r\n')
  const [, body = ''] = answer.split('\r\n\r\n')
  expect(body).toMatch(
    status === 431 ? /delete the cookies of this site/ : /^The request could not be read\./,
  )
})

test.each([
  ['headers', 'GET /login/ HTTP/1.1\r\nHost: x\r\n'],
  [
    'a body',
    'POST /login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nhalf',
  ],
])('a request that waits for %s is ended after 30 s with a plain-text answer', async (_what, bytes) => {
  const { server } = harness.app
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
  // A hundred times faster, so that the test does not wait.
  server.requestTimeout /= 100
  server.headersTimeout /= 100
  onTestFinished(() => {
    server.requestTimeout *= 100
    server.headersTimeout *= 100
  })
  const began = performance.now()
  const answer = await say(bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]+\r\n\r\nThe request took too long/)
  expect(performance.now() - began).toBeLessThan(5_000)
})
