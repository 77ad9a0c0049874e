import { isScope, scopes, scopesIn } from '#contract/partners/scopes.ts'
import { oneLine } from '#contract/wire/plain-text.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { violated } from '#server/platform/db/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { HOUR, later } from '#server/ports/clock.ts'

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
  request: NewPartner,
  now: Date,
): Promise<{ id: string; secret: string | undefined }> {
  const partner = {
    ...request,
    id: request.id ?? idOf(request.name),
    scopes: scopesIn(request.scope ?? 'profile'),
    defaultScope: request.defaultScope ?? scopesIn(request.scope ?? 'profile')[0] ?? '',
    logo: request.logo ?? '',
  }
  const complaint = complaintOfPartner(partner)
  if (complaint) throw refuse('invalid-fields', { errors: complaint })
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
    throw refuse('invalid-fields', {
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

/** `hasChanged`: it was enabled before. */
type Changed = { id: string; hasChanged: boolean }

/**
 * Disables a partner immediately: it gets no new connections, and the existing ones (`ended` is their number)
 * no longer work. They are marked as ended afterwards (`endGrantsOfDisabled`).
 */
export async function disablePartner(
  db: Database,
  { id }: { id: string },
  now: Date,
): Promise<Changed & { ended: number }> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) throw refuseUnknown(id)
    await tx.run(sql`update clients set disabled_at = coalesce(disabled_at, ${now}) where id = ${id}`)
    const { ended } = await tx.one<{ ended: number }>(
      sql`select count(*) as ended from grants where client_id = ${id} and revoked_at is null`,
    )
    return { id, ended, hasChanged: !partner.isDisabled }
  })
}

/** Allows new connections; those from before it was disabled stay ended. */
export async function enablePartner(db: Database, { id }: { id: string }, now: Date): Promise<Changed> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) throw refuseUnknown(id)
    if (partner.isDisabled) {
      // Rarely any: they are ended when it is disabled.
      await tx.run(sql`update grants set revoked_at = ${now} where client_id = ${id} and revoked_at is null`)
      await tx.run(sql`update clients set disabled_at = null where id = ${id}`)
    }
    return { id, hasChanged: partner.isDisabled }
  })
}

/** `seen`: the URIs that the operator saw. Without it, any current ones are replaced. */
export type NewRedirectUris = { id: string; redirectUris: string[]; seen?: string[] | undefined }

export async function changeRedirectUris(
  db: Database,
  { id, redirectUris, seen }: NewRedirectUris,
): Promise<Changed> {
  const complaint = complaintOfRedirectUris(redirectUris)
  if (complaint) throw refuse('invalid-fields', { errors: complaint })
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) throw refuseUnknown(id)
    const hasChanged = !isSame(redirectUris, partner.redirectUris)
    if (hasChanged && seen && !isSame(seen, partner.redirectUris)) throw refuseUnseen(partner.redirectUris)
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
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner) throw refuseUnknown(id)
    if (!partner.isConfidential)
      throw refuse('invalid-fields', { errors: `The partner ${id} is public, so PKCE is always required.` })
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

async function addSecret(tx: Db, clientId: string, now: Date): Promise<string> {
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
): Promise<{ secret: string; oldEndsAt: Date }> {
  const oldEndsAt = later(now, oldLastsHours * HOUR)
  return db.transaction(async (tx) => {
    const partner = await tx.maybe<{ isConfidential: boolean }>(
      sql`select is_confidential as "isConfidential" from clients where id = ${id} for update`,
    )
    if (!partner) throw refuseUnknown(id)
    if (!partner.isConfidential)
      throw refuse('invalid-fields', { errors: `The partner ${id} is public and has no secret.` })
    await tx.run(sql`delete from client_secrets where client_id = ${id} and expires_at <= ${now}`)
    await tx.run(sql`
      update client_secrets set expires_at = ${oldEndsAt}
      where client_id = ${id} and (expires_at is null or expires_at > ${oldEndsAt})`)
    return { secret: await addSecret(tx, id, now), oldEndsAt }
  })
}

function refuseUnknown(id: string): Refused {
  return refuse('not-found', { errors: `There is no partner ${id}.` })
}

type Partner = {
  id: string
  name: string
  redirectUris: string[]
  scopes: string[]
  defaultScope: string
  logo: string
}

const LOGO_AT_MOST_CHARACTERS = 60_000
const MOST_REDIRECT_URIS = 50

/** The first problem with a partner, as a sentence for the operator. */
function complaintOfPartner(partner: Partner): string | undefined {
  if (partner.name.trim() === '' || partner.name.length > 60)
    return 'A partner needs a name of at most 60 characters. People see it before they connect.'
  if (partner.name.trim() !== oneLine(partner.name))
    return 'A name must be one line of visible characters. It is shown in emails and on pages.'
  if (!/^[a-z0-9][a-z0-9-]{1,62}$/.test(partner.id))
    return 'An id must be 2 to 63 characters: lowercase letters, digits and dashes.'
  return (
    complaintOfRedirectUris(partner.redirectUris) ??
    complaintOfScopes(partner) ??
    complaintOfLogo(partner.logo)
  )
}

/** Later compared exactly, so that only these URIs are ever redirected to. */
function complaintOfRedirectUris(uris: string[]): string | undefined {
  if (uris.length === 0) return 'A partner needs at least one redirect URI.'
  if (uris.length > MOST_REDIRECT_URIS) return `A partner has at most ${MOST_REDIRECT_URIS} redirect URIs.`
  for (const uri of uris) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    if (!url || uri.length > 1000 || /[\s\\*]/.test(uri))
      return `${uri} is not a complete URL, like https://partner.example/callback.`
    if (url.hash !== '' || uri.includes('#')) return `${uri} must not contain a fragment (#).`
    if (url.username !== '' || url.password !== '') return `${uri} must not contain a user name.`
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
      return `${uri} must start with https: (http: only on localhost).`
  }
  return undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}

function complaintOfScopes({ scopes: asked, defaultScope }: Partner): string | undefined {
  const known = Object.keys(scopes).join(', ')
  const strange = asked.find((name) => !isScope(name))
  if (strange !== undefined) return `There is no scope ${strange}. Choose from: ${known}.`
  if (asked.length === 0) return `A partner needs at least one of these scopes: ${known}.`
  const defaults = scopesIn(defaultScope)
  if (defaults.length === 0 || !defaults.every((name) => asked.includes(name)))
    return `The default scope must be one or more of: ${asked.join(', ')}.`
  return undefined
}

/** Embedded in the page: no image is loaded from elsewhere while a person types a password. */
function complaintOfLogo(logo: string): string | undefined {
  if (logo === '') return undefined
  if (!/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(logo))
    return 'A logo must be a png, jpeg, webp or svg image as a base64 data: URL.'
  return logo.length > LOGO_AT_MOST_CHARACTERS
    ? 'The logo is too large. It can be about 40 kB at most.'
    : undefined
}
