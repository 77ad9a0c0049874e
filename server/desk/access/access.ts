import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { statuses } from '#contract/accounts/statuses.ts'
import type { AccessValues } from '#contract/desk/access.ts'
import * as calls from '#contract/desk/access.ts'
import { findByNumber } from '#server/accounts/accounts.ts'
import { findWaitingSame } from '#server/billing/approvals/approvals.ts'
import { valueOfFreeAccess } from '#server/billing/approvals/preview-action.ts'
import { countMoney, requestMoney, sayWaiting } from '#server/billing/approvals/request-money.ts'
import { markFraud, undoFraud } from '#server/billing/fraud/fraud.ts'
import {
  accessObstacle,
  endAccess,
  endObstacle,
  fullMonthCentsOf,
  hasGiven,
  obstacleTexts,
} from '#server/billing/subscriptions/free-access.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute, shownAfter } from '../desk-routes.ts'

type By = { operator: Operator; actor: string; reason: string }
type Act = (accountId: number, by: By) => Promise<string | Refused>
type AccessCall = typeof calls.giveAccess

export function accessRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  /** Answers with what was done, and with the page as it is then. */
  const changing = (call: AccessCall, act: Act) =>
    deskRoute(app, deps, call, async ({ number, reason }, operator) => {
      const account = await findByNumber(db, number)
      if (!account) return refuse('not-found', { errors: `There is no account ${number}.` })
      const said = await act(account.id, { operator, actor: operator.actor, reason })
      if (isRefused(said)) return said
      return { data: { said, values: await shownAfter(deps, () => showAccess(deps, operator, number)) } }
    })

  deskPage(app, deps, 'access', (operator, { visitor }) =>
    showAccess(deps, operator, visitor.parts.number ?? ''),
  )
  changing(calls.giveAccess, async (accountId, by) => {
    const approval = await requestMoney(deps, by.operator, {
      key: `access-${randomUUID()}`,
      accountId,
      action: { kind: 'free-access' },
      words: by.reason,
    })
    if (isRefused(approval)) return approval
    return approval.state === 'asked'
      ? 'This is above the limit. A second operator has to agree to it under Approvals within a day.'
      : 'The plan is free of charge from now on.'
  })
  changing(calls.endAccess, async (accountId, by) => {
    const obstacle = await endAccess(db, { accountId, ...by }, clock.now())
    return obstacle
      ? refuse('conflict', { errors: obstacleTexts[obstacle] })
      : 'The plan is charged again from its next month.'
  })
  changing(calls.markFraud, async (accountId, by) => {
    const isMarked = await markFraud(db, { accountId, ...by }, clock.now())
    return isMarked
      ? 'The account is closed for fraud, and everyone is signed out.'
      : refuse('conflict', { errors: 'The account is marked for fraud already.' })
  })
  changing(calls.undoFraud, async (accountId, by) => {
    const status = await undoFraud(deps, { accountId, ...by }, clock.now())
    return status
      ? `The fraud mark was removed. The account is now ${statuses[status].text}.`
      : refuse('conflict', { errors: 'The account is not marked for fraud any more.' })
  })
}

async function showAccess(
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
