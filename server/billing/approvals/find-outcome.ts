import type { RefundDeps } from '#server/billing/refunds/credit-notes.ts'
import { type Approval, findApprovalId, readApproval } from './approvals.ts'
import type { MoneyOperator } from './request-money.ts'

/** What became of the operator's request with this key. Undefined: none has arrived. */
export async function findOutcome(
  { db, clock }: Pick<RefundDeps, 'db' | 'clock'>,
  operator: MoneyOperator,
  key: string,
): Promise<Approval | undefined> {
  const found = await findApprovalId(db, key)
  const approval = found && (await readApproval(db, found.id, clock.now()))
  return approval?.askedBy.id === operator.id ? approval : undefined
}
