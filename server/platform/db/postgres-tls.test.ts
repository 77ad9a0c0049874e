import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { ofLocalhost } from '#server/test-kit/certificates.ts'
import { openPostgres } from './postgres.ts'

/** The first message of a client that wants TLS (PostgreSQL's SSLRequest). */
const SSL_REQUEST = '0000000804d2162f'

/** Just enough of a database server to test TLS: it answers the first message and records what it receives. */
async function openServer(answer: (socket: Socket) => void) {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (message) => {
      heard.push(message.toString('hex'))
      answer(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { heard, url: `postgres://desk@127.0.0.1:${port}/desk` }
}

function ask(url: string, requiresTls: boolean): Promise<unknown> {
  const db = openPostgres({ url, requiresTls, poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.close())
  return db.pool.query('select 1')
}

test('a remote database is asked for TLS first, and one without it is left alone', async () => {
  const { heard, url } = await openServer((socket) => socket.end('N'))
  await expect(ask(url, true)).rejects.toThrow('does not support SSL')
  expect(heard).toEqual([SSL_REQUEST])
})

test('a remote database that cannot prove its identity gets no user and no password', async () => {
  const said: string[] = []
  const { url } = await openServer((socket) => {
    socket.write('S')
    const secured = new TLSSocket(socket, { isServer: true, ...ofLocalhost })
    secured.on('error', () => {}).on('data', (message) => void said.push(message.toString()))
  })
  await expect(ask(url, true)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(said).toEqual([])
})

test('a local database needs no TLS', async () => {
  const { heard, url } = await openServer((socket) => socket.end())
  await expect(ask(url, false)).rejects.toThrow()
  expect(heard.join()).toContain(Buffer.from('desk').toString('hex'))
})
