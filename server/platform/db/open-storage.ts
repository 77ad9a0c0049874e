import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { templatePath } from '../../../scripts/template-name.mjs'
import { type DataFolderLock, lockDataFolder, makePrivate } from './data-folder.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { DatabaseUnreachable, isOutage, isRefusedLogin } from './errors.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { sql } from './sql.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const DATABASE_WAIT_MS = 60_000

export type Storage = { db: Database; lock?: DataFolderLock; secrets: string[] }

/** Opens the configured database, migrates it, and loads the secrets. */
export async function openStorage(config: Config, say: (line: string) => void): Promise<Storage> {
  if (config.database.kind === 'postgres') {
    const onIdleError = (error: Error) => say(`A database connection was lost while idle: ${error.message}`)
    const db = openPostgres({ ...config.database, onIdleError })
    try {
      await waitForDatabase(db, say)
      await refuseUnsuitableDatabase(db)
      await migrate(db)
      return { db, secrets: config.secrets.length > 0 ? config.secrets : [await sharedSecret(db)] }
    } catch (error) {
      // Its idle connections would keep a command from exiting.
      await db.close()
      throw error
    }
  }
  const { folder } = config.database
  makePrivate(folder, say)
  const lock = lockDataFolder(folder)
  const db = await openEmbedded({ folder, template: templatePath(ROOT), say })
  try {
    await migrate(db, { dataFolder: folder })
    // Unpacking a template restores the file modes stored in its archive, so tighten them again.
    makePrivate(folder, say)
    return { db, lock, secrets: config.secrets.length > 0 ? config.secrets : [ownSecret(folder)] }
  } catch (error) {
    await db.close()
    lock.release()
    throw error
  }
}

/** Waits for a database that is starting or restarting, and says why. */
async function waitForDatabase(db: Database, say: (line: string) => void): Promise<void> {
  const deadline = performance.now() + DATABASE_WAIT_MS
  let lastMessage = ''
  for (;;) {
    try {
      await db.one(sql`select 1 as alive`)
      return
    } catch (error) {
      if (!isOutage(error) || isRefusedLogin(error) || performance.now() > deadline)
        throw new DatabaseUnreachable(error)
      const { message } = error as Error
      if (message !== lastMessage) say(`Waiting for the database: ${message || String(error)}`)
      lastMessage = message
      await sleep(500)
    }
  }
}

/** Generated once per database: separate instances could not read each other's encrypted data. */
async function sharedSecret(db: Database): Promise<string> {
  await db.run(sql`
    insert into own_secret (secret, made_at) values (${randomBytes(32).toString('hex')}, now()) on conflict do nothing`)
  const { secret } = await db.one<{ secret: string }>(sql`select secret from own_secret`)
  return secret
}

/**
 * Generated once per data folder, so sessions survive a restart. Written to a temporary file and renamed:
 * otherwise a killed start or a full disk would leave an empty one, which anyone could guess.
 */
function ownSecret(folder: string): string {
  const file = path.join(folder, 'secret')
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (stored !== '') return stored
  const made = randomBytes(32).toString('hex')
  writeFileSync(`${file}.unfinished`, made, { mode: 0o600, flush: true })
  renameSync(`${file}.unfinished`, file)
  return made
}

/** Refuses a PostgreSQL that would silently store texts in another encoding. */
async function refuseUnsuitableDatabase(db: Database): Promise<void> {
  const { encoding } = await db.one<{ encoding: string }>(
    sql`select current_setting('server_encoding') as encoding`,
  )
  if (encoding !== 'UTF8')
    throw new DatabaseUnreachable(
      new Error(
        `its encoding is ${encoding}, and must be UTF8. Create it with createdb --encoding=UTF8 --template=template0.`,
      ),
    )
}
