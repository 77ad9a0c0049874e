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
    const answers: Buffer[] = []
    // Copied, since the database uses that memory again. The driver gets them afterwards: none of it runs inside the database.
    const onRawData = (answer: Uint8Array) => void answers.push(Buffer.from(answer))
    pglite
      // Files are written by the statement itself: there is nothing to copy afterwards.
      .execProtocolRawStream(messages, { syncToFs: false, onRawData })
      .then(
        () => {
          for (const answer of answers) stream.push(answer)
          done()
        },
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
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('the runtime gave up')
}
