import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectionsInProcess } from './connections.ts'
import { DatabaseNotOpened } from './data-folder.ts'
import { type Database, openDatabase } from './database.ts'
import { vacuumRegularly } from './vacuum.ts'

type Options = {
  folder: string
  template?: string
  /** Receives background errors. */
  say: (line: string) => void
  vacuumPauseMs?: number
}

/** A quarter of the default: the operating system caches the files, and 100 MB of memory are saved. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/**
 * PostgreSQL inside this process. A new data folder starts from the template, which is much faster than
 * initdb.
 */
export async function openEmbedded(options: Options): Promise<Database> {
  const { folder, template, say, vacuumPauseMs } = options
  const home = path.join(folder, 'database')
  try {
    if (!existsSync(home)) await writeTemplate(home, template)
    const db = openPglite(await PGlite.create({ dataDir: home, startParams }))
    const stopVacuum = vacuumRegularly(db, say, vacuumPauseMs)
    return { ...db, close: () => stopVacuum().then(db.close) }
  } catch (error) {
    throw new DatabaseNotOpened(asError(error).message, { cause: error })
  }
}

/** An in-memory database, for tests and for building the template. */
export async function openInMemory(template?: string): Promise<Database & { dump(): Promise<Blob> }> {
  const pglite = await PGlite.create(template ? { loadDataDir: await readTemplate(template) } : {})
  return { ...openPglite(pglite), dump: () => pglite.dumpDataDir('none') }
}

/** Wraps PGlite in a pool. `close` can be overridden by callers that share the instance. */
export function openPglite(pglite: PGlite, close = () => pglite.close()): Database {
  const pool = new pg.Pool({
    stream: () => openEmbeddedStream(pglite),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    // Closing it has no benefit and would lose its prepared statements.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  })
  return openDatabase('embedded', connectionsInProcess(pool), async () => {
    await pool.end()
    await close()
  })
}

/** Written to a temporary folder, then renamed, so a start that is killed halfway leaves no partial database. */
async function writeTemplate(home: string, template: string | undefined): Promise<void> {
  const unfinished = `${home}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(path.dirname(home), { recursive: true })
  const load = template && existsSync(template) ? { loadDataDir: await readTemplate(template) } : {}
  const pglite = await PGlite.create({ dataDir: unfinished, ...load })
  await pglite.close()
  await rename(unfinished, home)
}

async function readTemplate(template: string): Promise<Blob> {
  return new Blob([await readFile(template)])
}

/**
 * Carries the driver's messages to PGlite and the answers back, in place of a socket. The driver writes all
 * messages of a statement together, and one call runs them. PGlite's own adapter makes a call for each, which
 * takes twice as long.
 */
function openEmbeddedStream(pglite: PGlite): Duplex {
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
    // Copied, since the database reuses that memory. The driver gets them afterwards: none of it runs inside
    // the database.
    const onRawData = (answer: Uint8Array) => void answers.push(Buffer.from(answer))
    pglite
      // The statement itself writes files: there is nothing to copy afterwards.
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
  /** The parts of a socket that the driver uses. */
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

/** There is only one session. A new connection must not see what another one has prepared or left open. */
async function startSession(pglite: PGlite): Promise<void> {
  await pglite.exec('rollback')
  await pglite.exec('discard all')
}

/** In the database's own runtime, thrown values are not always errors. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('the runtime gave up')
}
