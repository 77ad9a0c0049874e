import { approvalStates, changesSince } from '#contract/billing/approvals.ts'
import { findCharge } from '#server/billing/charges/settle-charge.ts'
import type { RefundDeps } from '#server/billing/refunds/credit-notes.ts'
import { hasPermission, lockOperatorWith, rolesWith } from '#server/identity/operators/operators.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import { problems } from '#server/platform/problems.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { type Approval, keyOfAction, readApproval, whichOperator } from './approvals.ts'
import { beginAction, permissionFor } from './money-action.ts'
import type { PreviewDeps } from './planned.ts'
import { previewAction } from './preview-action.ts'
import { type BegunApproval, finish, type MoneyOperator } from './request-money.ts'

/**
 * Someone who gave an operator a link could have used it, and created more as that operator: for this long, an
 * operator admitted by another does not count as one of two people.
 */
const LET_IN_DAYS = 7

const LET_IN_MS = LET_IN_DAYS * DAY

type TargetState = 'agreed' | 'declined' | 'withdrawn'

type Decision = { id: number; words: string }

/**
 * A second operator agrees, and it is done in the same transaction: never agreed to but not done. Of those
 * who agree, decline and withdraw at once, one changes the row.
 */
export async function agreeToApproval(
  deps: RefundDeps,
  operator: MoneyOperator,
  decision: Decision,
): Promise<Approval | Refused> {
  const { db, clock } = deps
  const settled = await refuseIfSettled(deps, decision)
  if (settled) return settled
  const begun = await unlessRefused(db, (tx) => agree(tx, { ...deps, now: clock.now() }, operator, decision))
  return isRefused(begun) ? begun : finish(deps, begun)
}

/** An operator's outcome counts only as long as the gateway has none. */
async function refuseIfSettled(
  { db, clock, payments }: RefundDeps,
  { id }: Decision,
): Promise<Refused | undefined> {
  const approval = await readApproval(db, id, clock.now())
  if (approval?.state !== 'asked' || approval.action.kind !== 'settle-charge') return undefined
  const charge = await findCharge(db, approval.action.charge)
  const found = charge && (await payments.find(charge.key).catch(() => undefined))
  if (!found || found.kind === 'unknown') return undefined
  const changed = [
    `The gateway has the outcome now: ${found.kind}. Decline this, and ask the gateway under Today.`,
  ]
  return refuse('has-changed', { also: { changed } })
}

async function agree(
  tx: Db,
  deps: Pick<RefundDeps, 'db' | 'clock' | 'config' | 'jobs'> & { now: Date },
  operator: MoneyOperator,
  { id, words }: Decision,
): Promise<BegunApproval | Refused> {
  const { now } = deps
  // Both roles stay locked until this transaction ends, so neither can be removed in between.
  const agreed = await tx.run(sql`
    with asked as (select asked_by from approvals where id = ${id}),
    allowed as (
      select o.id from operators o, asked
      where (o.id = ${operator.id} or o.id = asked.asked_by) and o.role = any(${rolesWith('money')})
        and o.disabled_at is null
        and (o.let_in_by is null or o.let_in_at <= ${later(now, -LET_IN_MS)})
      order by o.id for share of o)
    update approvals set state = 'agreed', decided_by = ${operator.id}, decided_at = ${now}, decided_words = ${words}
    where id = ${id} and state = 'asked' and expires_at > ${now} and asked_by <> ${operator.id}
      and (select count(*) from allowed) = 2`)
  const approval = await readApproval(tx, id, now)
  if (!approval) return refuse('not-found')
  if (agreed === 0)
    return answerRepeat(approval, operator, 'agreed') ?? (await whyNot(tx, approval, operator, 'agreed', now))
  const { account, action, preview, askedBy } = approval
  if (!(await hasPermission(tx, permissionFor(action), askedBy.id))) return lostPermission(approval)
  const present = await previewAction(tx, deps, account.id, action)
  if (isRefused(present)) return present
  const changed = changesSince(preview.facts, present.facts)
  if (changed.length > 0) return refuse('has-changed', { also: { changed } })
  await recordDecision(tx, operator, 'approval-agreed', approval, now)
  const doing = {
    key: keyOfAction(id),
    accountId: account.id,
    action,
    words: approval.words,
    actor: `operator:${askedBy.email}`,
    agreedBy: operator.actor,
  }
  const begun = await beginAction(tx, deps, doing)
  return isRefused(begun) ? begun : { ...begun, id }
}

/** A second operator declines. */
export function declineApproval(
  deps: Pick<RefundDeps, 'db' | 'clock'>,
  operator: MoneyOperator,
  decision: Decision,
): Promise<Approval | Refused> {
  return close(deps, operator, decision, 'declined', (tx, now) =>
    tx.run(sql`
      update approvals set state = 'declined', decided_by = ${operator.id}, decided_at = ${now},
        decided_words = ${decision.words}
      where id = ${decision.id} and state = 'asked' and expires_at > ${now} and asked_by <> ${operator.id}`),
  )
}

