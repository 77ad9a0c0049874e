import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Carries the driver's messages to PGlite and the answers back, in place of a socket. The driver writes all messages of a
 * statement together, and one call runs them. PGlite's own adapter makes a call for each, which takes twice as long.
 */
export function openEmbeddedStream(pglite: PGlite): Duplex {
  const stream = new Duplex({
    read() {},
    write: (message: Buffer, _encoding, done) => run(message, done),
    writev: (parts, done) => run(Buffer.concat(parts.map(({ chunk }) => chunk)), done),
    final(done) {
      stream.push(null)
      done()
    },
  })

  function run(messages: Buffer, done: (error?: Error) => void): void {
    // The bytes are part of the database's memory, which it uses again.
    const onRawData = (answer: Uint8Array) => void stream.push(Buffer.from(answer))
    pglite
      // Files are written by the statement itself: there is nothing to copy afterwards.
      .execProtocolRawStream(messages, { syncToFs: false, onRawData })
      .then(
        () => done(),
        (thrown: unknown) => done(asError(thrown)),
      )
  }

  const sameStream = () => stream
  /** What the driver asks of a socket. */
  const socket = { setNoDelay: sameStream, setKeepAlive: sameStream, ref: sameStream, unref: sameStream }
  return Object.assign(stream, socket, {
    connect() {
      startSession(pglite).then(
        () => stream.emit('connect'),
        (thrown) => stream.destroy(asError(thrown)),
      )
      return stream
    },
  })
}

/** There is one session only. A new connection must not meet what another one has prepared or left open. */
async function startSession(pglite: PGlite): Promise<void> {
  await pglite.exec('rollback')
  await pglite.exec('discard all')
}

/** Inside the database's own runtime not everything that is thrown is an error. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('The runtime of the embedded database gave up')
}
