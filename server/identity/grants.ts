import type { Db } from '#server/platform/db/database.ts'
import { inParts, PART } from '#server/platform/db/in-parts.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Revokes a connection and all its tokens. */
export async function revokeGrant(tx: Db, grantId: number, now: Date): Promise<void> {
  await tx.run(sql`update grants set revoked_at = ${now} where id = ${grantId} and revoked_at is null`)
}

/**
 * Ends the connections of disabled partners, in parts. None of them works meanwhile, and none is added, because the partner is
 * disabled: so whoever is killed halfway leaves the rest to the next one.
 */
export function endGrantsOfDisabled(db: Db, now: Date, mayGoOn?: () => boolean): Promise<void> {
  return inParts(async () => {
    const ended = await db.run(sql`
      update grants set revoked_at = ${now} where id in (
        select g.id from clients c cross join lateral (
          select id from grants where client_id = c.id and revoked_at is null limit ${PART}
          for update skip locked) g
        where c.disabled_at is not null limit ${PART})`)
    return ended === PART
  }, mayGoOn)
}

/** Revokes the connections that this person has made since that moment. */
export async function revokeGrantsSince(tx: Db, agentId: number, since: Date, now: Date): Promise<void> {
  await tx.run(sql`
    update grants set revoked_at = ${now}
    where agent_id = ${agentId} and revoked_at is null and created_at >= ${since}`)
}
