import { scopesIn } from '#contract/partners/scopes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { violated } from '#server/platform/db/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { complaintOfPartner } from './partner-rules.ts'
import { addSecret } from './secrets.ts'

export type NewPartner = {
  /** The partner's `client_id`; derived from the name if left out. */
  id?: string
  name: string
  redirectUris: string[]
  /** The scopes it may request at most, such as `profile leads`; `profile` if left out. */
  scope?: string
  /** The scope of a request that names none; `profile` if left out. */
  defaultScope?: string
  /** A public client (a phone or browser app) has no secret and must use PKCE. */
  isPublic?: boolean
  /** Whether a partner with a secret must also use PKCE. */
  requiresPkce?: boolean
  /** An image as a data: URL; without one, the first letter of the name is shown. */
  logo?: string
}

/** Registers a partner. The secret is returned only here: we keep just its hash. */
export async function addPartner(
  db: Database,
  given: NewPartner,
  now: Date,
): Promise<{ id: string; secret: string | undefined } | Refused> {
  const partner = {
    ...given,
    id: given.id ?? idOf(given.name),
    scopes: scopesIn(given.scope ?? 'profile'),
    defaultScope: given.defaultScope ?? scopesIn(given.scope ?? 'profile')[0] ?? '',
    logo: given.logo ?? '',
  }
  const complaint = complaintOfPartner(partner)
  if (complaint) return refuse('invalid-fields', { errors: complaint })
  try {
    const secret = await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into clients (id, name, logo_url, is_confidential, requires_pkce, redirect_uris, scopes, default_scope,
          created_at)
        values (${partner.id}, ${partner.name.trim()}, ${partner.logo}, ${!partner.isPublic}, ${partner.requiresPkce ?? false},
          ${partner.redirectUris},
          ${partner.scopes}, ${partner.defaultScope}, ${now})`)
      return partner.isPublic ? undefined : addSecret(tx, partner.id, now)
    })
    return { id: partner.id, secret }
  } catch (error) {
    if (!violated(error, 'clients_pkey')) throw error
    return refuse('invalid-fields', {
      errors: `There is already a partner ${partner.id}. Choose another id.`,
    })
  }
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
