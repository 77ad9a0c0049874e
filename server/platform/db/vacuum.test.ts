import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { templatePath } from '../../../scripts/template-name.mjs'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { sql } from './sql.ts'
import { vacuumChanged, vacuumRegularly } from './vacuum.ts'

const template = templatePath(path.join(import.meta.dirname, '../../..'))
const SOON = { vacuumPauseMs: 20 }
const NEVER = { vacuumPauseMs: 60 * 60_000, say: fail }

test('the embedded database updates statistics of added rows and reclaims deleted space by itself', async () => {
  const said: string[] = []
  const db = await openEmbedded({
    folder: await newFolder(),
    template,
    say: (line) => said.push(line),
    ...SOON,
  })
  await addNotes(db)
  await vi.waitFor(
    async () => expect(await knownOf(db)).toEqual({ rows: 1000, columns: 2, bytes: 81_920 }),
    10_000,
  )

  await db.run(sql`delete from notes`)
  await vi.waitFor(async () => expect((await knownOf(db)).bytes).toBe(0), 10_000)
  // While a vacuum may be running.
  await db.close()
  expect(said).toEqual([])
})

test('a table filled shortly before a restart is vacuumed after it', async () => {
  const folder = await newFolder()
  const before = await openEmbedded({ folder, template, ...NEVER })
  await addNotes(before)
  await before.close()

  const db = await openEmbedded({ folder, ...NEVER })
  onTestFinished(() => db.close())
  expect(await knownOf(db)).toMatchObject({ rows: -1, columns: 0 })
  await vacuumChanged(db, fail)
  expect(await knownOf(db)).toMatchObject({ rows: 1000, columns: 2 })
})

test('a table with few new rows is left alone', async () => {
  const db = await openEmbedded({ folder: await newFolder(), template, ...NEVER })
  onTestFinished(() => db.close())
  await addNotes(db)
  await vacuumChanged(db, fail)
  await db.run(sql`insert into notes select 1000 + n, 'new' from generate_series(1, 20) n`)
  await vacuumChanged(db, fail)
  expect(
    await db.one(
      sql`select vacuum_count, n_mod_since_analyze from pg_stat_user_tables where relname = 'notes'`,
    ),
  ).toEqual({ vacuum_count: 1, n_mod_since_analyze: 20 })
})

test('a failed vacuum is reported and retried', async () => {
  const said: string[] = []
  const db = await openEmbedded({
    folder: await newFolder(),
    template,
    say: (line) => said.push(line),
    ...SOON,
  })
  await db.run(sql`
    create function refused(integer) returns integer language plpgsql immutable as
    'begin if $1 > 0 then raise ''not today''; end if; return $1; end'`)
  await db.run(sql`create table notes (id integer, words text)`)
  await db.run(sql`create statistics of_notes on (refused(id)) from notes`)
  await db.run(sql`insert into notes select n, repeat('x', 40) from generate_series(1, 1000) n`)
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(1), 10_000)
  await db.close()
  expect(new Set(said)).toEqual(new Set(['The embedded database was not vacuumed: not today']))
})

test('a look at what was written that fails once does not end the vacuums', async () => {
  const said: string[] = []
  const db = await openEmbedded({ folder: await newFolder(), template, ...NEVER })
  onTestFinished(() => db.close())
  await addNotes(db)
  let fails = true
  const one: Database['one'] = (statement) => {
    if (!fails || !statement.text.includes('pg_current_wal')) return db.one(statement)
    fails = false
    return Promise.reject(new Error('not now'))
  }
  const stop = vacuumRegularly({ ...db, one }, (line) => said.push(line), 20)
  await vi.waitFor(async () => expect(await knownOf(db)).toMatchObject({ rows: 1000 }), 10_000)
  await db.run(sql`delete from notes`)
  await vi.waitFor(async () => expect((await knownOf(db)).bytes).toBe(0), 10_000)
  await stop()
  expect(said).toEqual(['The embedded database was not vacuumed: not now'])
})

function fail(line: string): never {
  throw new Error(line)
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'front-desk-vacuum-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function addNotes(db: Database): Promise<void> {
  await db.run(sql`create table notes (id integer, words text)`)
  await db.run(sql`insert into notes select n, repeat('x', 40) from generate_series(1, 1000) n`)
}

/** The planner's statistics of the table, and its size. */
function knownOf(db: Database): Promise<{ rows: number; columns: number; bytes: number }> {
  return db.one(sql`
    select reltuples::integer as rows, pg_relation_size(oid) as bytes,
      (select count(*) from pg_stats where tablename = 'notes') as columns
    from pg_class where relname = 'notes'`)
}
