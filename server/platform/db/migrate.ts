import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from './database.ts'
import { whileSchemaIsOurs } from './schema-lock.ts'
import { sql } from './sql.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations')

/** A refusal to start: the database was made by other files than ours. */
export class MigrationChanged extends Error {}

/** Applies missing migrations in order, in one transaction. Forward only. */
export async function migrate(db: Database, folder: string = MIGRATIONS): Promise<string[]> {
  const files = await readMigrations(folder)
  return whileSchemaIsOurs(db, async (tx) => {
    await tx.run(sql`
      create table if not exists migrations (
        name text primary key, digest text not null, applied_at timestamptz not null default now()
      )`)
    const applied = await tx.many<{ name: string; digest: string }>(sql`select name, digest from migrations`)
    const digests = new Map(applied.map((row) => [row.name, row.digest]))

    const fresh = []
    for (const file of files) {
      const digest = digests.get(file.name)
      if (digest === file.digest) continue
      if (digest !== undefined)
        throw new MigrationChanged(
          `${file.name} was changed after it was applied to this database: write a new migration instead, or start with another database.`,
        )
      await tx.run({ text: file.text, values: [] })
      await tx.run(sql`insert into migrations (name, digest) values (${file.name}, ${file.digest})`)
      fresh.push(file.name)
    }
    return fresh
  })
}

async function readMigrations(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
