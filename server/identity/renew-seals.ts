import type { Db } from '#server/platform/db/database.ts'
import { keyIdOf } from './seal.ts'

/** Rows whose texts are encrypted for one purpose, each with the id of its key. */
export type SealedRows = {
  purpose: string
  /** The ids of all keys under which something is stored. */
  listKeyIds(db: Db): Promise<string[]>
  /** Encrypts some rows of this key again, with the first secret. Returns how many: 0 if none is left. */
  renewPart(db: Db, keyId: string, secrets: readonly string[]): Promise<number>
}

export type Renewed = {
  renewed: number
  /** False if there is more than fits into one pass. */
  isFinished: boolean
  /** Something is encrypted with a secret that was removed. */
  hasUnreadable: boolean
}

/** Small enough that whoever else needs the database waits for milliseconds. */
export const PART = 200
/**
 * In one pass; the next one goes on. Two instances whose lists have another order would otherwise encrypt each other's rows
 * again without end.
 */
const PARTS_AT_MOST = 50

/** After a rotation of the secrets: encrypts again with the first one, in parts. */
export async function renewSeals(db: Db, rows: SealedRows, given: readonly string[]): Promise<Renewed> {
  // The order of the list may change meanwhile.
  const secrets = [...given]
  const [inUse, ...older] = secrets.map((secret) => keyIdOf(rows.purpose, [secret]))
  const stored = await rows.listKeyIds(db)
  let renewed = 0
  let parts = 0
  for (const keyId of stored.filter((id) => older.includes(id))) {
    while (parts < PARTS_AT_MOST) {
      const part = await rows.renewPart(db, keyId, secrets)
      if (part === 0) break
      renewed += part
      parts += 1
    }
  }
  const hasUnreadable = stored.some((id) => id !== inUse && !older.includes(id))
  return { renewed, isFinished: parts < PARTS_AT_MOST, hasUnreadable }
}
