import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { BlockKind } from './blocks.ts'

export type ListedBlock = {
  id: number
  kind: BlockKind
  value: string
  until: Date
  reason: string
  by: string
  since: Date
}

/** The blocks that hold now, the next to end first. */
export function listBlocks(db: Db, now: Date, limit: number): Promise<ListedBlock[]> {
  return db.many<ListedBlock>(sql`
    select id, kind, value, until, reason, made_by as by, created_at as since from blocks
    where until > ${now} order by until, id limit ${limit}`)
}
