import { statuses } from '#contract/accounts/statuses.ts'
import type { AccessValues } from '#contract/desk/access/values.ts'
import { findByNumber } from '#server/accounts/find-by-number.ts'
import { findWaitingSame } from '#server/billing/approvals/approvals.ts'
import { valueOfFreeAccess } from '#server/billing/approvals/preview-free-access.ts'
import { countMoney, sayWaiting } from '#server/billing/approvals/request-money.ts'
import { obstacleTexts } from '#server/billing/subscriptions/access-obstacles.ts'
import { fullMonthCentsOf, hasGiven } from '#server/billing/subscriptions/free-access.ts'
import { accessObstacle, endObstacle } from '#server/billing/subscriptions/give-access.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'

export async function showAccess(
  { db, clock, config }: Pick<DeskDeps, 'db' | 'clock' | 'config'>,
  operator: Pick<Operator, 'id'>,
  number: string,
): Promise<AccessValues | Refused> {
  const account = await findByNumber(db, number)
  if (!account) return refuse('not-found', { errors: `There is no account ${number}.` })
  const mark = await db.one<{ since: Date | null; reason: string | null; isByDispute: boolean }>(sql`
    select fraud_marked_at as since, fraud_reason as reason, fraud_dispute_id is not null as "isByDispute"
    from accounts where id = ${account.id}`)
  const { pin, company, status } = account
  const isFree = status === 'free agent' || (await hasGiven(db, account.id))
  const giving = await accessObstacle(db, account.id, { status, isFraud: mark.since !== null })
  const now = clock.now()
  const waiting = await findWaitingSame(db, account.id, { kind: 'free-access' }, now)
  const valueCents = valueOfFreeAccess(await fullMonthCentsOf(db, account.id, now))
  const ending = await endObstacle(db, account.id, status)
  return {
    pin,
    company,
    status: statuses[status].text,
    isFree,
    counted: await countMoney(db, { config, now }, operator, { accountId: account.id, valueCents }),
    fraud: mark.since && {
      since: mark.since.toISOString(),
      reason: mark.reason ?? '',
      isByDispute: mark.isByDispute,
    },
    againstGiving: giving ? obstacleTexts[giving] : waiting ? sayWaiting(waiting) : null,
    againstEnding: ending ? obstacleTexts[ending] : null,
  }
}
