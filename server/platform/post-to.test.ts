import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { resolveNamesTo } from '#server/test-kit/resolve-names.ts'
import { postTo } from './post-to.ts'

let server: Server
let port: number
let received: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push(`${request.headers['content-length']} ${body}`)
      if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end()
      else if (request.url === '/long') response.end('x'.repeat(70_000))
      else if (request.url === '/never') response.flushHeaders()
      else if (request.url !== '/silent') response.writeHead(201, { 'retry-after': '7' }).end('taken')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  received = []
})

const post = (url: string, more: Partial<Parameters<typeof postTo>[1]> = {}) =>
  postTo(url, { headers: {}, body: 'an event', withinMs: 5_000, bodyWithinMs: 200, ...more })
const here = (path = '/') => `http://127.0.0.1:${port}${path}`

test('a post arrives, and its status, headers and text are returned', async () => {
  expect(await post(here())).toMatchObject({ status: 201, headers: { 'retry-after': '7' }, text: 'taken' })
  expect(received).toEqual(['8 an event'])
})

test('a redirect is not followed', async () => {
  expect((await post(here('/moved'))).status).toBe(302)
  expect(received).toHaveLength(1)
})

test.each(['/long', '/never'])(
  'the status counts even if the text is too long or endless: %s',
  async (path) => {
    expect(await post(here(path))).toMatchObject({ status: 200, text: undefined })
  },
)

test('gives up without an answer in time', async () => {
  await expect(post(here('/silent'), { withinMs: 100 })).rejects.toThrow('No answer within 0.1 s')
})

test.each([
  ['http://169.254.169.254/', 'is link-local'],
  ['https://[fe80::1]/', 'is link-local'],
  ['https://[::ffff:169.254.169.254]/', 'is link-local'],
  ['https://[64:ff9b::169.254.169.254]/', 'is link-local'],
  ['https://[::169.254.169.254]/', 'is link-local'],
  ['http://0.0.0.0/', 'is unspecified'],
  ['https://0/', 'is unspecified'],
  ['https://[::]/', 'is unspecified'],
  ['https://224.0.0.1/', 'is multicast'],
  ['https://[ff02::1]/', 'is multicast'],
])('%s is not called', async (url, reason) => {
  await expect(post(url)).rejects.toThrow(reason)
})

test.each([['169.254.169.254'], ['127.0.0.1', 'fe80::1'], ['::'], ['ff02::1'], ['::ffff:169.254.1.1']])(
  'a host that resolves to %s is not called, by https or http',
  async (...addresses) => {
    resolveNamesTo(...addresses)
    await expect(post('https://dialer.example.com/')).rejects.toThrow('and is not called')
    const plain = post(`http://dialer.example.com:${port}/`)
    await expect(plain).rejects.toThrow('and is not called')
    expect(received).toEqual([])
  },
)

test('plain http is only used on this machine', async () => {
  await expect(post('http://10.0.0.1/')).rejects.toThrow('10.0.0.1 is another machine')
  resolveNamesTo('10.0.0.1')
  await expect(post('http://dialer.localhost/')).rejects.toThrow('10.0.0.1 is another machine')
  resolveNamesTo('127.0.0.1')
  expect((await post(`http://dialer.localhost:${port}/`)).status).toBe(201)
})

test.each(['https://10.255.255.1:1/', 'https://[fd00::1]:1/'])(
  'private networks may be called: %s',
  async (url) => {
    const failed = await post(url, { withinMs: 50 }).catch((error: Error) => error.message)
    expect(failed).not.toContain('is not called')
  },
)

test('if several IP addresses refuse the connection, the error says so', async () => {
  resolveNamesTo('127.0.0.1', '::1')
  await expect(post('http://dialer.localhost:1/')).rejects.toThrow('ECONNREFUSED')
})
