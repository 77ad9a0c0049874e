import { statuses } from '#contract/accounts/statuses.ts'
import type { AccessValues } from '#contract/desk/access/values.ts'
import { findByNumber } from '#server/accounts/find-by-number.ts'
import { hasGiven } from '#server/billing/subscriptions/free-access.ts'
import {
  type AccessObstacle,
  accessObstacle,
  type EndObstacle,
  endObstacle,
} from '#server/billing/subscriptions/give-access.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'

/** Why something cannot be done now, for an operator at the desk. */
export const obstacleTexts: Record<AccessObstacle | EndObstacle, string> = {
  fraud: 'The account is marked for fraud. Remove the mark first.',
  'free-already': 'The plan is free of charge already.',
  'being-set-up': 'The account is still being set up. Try again when it is ready.',
  'not-joined': 'The owner has not joined yet and could not sign in.',
  'being-charged': 'A charge is in progress. Try again when its outcome is known.',
  'open-bill': 'Waive or collect the open bill first.',
  'not-free': 'The account has no free access.',
  'no-card':
    'There is no card on file, so the next month could not be charged. The owner can add one under Billing.',
}

export async function showAccess(
  { db }: Pick<DeskDeps, 'db'>,
  number: string,
): Promise<AccessValues | Refused> {
  const account = await findByNumber(db, number)
  if (!account) return refuse('not-found', { errors: `There is no account ${number}.` })
  const mark = await db.one<{ since: Date | null; reason: string | null; isByDispute: boolean }>(sql`
    select fraud_marked_at as since, fraud_reason as reason, fraud_dispute_id is not null as "isByDispute"
    from accounts where id = ${account.id}`)
  const { pin, company, status } = account
  const isFree = status === 'free agent' || (await hasGiven(db, account.id))
  const giving = await accessObstacle(db, account.id, { status, isFraud: mark.since !== null }, 'refuse')
  const ending = await endObstacle(db, account.id, status)
  return {
    pin,
    company,
    status: statuses[status].text,
    isFree,
    fraud: mark.since && {
      since: mark.since.toISOString(),
      reason: mark.reason ?? '',
      isByDispute: mark.isByDispute,
    },
    againstGiving: giving ? obstacleTexts[giving] : null,
    againstEnding: ending ? obstacleTexts[ending] : null,
  }
}
