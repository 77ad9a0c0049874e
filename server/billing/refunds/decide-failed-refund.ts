import { type FailedRefundChoice, refundReasonIn } from '#contract/billing/money-back.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { tryReturnAgain } from '#server/billing/orders/give-back.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import { once } from '#server/platform/idempotency.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { findNote, type NoteLine, type RefundDeps } from './credit-notes.ts'
import { beginGivingBack } from './give-money-back.ts'
import { sendRefund } from './send-refund.ts'

type Decision = {
  id: number
  choice: FailedRefundChoice
  words: string
  /** The same key never gives money back twice. */
  key: string
  actor: string
}
type DecisionDeps = Pick<RefundDeps, 'config' | 'jobs'> & { now: Date }

/** The message, and the refund to request from the gateway once the transaction has ended. */
type Decided = { said: string; refundKey?: string }

const states = { again: 'sent-again', credit: 'credited', dismiss: 'dismissed' } as const

/** Recorded with its answer in one transaction, then the gateway is asked: a repeat after a kill or a lost answer sends nothing. */
export async function solveFailedRefund(
  deps: RefundDeps,
  decision: Decision,
): Promise<{ said: string } | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  const { id, choice, key, actor: by } = decision
  const sent = { scope: 'desk-form', key, by, body: { action: 'failed-refund', id, choice } } as const
  let refundKey: string | undefined
  const decided = await unlessRefused(db, (tx) =>
    once<string | Refused>(tx, sent, now, async () => {
      const decided = await decideFailedRefund(tx, { ...deps, now }, decision)
      if (isRefused(decided)) return decided
      refundKey = decided.refundKey
      return decided.said
    }),
  )
  if (isRefused(decided)) return decided
  if (refundKey) await sendRefund(deps, refundKey)
  const note = await findNote(db, noteKeyOf(decision))
  return note?.state === 'refused'
    ? wrong('The bank refused it again, and no money moved. It still waits. You can give it as credit.')
    : { said: decided }
}

/**
 * Resolves a refund that moved no money: another refund with its own key and credit note, credit, or nothing
 * more. It needs no second operator: the same amount was approved before, and the bill limits both. Of two
 * operators at once, one finds it waiting.
 */
async function decideFailedRefund(
  tx: Db,
  deps: DecisionDeps,
  { id, choice, words, key, actor }: Decision,
): Promise<Decided | Refused> {
  // The charge comes first, as when the gateway reports a failure.
  await tx.run(sql`
    select 1 from charges where id = (select charge_id from failed_refunds where id = ${id}) for update`)
  const failed = await findFailed(tx, id)
  if (!failed) return refuse('not-found', { errors: 'There is no such refund.' })
  if (failed.state !== 'waiting') return wrong(`This is already decided: ${stateTexts[failed.state]}.`)
  await tx.run(sql`
    update failed_refunds set state = ${states[choice]}, decided_at = ${deps.now}, decided_by = ${actor} where id = ${id}`)
  const { accountId, bill, cents } = failed
  const details = { ...(bill && { bill }), cents, words }
  await recordAudit(tx, { actor, action: decisions[choice], accountId, details }, deps.now)
  if (choice === 'dismiss')
    return { said: `Nothing more is done about ${formatAmount(cents)} of ${failed.company}.` }
  if (bill === null) return returnAgain(tx, deps, failed, choice)
  return giveAgain(tx, deps, { ...failed, bill }, { id, choice, words, key, actor })
}

const decisions = {
  again: 'failed-refund-sent-again',
  credit: 'failed-refund-credited',
  dismiss: 'failed-refund-dismissed',
} as const

const stateTexts: Record<FailedRefund['state'], string> = {
  waiting: 'it waits',
  'sent-again': 'it was sent again',
  credited: 'it was given as credit',
  dismissed: 'nothing more is done about it',
}

type FailedRefund = {
  state: 'waiting' | 'sent-again' | 'credited' | 'dismissed'
  accountId: number
  company: string
  chargeKey: string
  cents: number
  /** Null for a late payment: it paid for nothing. */
  bill: string | null
  reason: string | null
  lines: NoteLine[] | null
}

function findFailed(tx: Db, id: number): Promise<FailedRefund | undefined> {
  return tx.maybe<FailedRefund>(sql`
    select f.state, f.account_id as "accountId", a.company, c.key as "chargeKey", f.amount_cents as cents,
      (select number from invoices where charge_id = c.id limit 1) as bill, n.reason,
      case when n.total_cents = f.amount_cents then n.lines end as lines
    from failed_refunds f join charges c on c.id = f.charge_id join accounts a on a.id = f.account_id
    left join credit_notes n on n.id = f.credit_note_id
    where f.id = ${id}`)
}

/** Its job refunds what is left of the charge, once. */
async function returnAgain(
  tx: Db,
  { jobs }: DecisionDeps,
  { chargeKey, cents, company }: FailedRefund,
  choice: 'again' | 'credit',
): Promise<Decided | Refused> {
  if (choice === 'credit')
    return wrong('This payment came too late and paid no bill, so it cannot become credit. Send it again.')
  await tryReturnAgain(tx, jobs, chargeKey)
  return { said: `${formatAmount(cents)} is being sent back to the card of ${company} again.` }
}

async function giveAgain(
  tx: Db,
  deps: DecisionDeps,
  { bill, cents, company, lines, reason }: FailedRefund & { bill: string },
  { id, choice, words, key, actor }: Omit<Decision, 'choice'> & { choice: 'again' | 'credit' },
): Promise<Decided | Refused> {
  const label = `Refund of bill ${bill} that the bank did not carry out`
  const begun = await beginGivingBack(tx, deps, {
    key: noteKeyOf({ id, key }),
    bill,
    howMuch: { kind: 'again', cents, lines: lines ?? [{ label, cents }] },
    way: choice === 'again' ? 'card' : 'credit',
    reason: refundReasonIn(reason ?? '') ?? 'other',
    words,
    actor,
    inPlaceOf: id,
  })
  if (isRefused(begun)) return begun
  const amount = `${formatAmount(cents)} of bill ${bill}`
  return choice === 'again'
    ? {
        said: `${amount} is being sent back to the card of ${company} again. The email follows once the bank has accepted it.`,
        ...(begun.refundKey && { refundKey: begun.refundKey }),
      }
    : { said: `${amount} was given to ${company} as credit. The email is on its way.` }
}

function noteKeyOf({ id, key }: Pick<Decision, 'id' | 'key'>): string {
  return `failed-${id}-${key}`
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
