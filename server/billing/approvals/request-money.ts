import {
  type CountedMoney,
  changesSince,
  type MoneyFact,
  type MoneyPreview,
  needsSecond as passesLimit,
} from '#contract/billing/approvals.ts'
import type { RefundDeps } from '#server/billing/refunds/credit-notes.ts'
import { queryAgain, sendRefund } from '#server/billing/refunds/send-refund.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { lockOperatorWith } from '#server/identity/operators/operators.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import { once } from '#server/platform/idempotency.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import {
  type Approval,
  findApprovalId,
  findWaitingSame,
  givenWithinDay,
  insertApproval,
  keyOfAction,
  type NamedOperator,
  readApproval,
  whichOperator,
} from './approvals.ts'
import { beginAction, type MoneyAction, permissionFor, type StartedAction } from './money-action.ts'
import { previewAction } from './preview-action.ts'

export type MoneyOperator = Pick<Operator, 'id' | 'actor'>
export type AskedMoney = { accountId: number | null; action: MoneyAction }
export type ShownMoney = { preview: MoneyPreview; counted: CountedMoney; needsSecond: boolean }

/** Shows what would follow, without changing anything. */
export function previewMoney(
  { db, clock, config }: Pick<RefundDeps, 'db' | 'clock' | 'config'>,
  operator: MoneyOperator,
  request: AskedMoney,
): Promise<ShownMoney | Refused> {
  return db.transaction((tx) => show(tx, { config, now: clock.now() }, operator, request))
}

async function show(
  tx: Db,
  deps: Pick<RefundDeps, 'config'> & { now: Date },
  operator: MoneyOperator,
  { accountId, action }: AskedMoney,
): Promise<ShownMoney | Refused> {
  const preview = await previewAction(tx, deps, accountId, action)
  if (isRefused(preview)) return preview
  const counted = await countMoney(tx, deps, operator, { accountId, valueCents: preview.valueCents })
  const waiting = await findWaitingSame(tx, accountId, action, deps.now)
  if (waiting) return refuse('invalid-fields', { errors: sayWaiting(waiting) })
  return { preview, counted, needsSecond: passesLimit(counted) }
}

/** The limits for one operator, through any interface. Without a desk everything needs a second operator. */
export async function countMoney(
  tx: Db,
  { config: { desk }, now }: Pick<RefundDeps, 'config'> & { now: Date },
  { id }: Pick<MoneyOperator, 'id'>,
  { accountId, valueCents }: { accountId: number | null; valueCents: number },
): Promise<CountedMoney> {
  const { refundLimitCents: limitCents = 0, refundLimitDayCents: limitDayCents = 0 } = desk ?? {}
  return { valueCents, limitCents, limitDayCents, ...(await givenWithinDay(tx, id, accountId, now)) }
}

export function sayWaiting(askedBy: Pick<NamedOperator, 'name' | 'email'>): string {
  return `${whichOperator(askedBy)} has already asked for this, and it is waiting for a second operator.`
}

type Requested = AskedMoney & {
  /** The same key executes once. */
  key: string
  words: string
  /** What the operator was shown, and whether a second operator had to agree. Undefined without a preview. */
  seen?: { facts: readonly MoneyFact[]; needsSecond: boolean }
}

/**
 * Does what the preview showed, or asks a second operator for it. If anything shown has changed, nothing is
 * done. The operator's row is locked, so that two requests at once cannot both stay below the limit.
 */
export async function requestMoney(
  deps: RefundDeps,
  operator: MoneyOperator,
  requested: Requested,
): Promise<Approval | Refused> {
  const { db, clock } = deps
  const begun = await unlessRefused(db, (tx) => begin(tx, { ...deps, now: clock.now() }, operator, requested))
  if (isRefused(begun)) return begun
  return finish(deps, begun)
}

export type BegunApproval = StartedAction & { id: number }

/** Queries the gateway if necessary, and returns the outcome. */
export async function finish(deps: RefundDeps, { id, refundKey }: BegunApproval): Promise<Approval> {
  if (refundKey) await sendRefund(deps, refundKey)
  else await queryAgain(deps, keyOfAction(id))
  const approval = await readApproval(deps.db, id, deps.clock.now())
  if (!approval) throw new Error(`The approval ${id} is missing`)
  return approval
}

type BeginDeps = Pick<RefundDeps, 'db' | 'clock' | 'config' | 'jobs'> & { now: Date }

async function begin(
  tx: Db,
  deps: BeginDeps,
  operator: MoneyOperator,
  requested: Requested,
): Promise<BegunApproval | Refused> {
  const { key, accountId, action } = requested
  if (!(await lockOperatorWith(tx, permissionFor(action), operator.id))) return refuse('role-forbidden')
  const request = { scope: 'approval', key, by: operator.actor, body: { accountId, action } } as const
  let refundKey: string | undefined
  const id = await once<number | Refused>(tx, request, deps.now, async () => {
    const begun = await beginNew(tx, deps, operator, requested)
    if (isRefused(begun)) return begun
    refundKey = begun.refundKey
    return begun.id
  })
  return isRefused(id) ? id : { id, ...(refundKey && { refundKey }) }
}

async function beginNew(
  tx: Db,
  deps: BeginDeps,
  operator: MoneyOperator,
  requested: Requested,
): Promise<BegunApproval | Refused> {
  const { key, accountId, action, words, seen } = requested
  const { now } = deps
  const shown = await show(tx, deps, operator, requested)
  if (isRefused(shown)) return shown
  const { preview, needsSecond } = shown
  const changes = seen ? changesSince(seen.facts, preview.facts) : []
  if (changes.length > 0 || (seen && needsSecond !== seen.needsSecond)) return outdated(shown, changes)
  const { valueCents } = preview
  const id = await insertApproval(
    tx,
    { key, accountId, action, preview, valueCents, words, needsSecond, askedBy: operator.id },
    now,
  )
  const { actor } = operator
  if (!needsSecond) {
    const doing = { key: keyOfAction(id), accountId, action, words, actor }
    const begun = await beginAction(tx, deps, doing)
    return isRefused(begun) ? begun : { ...begun, id }
  }
  const details = { approval: id, says: preview.says, value: valueCents, words }
  await recordAudit(
    tx,
    { actor, action: 'approval-asked', ...(accountId === null ? {} : { accountId }), details },
    now,
  )
  return { id }
}

/** What has changed, with the new preview. */
function outdated(shown: ShownMoney, changes: string[]): Refused {
  const changed = changes.length > 0 ? changes : [sayLimit(shown)]
  const { preview, counted, needsSecond } = shown
  return refuse('has-changed', { also: { changed, preview, counted, needs_second: needsSecond } })
}

function sayLimit({ needsSecond }: ShownMoney): string {
  return needsSecond
    ? 'You have given more back since. A second operator now has to agree.'
    : 'A second operator no longer has to agree.'
}

/** The outcome of the operator's request with this key. Undefined: none has arrived. */
export async function findOutcome(
  { db, clock }: Pick<RefundDeps, 'db' | 'clock'>,
  operator: MoneyOperator,
  key: string,
): Promise<Approval | undefined> {
  const found = await findApprovalId(db, key)
  const approval = found && (await readApproval(db, found.id, clock.now()))
  return approval?.askedBy.id === operator.id ? approval : undefined
}