/** The requesting operator withdraws it. */
export function withdrawApproval(
  deps: Pick<RefundDeps, 'db' | 'clock'>,
  operator: MoneyOperator,
  decision: Decision,
): Promise<Approval | Refused> {
  return close(deps, operator, decision, 'withdrawn', (tx, now) =>
    tx.run(sql`
      update approvals set state = 'withdrawn', decided_by = ${operator.id}, decided_at = ${now},
        decided_words = ${decision.words}
      where id = ${decision.id} and state = 'asked' and expires_at > ${now} and asked_by = ${operator.id}`),
  )
}

function close(
  { db, clock }: Pick<RefundDeps, 'db' | 'clock'>,
  operator: MoneyOperator,
  { id }: Decision,
  state: 'declined' | 'withdrawn',
  change: (tx: Db, now: Date) => Promise<number>,
): Promise<Approval | Refused> {
  const now = clock.now()
  return unlessRefused(db, async (tx) => {
    if (!(await lockOperatorWith(tx, 'money', operator.id))) return refuse('role-forbidden')
    const changed = await change(tx, now)
    const approval = await readApproval(tx, id, now)
    if (!approval) return refuse('not-found')
    if (changed === 0) {
      const isRepeat = answerRepeat(approval, operator, state)
      return isRepeat ? approval : whyNot(tx, approval, operator, state, now)
    }
    await recordDecision(tx, operator, `approval-${state}`, approval, now)
    return approval
  })
}

/** After a lost answer the decision can be repeated: the same decision has the same outcome. */
function answerRepeat(
  { id, state, decidedBy, needsSecond }: Approval,
  operator: MoneyOperator,
  wanted: TargetState,
): { id: number } | undefined {
  const isSame = wanted === 'agreed' ? ['agreed', 'done', 'failed'].includes(state) : state === wanted
  return isSame && needsSecond && decidedBy?.id === operator.id ? { id } : undefined
}

async function whyNot(
  tx: Db,
  { state, askedBy, decidedBy, action }: Approval,
  operator: MoneyOperator,
  wanted: TargetState,
  now: Date,
): Promise<Refused> {
  if (!(await hasPermission(tx, 'money', operator.id))) return refuse('role-forbidden')
  if (state !== 'asked') {
    const by = decidedBy ? ` by ${whichOperator(decidedBy)}` : ''
    return refuse('has-changed', {
      also: { changed: [`This request is closed: ${approvalStates[state]}${by}.`] },
    })
  }
  if (wanted === 'withdrawn') return wrong('Only the operator who asked for this can withdraw it.')
  if (askedBy.id === operator.id) return wrong('You asked for this yourself. Another operator has to decide.')
  const isNew = (id: number) =>
    tx.maybe(sql`
      select 1 from operators where id = ${id} and let_in_by is not null and let_in_at > ${later(now, -LET_IN_MS)}`)
  if (await isNew(operator.id))
    return wrong(
      `Another operator gave you your link or your role within the last ${LET_IN_DAYS} days. Someone else has to agree.`,
    )
  if (await isNew(askedBy.id))
    return wrong(
      `Another operator gave ${whichOperator(askedBy)} their link or their role within the last ${LET_IN_DAYS} days. Someone else has to ask for this.`,
    )
  return lostPermission({ askedBy, action })
}

function lostPermission({ askedBy, action }: Pick<Approval, 'askedBy' | 'action'>): Refused {
  const what = action.kind === 'free-access' ? 'free access' : 'money back'
  return wrong(
    `${whichOperator(askedBy)} may no longer give ${what}, so this cannot be agreed to. Decline it.`,
  )
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}

async function recordDecision(
  tx: Db,
  { actor }: MoneyOperator,
  action: `approval-${TargetState}`,
  { id, account, preview, valueCents, decidedWords, askedBy }: Approval,
  now: Date,
): Promise<void> {
  const details = {
    approval: id,
    says: preview.says,
    value: valueCents,
    askedBy: `operator:${askedBy.email}`,
    words: decidedWords,
  }
  await recordAudit(
    tx,
    { actor, action, ...(account.id === null ? {} : { accountId: account.id }), details },
    now,
  )
}

/** What has changed since the request, so that it can no longer be agreed to. */
export function changesOf(
  db: Database,
  deps: PreviewDeps,
  { account, action, preview }: Approval,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const present = await previewAction(tx, deps, account.id, action)
    if (!isRefused(present)) return changesSince(preview.facts, present.facts)
    const { errors, refused } = present
    return [typeof errors === 'string' ? errors : problems[refused].text]
  })
}
