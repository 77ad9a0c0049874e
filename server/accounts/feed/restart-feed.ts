import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** More than any account, and the feed as a whole, can have had between the moment returned to and the restore. */
const SEQUENCES_BEYOND = 1_000_000
const POSITIONS_BEYOND = 1_000_000_000

/**
 * For a database that was set back to an earlier moment: numbers that receivers have already would come again, and be
 * ignored. All numbers go on far above, every account is told anew in parts, and who reads the feed gets 410 once.
 */
export async function restartFeed(tx: Db): Promise<{ accounts: number }> {
  await tx.one(sql`select last_position from feed_state for update`)
  const { position, accounts } = await tx.one<{ position: number; accounts: number }>(sql`
    update feed_state set
      sequence_base = sequence_base + ${SEQUENCES_BEYOND},
      last_position = last_position + ${POSITIONS_BEYOND},
      deleted_through = last_position + ${POSITIONS_BEYOND},
      noted_through = 0,
      note_through = coalesce((select max(id) from accounts), 0)
    returning last_position as position, note_through as accounts`)
  // What the endpoints had not taken yet is part of what they are told anew.
  await tx.run(sql`
    delete from feed_backlog b using feed_endpoints e where b.endpoint_id = e.id`)
  await tx.run(sql`update feed_endpoints set sent_through = ${position}, missed_at = null`)
  return { accounts }
}
