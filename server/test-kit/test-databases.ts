import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject as provided } from 'vitest'
import '../../scripts/vitest-postgres.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { templatePath } from '../../scripts/template-name.mjs'
import type { Reusable } from './reused-database.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** Adds what every test expects to a new database. */
type Prepare = (db: Database) => Promise<void>

/** PGlite from the template. */
export async function makeEmbedded(prepare: Prepare): Promise<Reusable> {
  const template = new Blob([await readFile(templatePath(ROOT))])
  const pglite = await PGlite.create({ loadDataDir: template })
  const unprepared = openPglite(pglite, async () => {})
  await prepare(unprepared)
  await unprepared.close()
  return {
    open: (close) => openPglite(pglite, close),
    async connect(work) {
      await pglite.exec('discard all')
      return work(pglite)
    },
    drop: () => pglite.close(),
  }
}

/** A new database on the PostgreSQL of this test run. */
export async function makePostgres(prepare: Prepare): Promise<Reusable> {
  prepared ??= makePrepared(prepare)
  const url = await freshPostgresUrl(await prepared)
  return {
    open(close) {
      const db = openTestPostgres(url)
      return {
        ...db,
        async close() {
          await db.close()
          await close()
        },
      }
    },
    connect: (work) =>
      withClient(url, async (client) => {
        await client.query(endOthers)
        return work(client)
      }),
    drop: () => withClient(provided('postgresUrl'), (client) => client.query(dropOf(url))).then(() => {}),
  }
}

/** A just-closed connection needs a moment to end, and one forgotten by a test is ended here. */
const endOthers = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

const nameIn = (url: string) => new URL(url).pathname.slice(1)
const dropOf = (url: string) => `drop database ${nameIn(url)} with (force)`

let prepared: Promise<string> | undefined

/** Made once per process: copying it takes a tenth of the time of running migrations. */
async function makePrepared(prepare: Prepare): Promise<string> {
  const url = await freshPostgresUrl()
  const db = openTestPostgres(url)
  await migrate(db)
  await prepare(db)
  await db.close()
  return nameIn(url)
}

function openTestPostgres(url: string): Database {
  return openPostgres({ url, poolSize: 10, onIdleError: () => {} })
}

let databases = 0

export async function freshPostgresUrl(template = 'template1'): Promise<string> {
  databases += 1
  const url = new URL(provided('postgresUrl'))
  const name = `test_${process.pid}_${databases}`
  await withClient(url.href, (client) => client.query(`create database ${name} template ${template}`))
  url.pathname = `/${name}`
  return url.href
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
