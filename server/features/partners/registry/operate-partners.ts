import { endGrantsOfDisabled } from '#server/identity/partners.ts'
import { audited, type By } from '#server/platform/audited.ts'
import type { Database } from '#server/platform/db/database.ts'
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

/** What operators do with partners: each change with its audit entry. */
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
    // The partner is disabled, whatever becomes of this: the tidying ends what is left, and reports what fails.
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
