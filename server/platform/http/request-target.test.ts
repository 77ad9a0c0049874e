import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let port: number

beforeAll(async () => {
  harness = await openHarness()
  port = Number(new URL(await harness.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => harness.close())

/** Sends the request target unchanged on a raw socket. A client library would normalize it first. */
async function ask(target: string, head = 'HTTP/1.1\r\nhost: evil.example\r\nconnection: close') {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let heard = ''
  socket.on('data', (text) => {
    heard += text
  })
  socket.write(`GET ${target} ${head}\r\n\r\n`)
  await once(socket, 'close')
  return {
    status: Number(heard.split(' ')[1]),
    location: /^location: (.*)$/im.exec(heard)?.[1]?.trim(),
    heard,
  }
}

test.each([
  ['http://evil.example/password-reset', '/password-reset/'],
  ['http://evil.example/password-reset?a=b', '/password-reset/?a=b'],
  ['HTTPS://EVIL.example:8443/password-reset', '/password-reset/'],
  ['http://user@evil.example/pay/some-token', '/pay/some-token/'],
  ['http://evil.example/site/pricing', '/site/pricing/'],
  ['http://evil.example', '/login/'],
  ['http://evil.example/no-such-page', '/login/'],
  ['//evil.example/password-reset', '/login/'],
  ['//evil.example', '/login/'],
  ['/\\evil.example/password-reset', '/login/'],
  ['http://evil.example//evil.example/password-reset', '/login/'],
  ['/password-reset//evil.example', '/login/'],
  ['/pay//evil.example', '/login/'],
  ['/pay/%2F%2Fevil.example', '/pay/%2F%2Fevil.example/'],
])('%s leads to %s, on our own host', async (target, location) => {
  expect(await ask(target)).toMatchObject({ location })
})

test('a request without a host is treated like one with a host', async () => {
  expect(await ask('http://evil.example/password-reset', 'HTTP/1.0')).toMatchObject({
    location: '/password-reset/',
  })
  expect(await ask('/password-reset', 'HTTP/1.0')).toMatchObject({ location: '/password-reset/' })
})

test('a request with an absolute url is answered as if it had only the path', async () => {
  const { status, heard } = await ask('http://evil.example/password-reset/')
  expect(status).toBe(200)
  expect(heard).not.toContain('evil.example')
  expect(await ask('http://evil.example/rest/no-such-call/')).toMatchObject({ status: 404 })
})
