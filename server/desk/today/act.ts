import { failedRefundChoiceIn } from '#contract/billing/money-back.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import type * as calls from '#contract/desk/today.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import { required } from '#contract/wire/rule-messages.ts'
import { repeatSetUp as repeat } from '#server/accounts/set-ups.ts'
import { settleByOperator } from '#server/billing/charges/settle-by-operator.ts'
import type { OperatorsWord } from '#server/billing/charges/settle-charge.ts'
import { solveFailedRefund } from '#server/billing/refunds/decide-failed-refund.ts'
import { leaveDifference as leave } from '#server/billing/refunds/foreign-refund.ts'
import { settleRefundByOperator } from '#server/billing/refunds/send-refund.ts'
import { sendResumeBySupport } from '#server/features/visitors/sign-up/resume.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import { retryFailedJobs, setFailedJobsAside } from '#server/platform/jobs/queues.ts'
import { setMailAside as closeMail } from '#server/platform/mail/resend-mail.ts'
import { orThrow, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-routes.ts'
import { retriedElsewhere, workIn } from './row-parts.ts'

type MessageAnswer = { data: { said: string } }

export async function settleCharge(
  deps: DeskDeps,
  { charge, word, reference, reason }: ParsedBodyOf<typeof calls.settleCharge>,
  operator: Operator,
): Promise<MessageAnswer> {
  const request = { chargeId: charge, word: wordOf(word, reference), operator, reason }
  const settled = orThrow(await settleByOperator(deps, request))
  return messageOf(`The charge of ${formatAmount(settled.amountCents)} ${settled.said}.`)
}

function wordOf(word: string, reference: string): OperatorsWord | undefined {
  if (word === 'paid') return { kind: 'paid', reference }
  if (word === 'declined') return { kind: 'declined', reason: 'declined' }
  return word === 'absent' ? { kind: 'absent' } : undefined
}

/** A refusal by the bank is settled as well: it then appears under refunds that moved no money. */
export async function settleRefund(
  deps: DeskDeps,
  { refund: refundId, reason }: ParsedBodyOf<typeof calls.settleRefund>,
  { actor }: Operator,
): Promise<MessageAnswer> {
  const settled = orThrow(await settleRefundByOperator(deps, { refundId, actor, reason }))
  const amount = formatAmount(settled.cents)
  return messageOf(
    settled.state === 'issued'
      ? `The refund of ${amount} is settled: credit note ${settled.number}.`
      : `The bank did not carry out the refund of ${amount}: no money moved. Decide about it under refunds that moved no money.`,
  )
}

export async function decideRefund(
  deps: DeskDeps,
  { refund: id, choice, reason, key }: ParsedBodyOf<typeof calls.decideRefund>,
  { actor }: Operator,
): Promise<MessageAnswer> {
  const wanted = failedRefundChoiceIn(choice)
  if (!wanted) throw refuse('invalid-fields', { errors: { choice: [required] } })
  const decision = { id, choice: wanted, words: reason, key, actor }
  return messageOf(orThrow(await solveFailedRefund(deps, decision)).said)
}

export async function repeatSetUp(
  deps: DeskDeps,
  { pin, reason }: ParsedBodyOf<typeof calls.repeatSetUp>,
  { actor }: Operator,
): Promise<MessageAnswer> {
  const account = await deps.db.maybe<{ id: number; company: string }>(
    sql`select id, company from accounts where pin = ${pin}`,
  )
  if (!account) throw refuse('not-found', { errors: `There is no account ${pin}.` })
  const isRepeated = await repeat(deps, { accountId: account.id, actor, reason })
  if (!isRepeated) throw refuse('invalid-fields', { errors: `The set-up of ${pin} has not failed.` })
  return messageOf(`The set-up of ${account.company} (${pin}) has started again.`)
}

export async function retryJob(
  deps: DeskDeps,
  job: ParsedBodyOf<typeof calls.retryJob>,
  operator: Operator,
): Promise<MessageAnswer> {
  const count = await changeFailed(deps, job, operator, { action: 'job-retried', change: retryFailedJobs })
  return messageOf(`${count === 1 ? 'It is' : `All ${count} are`} tried again: ${workIn(job.queue)}.`)
}

export async function setJobAside(
  deps: DeskDeps,
  job: ParsedBodyOf<typeof calls.setJobAside>,
  operator: Operator,
): Promise<MessageAnswer> {
  const count = await changeFailed(deps, job, operator, {
    action: 'job-set-aside',
    change: setFailedJobsAside,
  })
  return messageOf(`${count === 1 ? 'It is' : `All ${count} are`} set aside: ${workIn(job.queue)}.`)
}

/** Of two concurrent changes the first works, and the second operator is told. Returns how many changed. */
async function changeFailed(
  { db, clock }: DeskDeps,
  { queue, job, which, reason }: ParsedBodyOf<typeof calls.retryJob>,
  { actor }: Operator,
  { action, change }: { action: 'job-retried' | 'job-set-aside'; change: typeof retryFailedJobs },
): Promise<number> {
  const elsewhere = retriedElsewhere.get(queue)
  if (elsewhere) throw refuse('invalid-fields', { errors: elsewhere })
  const isAll = which === 'all'
  const changed = await db.transaction(async (tx) => {
    const count = await change(tx, { queue, id: isAll ? undefined : job })
    if (count === 0) return 0
    const details = { queue, ...(isAll ? { count } : { job }), reason }
    await recordAudit(tx, { actor, action, details }, clock.now())
    return count
  })
  if (changed === 0) throw refuse('not-found', { errors: 'This work is not failed any more.' })
  return changed
}

/** Of two operators the first sets it aside, and the second one is told. */
export async function setMailAside(
  { db, clock }: DeskDeps,
  { mail_id: id, reason }: ParsedBodyOf<typeof calls.setMailAside>,
  { actor }: Operator,
): Promise<MessageAnswer> {
  const closed = await db.transaction((tx) => closeMail(tx, id, { actor, reason }, clock.now()))
  if (!closed) throw refuse('not-found', { errors: 'This email does not wait here any more.' })
  return messageOf(`The email to ${closed.recipient} is set aside.`)
}

export async function sendResumeLink(
  { db, jobs, clock }: DeskDeps,
  { sign_up: id, reason, key }: ParsedBodyOf<typeof calls.sendResumeLink>,
  { actor }: Operator,
): Promise<MessageAnswer> {
  const now = clock.now()
  const sent = { scope: 'desk-form', key, by: actor, body: { action: 'resume-link', id } } as const
  const answer = await db.transaction((tx) =>
    once(tx, sent, now, async () => {
      const { email } = await sendResumeBySupport(tx, { jobs, now }, { id, actor, reason })
      return `A link to finish the sign-up is being sent to ${email}.`
    }),
  )
  return messageOf(answer)
}

export async function leaveDifference(
  { db, clock }: DeskDeps,
  { difference: id, reason, key }: ParsedBodyOf<typeof calls.leaveDifference>,
  { actor }: Operator,
): Promise<MessageAnswer> {
  const now = clock.now()
  const sent = { scope: 'desk-form', key, by: actor, body: { action: 'leave-difference', id } } as const
  const answer = await db.transaction((tx) =>
    once(tx, sent, now, async () => {
      const left = orThrow(await leave(tx, { id, actor, reason }, now))
      return `${formatAmount(left.cents)} of bill ${left.bill} is left as it is.`
    }),
  )
  return messageOf(answer)
}

function messageOf(text: string): MessageAnswer {
  return { data: { said: text } }
}
