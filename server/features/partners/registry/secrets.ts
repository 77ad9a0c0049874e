import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import { refuseUnknown } from './refuse-unknown.ts'

export async function addSecret(tx: Db, clientId: string, now: Date): Promise<string> {
  const secret = newToken()
  await tx.run(sql`
    insert into client_secrets (client_id, secret_hash, created_at) values (${clientId}, ${hashToken(secret)}, ${now})`)
  return secret
}

/**
 * Adds a new secret; earlier ones remain valid for a while, so that the partner can switch without downtime. Of two
 * operators at once, the second ends the secret of the first.
 */
export async function rotateSecret(
  db: Database,
  { id, oldLastsHours = 24 }: { id: string; oldLastsHours?: number },
  now: Date,
): Promise<{ secret: string; oldEndsAt: Date } | Refused> {
  const oldEndsAt = later(now, oldLastsHours * HOUR)
  return db.transaction(async (tx) => {
    const partner = await tx.maybe<{ isConfidential: boolean }>(
      sql`select is_confidential as "isConfidential" from clients where id = ${id} for update`,
    )
    if (!partner) return refuseUnknown(id)
    if (!partner.isConfidential)
      return refuse('invalid-fields', { errors: `The partner ${id} is public and has no secret.` })
    await tx.run(sql`delete from client_secrets where client_id = ${id} and expires_at <= ${now}`)
    await tx.run(sql`
      update client_secrets set expires_at = ${oldEndsAt}
      where client_id = ${id} and (expires_at is null or expires_at > ${oldEndsAt})`)
    return { secret: await addSecret(tx, id, now), oldEndsAt }
  })
}
