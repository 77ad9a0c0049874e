import type { FastifyInstance } from 'fastify'
import { refundReasons } from '#contract/billing/money-back.ts'
import {
  type ApprovalRow,
  type ApprovalsValues,
  agreeToApproval,
  declineApproval,
  withdrawApproval,
} from '#contract/desk/approvals.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import type { Query } from '#contract/wire/query.ts'
import {
  type Approval,
  listClosed,
  listWaiting,
  readApproval,
  whichOperator,
} from '#server/billing/approvals/approvals.ts'
import {
  agreeToApproval as agree,
  changesOf,
  declineApproval as decline,
  withdrawApproval as withdraw,
} from '#server/billing/approvals/decide-approval.ts'
import type { Deps } from '#server/deps.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { partOf, readCursor, readId, writeCursor } from '#server/platform/db/cursor.ts'
import { orThrow, refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'

export function approvalsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'approvals', (operator, { query }) => showApprovals(deps, operator, query))
  const deciding = (call: typeof agreeToApproval, decide: typeof agree) =>
    deskRoute(app, deps, call, async ({ approval_id: id, words }, operator) => {
      const { state } = orThrow(await decide(deps, operator, { id, words }))
      return { data: { state } }
    })
  deciding(agreeToApproval, agree)
  deciding(declineApproval, decline)
  deciding(withdrawApproval, withdraw)
}

const WAITING_ROWS = 50

type ShowDeps = Pick<Deps, 'db' | 'clock' | 'config'>

async function showApprovals(deps: ShowDeps, operator: Operator, query: Query): Promise<ApprovalsValues> {
  const { db, clock } = deps
  const now = clock.now()
  const id = readId(query.request)
  const chosen = id === undefined ? undefined : await readApproval(db, id, now)
  if (query.request && !chosen?.needsSecond) throw refuse('not-found')
  const { closed, before } = await listClosed(db, readId(query.before) ?? Number.MAX_SAFE_INTEGER, now)
  const cursor = readCursor(query.after)
  const found = await listWaiting(db, now, { cursor, atMost: WAITING_ROWS + 1 })
  const { rows: waiting, last } = partOf(found, WAITING_ROWS)
  return {
    waiting: waiting.map(rowOf),
    after: last ? writeCursor(last.cursor) : null,
    isFirst: cursor === undefined,
    closed: closed.map(rowOf),
    before,
    chosen: chosen ? await open(deps, operator, chosen, now) : null,
  }
}

function rowOf(approval: Approval): ApprovalRow {
  const { id, account, preview, valueCents, words, state, askedBy, askedAt, expiresAt } = approval
  const { decidedBy, decidedAt, decidedWords, noteNumber } = approval
  return {
    id,
    account: { number: account.number, company: account.company },
    says: preview.says,
    valueCents,
    askedBy: whichOperator(askedBy),
    asked: askedAt.toISOString(),
    words: [reasonOf(approval), words].filter(Boolean).join(': '),
    state,
    expires: state === 'asked' || state === 'expired' ? expiresAt.toISOString() : '',
    decidedBy: decidedBy ? whichOperator(decidedBy) : '',
    decided: decidedAt?.toISOString() ?? '',
    decidedWords,
    noteNumber,
  }
}

/** For refunds: one of a list. Everything else has only a text. */
function reasonOf({ action }: Approval): string {
  return 'reason' in action ? refundReasons[action.reason] : ''
}

async function open(
  { db, config }: ShowDeps,
  operator: Operator,
  approval: Approval,
  now: Date,
): Promise<ApprovalsValues['chosen']> {
  const isWaiting = approval.state === 'asked'
  return {
    ...rowOf(approval),
    preview: approval.preview,
    changed: isWaiting ? await changesOf(db, { config, now }, approval) : [],
    may: isWaiting && mayAtDesk(operator.role, 'money') ? mayDo(operator, approval) : null,
  }
}

function mayDo({ id }: Operator, { askedBy }: Approval): 'decide' | 'withdraw' {
  return askedBy.id === id ? 'withdraw' : 'decide'
}
