import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectionsInProcess } from './connections.ts'
import { DatabaseNotOpened } from './data-folder-problem.ts'
import { type Database, openDatabase } from './database.ts'
import { asError, openEmbeddedStream } from './embedded-stream.ts'
import { vacuumRegularly } from './vacuum.ts'

type Options = {
  folder: string
  template?: string
  /** Told what goes wrong in the background. */
  say: (line: string) => void
  vacuumPauseMs?: number
}

/**
 * PostgreSQL inside this process. A new data folder starts from the template, which is much faster than
 * initdb.
 */
export async function openEmbedded(options: Options): Promise<Database> {
  const { folder, template, say, vacuumPauseMs } = options
  const home = path.join(folder, 'database')
  try {
    if (!existsSync(home)) await writeTemplate(home, template)
    const db = openPglite(await PGlite.create({ dataDir: home }))
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
    // Nothing is gained by closing it, and its prepared statements would be lost.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  })
  return openDatabase('embedded', connectionsInProcess(pool), async () => {
    await pool.end()
    await close()
  })
}

/**
 * Written to a temporary folder, then renamed, so a start that is killed halfway leaves no partial database.
 */
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
