// On PostgreSQL: two of its requests race.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openHarness } from '#server/test-kit/harness.ts'
import { watchConnections } from './stopping.ts'

const WHOLE = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n'

/** A server that responds when the test allows it, and a raw socket to talk to it byte by byte. */
async function openServer(options?: { atMostMs: number }) {
  const request: ServerResponse[] = []
  const server = createServer((_request, answer) => request.push(answer))
  const watched = watchConnections(server, options)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as { port: number }
  return {
    asked: request,
    nextAsked: () => once(server, 'request'),
    async connect(said = '') {
      const accepted = once(server, 'connection')
      const socket = connect(port, '127.0.0.1')
      const ended = once(socket, 'close')
      let heard = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text
      })
      await accepted
      socket.write(said)
      return { socket, ended, heard: () => heard }
    },
    close() {
      const closed = once(server, 'close')
      watched.leave()
      server.close()
      return closed
    },
  }
}

test('closing waits for open requests, and only for those', async () => {
  const server = await openServer()
  const silent = await server.connect()
  const halfAHeader = await server.connect('GET / HT')
  const asking = await server.connect(WHOLE)
  await expect.poll(() => server.asked.length).toBe(1)

  const closed = server.close()
  await Promise.all([silent.ended, halfAHeader.ended])
  expect(asking.socket.destroyed).toBe(false)
  server.asked[0]?.end('at last')
  await Promise.all([asking.ended, closed])
  expect(asking.heard()).toMatch(/connection: close[\s\S]*at last/i)
})

test('a keep-alive connection ends with its current answer, even if its head was already sent', async () => {
  const server = await openServer()
  const asking = await server.connect(WHOLE)
  await expect.poll(() => server.asked.length).toBe(1)
  server.asked[0]?.write('the beginning, ')
  await expect.poll(asking.heard).toContain('keep-alive')

  const closed = server.close()
  server.asked[0]?.end('the end')
  await Promise.all([asking.ended, closed])
  expect(asking.heard()).toContain('the end')
})

test('a request that arrives just after shutdown began is answered', async () => {
  const server = await openServer()
  const late = await server.connect()
  // Its quarter of a second does not pass before it is read.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = server.close()
  const isAsked = server.nextAsked()
  late.socket.write(WHOLE)
  await isAsked
  server.asked[0]?.end('still in time')
  await Promise.all([late.ended, closed])
  expect(late.heard()).toMatch(/connection: close[\s\S]*still in time/i)
})

test('a client that never finishes its request does not delay shutdown forever', async () => {
  const server = await openServer({ atMostMs: 400 })
  const slow = await server.connect('POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf')
  await expect.poll(() => server.asked.length).toBe(1)
  await Promise.all([slow.ended, server.close()])
})

test('a page waiting for a reload does not delay its builder: its connection ends with the server', async () => {
  const harness = await openHarness({ environment: { DEV_RELOAD: '1' } })
  const url = await harness.app.listen({ port: 0, host: '127.0.0.1' })
  const line = await fetch(`${url}/dev/reload`)
  await harness.close()
  expect(await line.text()).toBe('retry: 300\n\n')
})
