import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Db } from './database.ts'
import { sql } from './sql.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations')
/** Files before this number are the baseline: a database begins with all of them. */
const FIRST_AFTER_BASELINE = '0100'

type Options = {
  migrations?: string
  /** Where an embedded database is stored, for the refusal. */
  dataFolder?: string
}

/** A refusal to start: the database was created by other files. The message is for the operator. */
export class OtherSchema extends Error {}

/**
 * Applies missing migrations in order, in one transaction. Forward only. Unknown applied files belong to a
 * newer release, whose instances may run beside ours.
 */
export async function migrate(
  db: Database,
  { migrations = MIGRATIONS, dataFolder }: Options = {},
): Promise<string[]> {
  const files = await readMigrations(migrations)
  return whileSchemaIsOurs(db, async (tx) => {
    await tx.run(sql`
      create table if not exists migrations (
        name text primary key, digest text not null, applied_at timestamptz not null default now()
      )`)
    const applied = await tx.many<{ name: string; digest: string }>(sql`select name, digest from migrations`)
    const digests = new Map(applied.map(({ name, digest }) => [name, digest]))
    const mismatch = findMismatch(files, digests)
    if (mismatch !== undefined) throw new OtherSchema(await explain(tx, mismatch, dataFolder))

    const missing = files.filter(({ name }) => !digests.has(name))
    for (const { name, text, digest } of missing) {
      await tx.run({ text, values: [] })
      await tx.run(sql`insert into migrations (name, digest) values (${name}, ${digest})`)
    }
    return missing.map(({ name }) => name)
  })
}

type Migration = { name: string; text: string; digest: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** How an existing database differs from our files. */
function findMismatch(files: Migration[], applied: Map<string, string>): string | undefined {
  if (applied.size === 0) return undefined
  const absent = files.find(({ name }) => name < FIRST_AFTER_BASELINE && !applied.has(name))
  if (absent) return `${absent.name} was never applied to it`
  const changed = files.find(({ name, digest }) => applied.has(name) && applied.get(name) !== digest)
  return changed && `${changed.name} has changed since it was applied`
}

async function explain(tx: Db, mismatch: string, dataFolder: string | undefined): Promise<string> {
  const why = `was made by another version, and cannot be upgraded: ${mismatch}`
  if (dataFolder !== undefined)
    return `The database in the data folder ${dataFolder} ${why}. Move the folder away, or begin with an empty one in DATA_DIR. Nothing in it was changed.`
  const { name } = await tx.one<{ name: string }>(sql`select current_database() as name`)
  return `The database "${name}" of DATABASE_URL ${why}. Rename it (alter database … rename to …) and create it again, or name another, empty database in DATABASE_URL. Nothing in it was changed.`
}

/** A refusal to start: the schema could not be created or upgraded. The message is for the operator. */
export class SchemaProblem extends Error {}

/** An arbitrary advisory lock id. One instance at a time holds it while it changes the schema. */
const SCHEMA_LOCK = 7_316_241
const ASK_AGAIN_MS = 200
/** Longer than any migration may take. */
const WAIT_MS = 15 * 60_000

/**
 * Runs `work` while no other instance changes the schema. Waiting instances poll in separate transactions, so
 * that they hold no pooler connection that the working instance may need.
 */
async function whileSchemaIsOurs<Result>(db: Database, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const done = await db.transaction(
      async (tx) => {
        const { isOurs } = await tx.one<{ isOurs: boolean }>(
          sql`select pg_try_advisory_xact_lock(${SCHEMA_LOCK}) as "isOurs"`,
        )
        return isOurs ? { result: await work(tx) } : undefined
      },
      { takesLong: true },
    )
    if (done) return done.result
    if (performance.now() > deadline)
      throw new SchemaProblem(
        'Another instance has been changing the schema of the database for 15 minutes. If none is starting, see pg_stat_activity for what holds it up.',
      )
    await pause(ASK_AGAIN_MS)
  }
}

/** The same for a library that changes the schema on its own connections: `work` uses the pool. */
export async function besideSchemaLock<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const locked = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const holding = whileSchemaIsOurs(db, () => {
    locked.resolve()
    return finished.promise
  })
  try {
    await Promise.race([locked.promise, holding])
    return await work()
  } finally {
    finished.resolve()
    await holding
  }
}
