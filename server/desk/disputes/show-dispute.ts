import { statuses } from '#contract/accounts/statuses.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type { DisputeValues } from '#contract/desk/disputes/values.ts'
import { type Dispute, findDispute } from '#server/billing/disputes/dispute.ts'
import { showDispute as readDispute } from '#server/billing/disputes/show-dispute.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'

export async function showDispute(
  { db }: Pick<DeskDeps, 'db'>,
  id: string,
): Promise<DisputeValues | Refused> {
  const dispute = await findDispute(db, id)
  if (!dispute) return refuse('not-found', { errors: `There is no dispute ${id}.` })
  const { charge, account, refunds } = await readDispute(db, dispute)
  const { gateway, state, amountCents, lostCents, reason, openedOn, replyBy, closedAt, closedBy } = dispute
  const [disputed] = charge
  const before = account.before && statuses[account.before].text
  const isClosedByThis = account.markedByThis === true
  return {
    id,
    ...{ gateway, state, amountCents, lostCents, reason, openedOn, replyBy, closedBy },
    closedAt: closedAt?.toISOString() ?? null,
    pin: account.pin,
    company: account.company,
    status: statuses[account.status].text,
    before,
    isClosedByThis,
    isFraud: account.fraudMarkedAt !== null,
    charge: disputed ? chargeOf(disputed) : null,
    refunds: refunds.map(({ createdAt, ...note }) => ({ ...note, at: createdAt.toISOString() })),
    ifWon: ifWon(isClosedByThis, before),
    ifLost: ifLost(dispute, isClosedByThis),
  }
}

function chargeOf({ createdAt, ...charge }: Awaited<ReturnType<typeof readDispute>>['charge'][number]) {
  return { ...charge, at: createdAt.toISOString() }
}

function ifWon(isClosedByThis: boolean, before: string | null): string {
  if (!isClosedByThis) return 'The account stays as it is. The owner gets an email.'
  return `The account opens again as it was before${before ? ` (${before})` : ''}, unless another dispute keeps it closed. Months that passed are not charged. The owner gets an email.`
}

function ifLost({ amountCents, state }: Dispute, isClosedByThis: boolean): string {
  const amount = `${formatAmount(amountCents)} counts as returned by the bank.`
  const account = isClosedByThis || state === 'won' ? 'The account is closed.' : 'The account stays as it is.'
  return `${amount} ${account} The owner gets an email.`
}
