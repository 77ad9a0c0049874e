import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Dispute } from './dispute.ts'

/** Evidence has left the house: who took it stands in the log of the account. */
export async function noteEvidence(
  db: Db,
  { accountId, reference }: Pick<Dispute, 'accountId' | 'reference'>,
  actor: string,
  now: Date,
): Promise<void> {
  await recordAudit(db, { actor, action: 'evidence-gathered', accountId, details: { reference } }, now)
}
