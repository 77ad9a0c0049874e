import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { complaintOfRedirectUris } from './partner-rules.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/**
 * Disables a partner immediately: it gets no new connections, and the existing ones, of which `ended` is the number, work no
 * longer. They are marked as ended afterwards (`endGrantsOfDisabled`).
 */
export async function disablePartner(
  db: Database,
  { id }: { id: string },
  now: Date,
): Promise<{ id: string; ended: number } | Refused> {
  return db.transaction(async (tx) => {
    const touched = await tx.run(
      sql`update clients set disabled_at = coalesce(disabled_at, ${now}) where id = ${id}`,
    )
    if (touched === 0) return refuseUnknown(id)
    const { ended } = await tx.one<{ ended: number }>(
      sql`select count(*) as ended from grants where client_id = ${id} and revoked_at is null`,
    )
    return { id, ended }
  })
}

/** Allows new connections; those from before it was disabled stay ended. */
export async function enablePartner(
  db: Database,
  { id }: { id: string },
  now: Date,
): Promise<{ id: string } | Refused> {
  return db.transaction(async (tx) => {
    const partner = await tx.maybe<{ isDisabled: boolean }>(
      sql`select disabled_at is not null as "isDisabled" from clients where id = ${id} for update`,
    )
    if (!partner) return refuseUnknown(id)
    if (partner.isDisabled) {
      // Rarely any: they are ended when it is disabled.
      await tx.run(sql`update grants set revoked_at = ${now} where client_id = ${id} and revoked_at is null`)
      await tx.run(sql`update clients set disabled_at = null where id = ${id}`)
    }
    return { id }
  })
}

export async function changeRedirectUris(
  db: Database,
  { id, redirectUris }: { id: string; redirectUris: string[] },
): Promise<{ id: string } | Refused> {
  const complaint = complaintOfRedirectUris(redirectUris)
  if (complaint) return refuse('invalid-fields', { errors: complaint })
  const touched = await db.run(sql`update clients set redirect_uris = ${redirectUris} where id = ${id}`)
  return touched === 0 ? refuseUnknown(id) : { id }
}

/** Sets whether a partner with a secret must also use PKCE. Codes issued without it stop working. */
export async function changePkce(
  db: Database,
  { id, isRequired }: { id: string; isRequired: boolean },
): Promise<{ id: string } | Refused> {
  const partner = await db.maybe<{ isConfidential: boolean }>(sql`
    update clients set requires_pkce = ${isRequired} and is_confidential where id = ${id}
    returning is_confidential as "isConfidential"`)
  if (!partner) return refuseUnknown(id)
  if (!partner.isConfidential)
    return refuse('invalid-fields', { errors: `The partner ${id} is public, so PKCE is always required.` })
  return { id }
}
