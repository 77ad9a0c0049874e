import type { Cents } from '#contract/catalogue/money.ts'
import { mailOwner } from '#server/accounts/accounts.ts'
import { noteFact } from '#server/accounts/feed/events.ts'
import { returnAfterDispute } from '#server/billing/orders/give-back.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { txOf } from '#server/platform/transaction.ts'
import type { DisputeNotice } from '#server/ports/payments.ts'
import { closeAccount, reopenAccount } from './close-account.ts'
import {
  type Decision,
  type Dispute,
  type DisputedCharge,
  findDispute,
  insertDispute,
  lockDispute,
  lockReportedDispute,
  noteDecision,
} from './dispute.ts'
import { disputedMail, disputeLostMail, disputeWonMail } from './mails.ts'

/**
 * Applies a gateway notice about a dispute, in the notice's transaction, with the charge locked. Notices may
 * be repeated and reordered: a decided dispute is not reopened, and the gateway's latest decision counts.
 */
export async function takeDispute(
  tx: Db,
  deps: MailDeps,
  charge: DisputedCharge,
  notice: DisputeNotice,
): Promise<void> {
  const { now } = deps
  const known = await lockReportedDispute(tx, charge, notice)
  const dispute = known ?? (await insertDispute(tx, charge, notice, now))
  if (!known) await begin(tx, deps, dispute, notice.state)
  if (notice.state === 'opened') return
  if (notice.state === dispute.state) return correctAmount(tx, dispute, notice, now)
  if (notice.at && dispute.decidedAt && notice.at < dispute.decidedAt) return
  const decidedAt = notice.at ?? now
  const decision = { state: notice.state, wonCents: notice.won, actor: 'gateway', decidedAt }
  await decideDispute(tx, deps, dispute, { ...decision, isFirstWord: !known })
}

/** An operator has already recorded the same. Only the gateway knows the amounts of a partly won dispute. */
async function correctAmount(tx: Db, dispute: Dispute, notice: DisputeNotice, now: Date): Promise<void> {
  if (dispute.closedBy === 'gateway' || notice.state === 'opened') return
  await tx.run(sql`select 1 from invoices where charge_id = ${dispute.chargeId} for update`)
  const decision = {
    state: notice.state,
    wonCents: notice.won,
    actor: 'gateway',
    decidedAt: notice.at ?? null,
  }
  await noteDecision(tx, dispute, decision, now)
}

/** A dispute first reported as won has closed nothing. */
async function begin(tx: Db, deps: MailDeps, dispute: Dispute, state: DisputeNotice['state']): Promise<void> {
  if (state === 'won') return
  const isClosed = await closeAccount(tx, dispute, deps.now)
  if (state === 'lost') return
  await note(tx, dispute, { actor: 'gateway', action: 'dispute', cents: dispute.amountCents }, deps.now)
  if (isClosed) await mailOwner(txOf(tx, deps), dispute.accountId, disputedMail)
}

/**
 * Won: the account is restored. Lost: the bank's amount counts on the bill, and the account stays closed. An
 * account reopened by an operator stays open.
 */
async function decideDispute(
  tx: Db,
  deps: MailDeps,
  dispute: Dispute,
  { isFirstWord = false, ...decision }: Decision & { isFirstWord?: boolean },
): Promise<void> {
  const { now } = deps
  const { accountId, chargeId } = dispute
  // A refund of this bill waits for the lock, and then sees what the bank took back.
  await tx.run(sql`select 1 from invoices where charge_id = ${chargeId} for update`)
  const { lostCents, keptCents } = await noteDecision(tx, dispute, decision, now)
  await returnAfterDispute(tx, deps.jobs, chargeId)
  const { actor, words } = decision
  if (decision.state === 'lost') {
    await note(tx, dispute, { actor, action: 'dispute-lost', cents: lostCents, words }, now)
    if (dispute.state === 'won') await closeAccount(tx, dispute, now)
    const { isClosed } = await tx.one<{ isClosed: boolean }>(sql`
      select fraud_marked_at is not null as "isClosed" from accounts where id = ${accountId}`)
    await mailOwner(txOf(tx, deps), accountId, disputeLostMail, { cents: lostCents, isClosed })
    return
  }
  await note(tx, dispute, { actor, action: 'dispute-won', cents: keptCents + lostCents, words }, now)
  const reopened = await reopenAccount(tx, deps, accountId)
  if (isFirstWord) return
  const { nextCharge } = await showMoney(tx, accountId, now)
  await mailOwner(txOf(tx, deps), accountId, disputeWonMail, { cents: keptCents, reopened, nextCharge })
}

const facts = {
  dispute: 'dispute.opened',
  'dispute-won': 'dispute.won',
  'dispute-lost': 'dispute.lost',
} as const

type Noted = { actor: string; action: keyof typeof facts; cents: Cents; words?: string | undefined }

/** For the people of the account, and for the provider's systems. */
async function note(
  tx: Db,
  dispute: Dispute,
  { actor, action, cents, words }: Noted,
  now: Date,
): Promise<void> {
  const { accountId, chargeId, reference, reason, replyBy } = dispute
  const bill = await tx.maybe<{ number: string }>(
    sql`select number from invoices where charge_id = ${chargeId} limit 1`,
  )
  const details = { ...(bill ? { bill: bill.number } : {}), cents, reference, ...(words ? { words } : {}) }
  await recordAudit(tx, { actor, action, accountId, details }, now)
  const data = {
    dispute: reference,
    bill: bill?.number ?? null,
    amount_cents: cents,
    reason,
    reply_by: replyBy,
  }
  await noteFact(tx, accountId, facts[action], data, now)
}

type OperatorDecision = { reference: string; state: 'won' | 'lost'; words: string; actor: string }

/**
 * If the gateway sent no decision. The gateway's own is never overruled, and its later notices take
 * precedence.
 */
export function decideByOperator(
  { db, clock, jobs, config }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { reference, state, words, actor }: OperatorDecision,
): Promise<Dispute | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const found = await findDispute(tx, reference)
    if (!found) return refuse('not-found', { errors: `There is no dispute ${reference}.` })
    const dispute = await lockDispute(tx, found)
    if (dispute.state === state)
      return refuse('invalid-fields', { errors: `Dispute ${reference} is ${state} already.` })
    if (dispute.closedBy === 'gateway')
      return refuse('invalid-fields', {
        errors: `The gateway has said that dispute ${reference} is ${dispute.state}, and only the gateway can change that.`,
      })
    await decideDispute(tx, { jobs, config, now }, dispute, { state, words, actor, decidedAt: null })
    return dispute
  })
}
