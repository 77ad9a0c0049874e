import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { complaintOfRedirectUris } from './partner-rules.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** `hasChanged`: it was not so before. */
type Changed = { id: string; hasChanged: boolean }

/**
 * Disables a partner immediately: it gets no new connections, and the existing ones, of which `ended` is the number, work no
 * longer. They are marked as ended afterwards (`endGrantsOfDisabled`).
 */
export async function disablePartner(
  db: Database,
  { id }: { id: string },
  now: Date,
): Promise<(Changed & { ended: number }) | Refused> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) return refuseUnknown(id)
    await tx.run(sql`update clients set disabled_at = coalesce(disabled_at, ${now}) where id = ${id}`)
    const { ended } = await tx.one<{ ended: number }>(
      sql`select count(*) as ended from grants where client_id = ${id} and revoked_at is null`,
    )
    return { id, ended, hasChanged: !partner.isDisabled }
  })
}

/** Allows new connections; those from before it was disabled stay ended. */
export async function enablePartner(
  db: Database,
  { id }: { id: string },
  now: Date,
): Promise<Changed | Refused> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) return refuseUnknown(id)
    if (partner.isDisabled) {
      // Rarely any: they are ended when it is disabled.
      await tx.run(sql`update grants set revoked_at = ${now} where client_id = ${id} and revoked_at is null`)
      await tx.run(sql`update clients set disabled_at = null where id = ${id}`)
    }
    return { id, hasChanged: partner.isDisabled }
  })
}

/** `seen`: those that the operator decided about. Without it, whatever is there is replaced. */
export type NewRedirectUris = { id: string; redirectUris: string[]; seen?: string[] | undefined }

export async function changeRedirectUris(
  db: Database,
  { id, redirectUris, seen }: NewRedirectUris,
): Promise<Changed | Refused> {
  const complaint = complaintOfRedirectUris(redirectUris)
  if (complaint) return refuse('invalid-fields', { errors: complaint })
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) return refuseUnknown(id)
    const hasChanged = !isSame(redirectUris, partner.redirectUris)
    if (hasChanged && seen && !isSame(seen, partner.redirectUris)) return refuseUnseen(partner.redirectUris)
    await tx.run(sql`update clients set redirect_uris = ${redirectUris} where id = ${id}`)
    return { id, hasChanged }
  })
}

function isSame(uris: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(uris) === JSON.stringify(others)
}

function refuseUnseen(uris: readonly string[]): Refused {
  const now = uris.join(', ')
  return refuse('has-changed', {
    errors: `Someone else has changed the redirect URIs. They are now: ${now}. Your change was not saved. Close this window, then change them again.`,
  })
}

/** Sets whether a partner with a secret must also use PKCE. Codes issued without it stop working. */
export async function changePkce(
  db: Database,
  { id, isRequired }: { id: string; isRequired: boolean },
): Promise<Changed | Refused> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) return refuseUnknown(id)
    if (!partner.isConfidential)
      return refuse('invalid-fields', { errors: `The partner ${id} is public, so PKCE is always required.` })
    await tx.run(sql`update clients set requires_pkce = ${isRequired} where id = ${id}`)
    return { id, hasChanged: isRequired !== partner.requiresPkce }
  })
}

type Locked = { isConfidential: boolean; requiresPkce: boolean; redirectUris: string[]; isDisabled: boolean }

function lockPartner(tx: Db, id: string): Promise<Locked | undefined> {
  return tx.maybe<Locked>(sql`
    select is_confidential as "isConfidential", requires_pkce as "requiresPkce", redirect_uris as "redirectUris",
      disabled_at is not null as "isDisabled"
    from clients where id = ${id} for update`)
}
