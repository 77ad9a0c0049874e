// On both databases: the files of the product make the schema of each, and each says where it is.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

let db: Database

beforeEach(async () => {
  await db?.close()
  db = await freshDatabase()
})
afterAll(() => db.close())

/** Our own files, and those of a later release. */
async function releaseWith(later: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(later)) await writeFile(path.join(folder, name), text)
  return folder
}

const applied = async () =>
  (await db.many<{ name: string }>(sql`select name from migrations order by name`)).map(({ name }) => name)

/** The message of the refusal, which leaves everything unchanged. */
async function refusal(folder?: string): Promise<string> {
  const before = await applied()
  const error = await migrate(db, folder === undefined ? {} : { dataFolder: folder }).then(
    () => new Error('It was accepted.'),
    (caught: Error) => caught,
  )
  expect(await applied()).toEqual(before)
  return error.message
}

async function onServer(mismatch: string): Promise<string> {
  const { name } = await db.one<{ name: string }>(sql`select current_database() as name`)
  return `The database "${name}" of DATABASE_URL was made by another version, and cannot be upgraded: ${mismatch}. Rename it (alter database … rename to …) and create it again, or name another, empty database in DATABASE_URL. Nothing in it was changed.`
}

const inFolder = (mismatch: string) =>
  `The database in the data folder /tmp/old was made by another version, and cannot be upgraded: ${mismatch}. Move the folder away, or begin with an empty one in DATA_DIR. Nothing in it was changed.`

test('applied migrations do not run again, even if two instances start at once', async () => {
  expect(await Promise.all([migrate(db), migrate(db)])).toEqual([[], []])
})

test('a database that did not begin with the baseline is refused by name, with both ways out', async () => {
  await db.run(sql`delete from migrations`)
  await db.run(sql`insert into migrations (name, digest) values ('0087_feed.sql', 'of another version')`)
  const mismatch = '0001_accounts.sql was never applied to it'
  expect(await refusal()).toBe(await onServer(mismatch))
  expect(await refusal('/tmp/old')).toBe(inFolder(mismatch))
})

test('a database in which an applied file has another checksum is refused in the same way', async () => {
  await db.run(sql`update migrations set digest = 'of another version' where name = '0006_billing.sql'`)
  const mismatch = '0006_billing.sql has changed since it was applied'
  expect(await refusal()).toBe(await onServer(mismatch))
  expect(await refusal('/tmp/old')).toBe(inFolder(mismatch))
})

test('files of a newer release, whose instances may run beside ours, are accepted', async () => {
  const newer = await releaseWith({ '0100_more.sql': 'create table more (id bigint);' })
  expect(await migrate(db, { migrations: newer })).toEqual(['0100_more.sql'])
  expect(await migrate(db)).toEqual([])
  expect(await applied()).toContain('0100_more.sql')
})

test('a file after the baseline that changed after it was applied is refused', async () => {
  const folder = await releaseWith({ '0100_more.sql': 'create table more (id bigint);' })
  await migrate(db, { migrations: folder })
  const file = path.join(folder, '0100_more.sql')
  await writeFile(file, `${await readFile(file, 'utf8')} -- another thought`)
  await expect(migrate(db, { migrations: folder })).rejects.toThrow(
    '0100_more.sql has changed since it was applied',
  )
})

test('a broken migration leaves nothing behind, not even of the files before it', async () => {
  const folder = await releaseWith({
    '0100_more.sql': 'create table more (id bigint);',
    '0101_broken.sql': 'create table others (id bigint); select nonsense from nowhere;',
  })
  const before = await applied()
  await expect(migrate(db, { migrations: folder })).rejects.toThrow('nowhere')
  expect(await applied()).toEqual(before)
  expect(await db.one(sql`select to_regclass('more') as more, to_regclass('others') as others`)).toEqual({
    more: null,
    others: null,
  })
})
