import { endGrantsOfDisabled } from '#server/identity/partners.ts'
import { audited, type By } from '#server/platform/audited.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import {
  addPartner,
  changePkce,
  changeRedirectUris,
  disablePartner,
  enablePartner,
  type NewPartner,
  type NewRedirectUris,
  rotateSecret,
} from './partners.ts'

/** Operators' changes of partners, each with its audit entry. */
export const operatePartners = {
  add: (db: Database, by: By, partner: NewPartner) =>
    audited(
      db,
      by,
      'partner-added',
      (tx) => addPartner(tx, partner, by.now),
      ({ id }) => ({ id }),
    ),

  rotate: (db: Database, by: By, { id, oldLastsHours }: { id: string; oldLastsHours: number }) =>
    audited(
      db,
      by,
      'partner-secret-rotated',
      (tx) => rotateSecret(tx, { id, oldLastsHours }, by.now),
      ({ oldEndsAt }) => ({ id, oldEndsAt: oldEndsAt.toISOString() }),
    ),

  async disable(db: Database, by: By, { id }: { id: string }) {
    const disabled = await audited(
      db,
      by,
      'partner-disabled',
      (tx) => disablePartner(tx, { id }, by.now),
      ({ ended, hasChanged }) => (hasChanged ? { id, ended } : undefined),
    )
    // The partner is disabled in any case: tidying ends what is left, and reports failures.
    if (!isRefused(disabled)) await endGrantsOfDisabled(db, by.now, someParts()).catch(() => {})
    return disabled
  },

  async enable(db: Database, by: By, { id }: { id: string }) {
    await endGrantsOfDisabled(db, by.now, someParts())
    return audited(
      db,
      by,
      'partner-enabled',
      (tx) => enablePartner(tx, { id }, by.now),
      ({ hasChanged }) => (hasChanged ? { id } : undefined),
    )
  },

  move: (db: Database, by: By, { id, redirectUris, ...others }: NewRedirectUris) =>
    audited(
      db,
      by,
      'partner-redirect-uris-changed',
      (tx) => changeRedirectUris(tx, { id, redirectUris, ...others }),
      ({ hasChanged }) => (hasChanged ? { id, redirectUris } : undefined),
    ),

  demandPkce: (db: Database, by: By, { id, isRequired }: { id: string; isRequired: boolean }) =>
    audited(
      db,
      by,
      'partner-pkce-changed',
      (tx) => changePkce(tx, { id, isRequired }),
      ({ hasChanged }) => (hasChanged ? { id, isRequired } : undefined),
    ),
}

/** As many as an operator can wait for. */
const MOST_PARTS = 50

function someParts(): () => boolean {
  let parts = 0
  return () => {
    parts += 1
    return parts <= MOST_PARTS
  }
}

/**
 * How many of a partner's newest connections are read: there may be hundreds of thousands, and hundreds of
 * partners.
 */
export const CONNECTIONS_COUNTED = 200

export type ListedPartner = {
  id: string
  name: string
  isConfidential: boolean
  requiresPkce: boolean
  redirectUris: string[]
  scopes: string[]
  defaultScope: string
  createdAt: Date
  disabledAt: Date | null
  /** The number of connected people: a lower bound if some connections were not counted. */
  people: number
  hasMorePeople: boolean
  /** The number of valid secrets; two during a rotation. */
  secrets: number
}

/** In id order: those after an id, or from the first on. */
export function listPartners(
  db: Db,
  { after, limit }: { after: string; limit: number },
  now: Date,
): Promise<ListedPartner[]> {
  return db.many<ListedPartner>(sql`
    select c.id, c.name, c.is_confidential as "isConfidential",
      not c.is_confidential or c.requires_pkce as "requiresPkce", c.redirect_uris as "redirectUris", c.scopes,
      c.default_scope as "defaultScope", c.created_at as "createdAt", c.disabled_at as "disabledAt",
      connected.people, connected."hasMorePeople",
      (select count(*) from client_secrets s
       where s.client_id = c.id and (s.expires_at is null or s.expires_at > ${now})) as secrets
    from (select * from clients where id > ${after} order by id limit ${limit}) c cross join lateral (
      select least(count(distinct g.agent_id) filter (where valid.is_held), ${CONNECTIONS_COUNTED}) as people,
        count(*) > ${CONNECTIONS_COUNTED} as "hasMorePeople"
      from (
        select id, agent_id from grants where client_id = c.id and revoked_at is null and c.disabled_at is null
        order by created_at desc limit ${CONNECTIONS_COUNTED + 1}
      ) g left join lateral (
        select true as is_held from tokens t
        where t.grant_id = g.id and t.replaced_at is null and t.expires_at > ${now} limit 1
      ) valid on true
    ) connected
    order by c.id`)
}
