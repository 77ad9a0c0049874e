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
  hasFreeItems,
  obstacleTexts,
} from '#server/billing/subscriptions/free-access.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { orThrow, refuse } from '#server/platform/refusal.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'

type By = { operator: Operator; actor: string; reason: string }

export function accessRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  const changing = changesShowing(app, deps, (operator, { number }: { number: string }) =>
    showAccess(deps, operator, number),
  )
  const changingAccount = (call: typeof calls.giveAccess, change: (id: number, by: By) => Promise<string>) =>
    changing(call, async ({ number, reason }, operator) => {
      const { id } = await findAccount(db, number)
      return { said: await change(id, { operator, actor: operator.actor, reason }) }
    })

  deskPage(app, deps, 'access', (operator, { visitor }) =>
    showAccess(deps, operator, visitor.parts.number ?? ''),
  )
  changingAccount(calls.giveAccess, async (accountId, by) => {
    const request = {
      key: `access-${randomUUID()}`,
      accountId,
      action: { kind: 'free-access' },
      words: by.reason,
    } as const
    const { state } = orThrow(await requestMoney(deps, by.operator, request))
    return state === 'asked'
      ? 'This is above the limit. A second operator has to agree to it under Approvals within a day.'
      : 'The plan is free of charge from now on.'
  })
  changingAccount(calls.endAccess, async (accountId, by) => {
    const obstacle = await endAccess(db, { accountId, ...by }, clock.now())
    if (obstacle) throw refuse('conflict', { errors: obstacleTexts[obstacle] })
    return 'The plan is charged again from its next month.'
  })
  changingAccount(calls.markFraud, async (accountId, by) => {
    const isMarked = await markFraud(db, { accountId, ...by }, clock.now())
    if (!isMarked) throw refuse('conflict', { errors: 'The account is marked for fraud already.' })
    return 'The account is closed for fraud, and everyone is signed out.'
  })
  changingAccount(calls.undoFraud, async (accountId, by) => {
    const status = await undoFraud(deps, { accountId, ...by }, clock.now())
    if (!status) throw refuse('conflict', { errors: 'The account is not marked for fraud any more.' })
    return `The fraud mark was removed. The account is now ${statuses[status].text}.`
  })
}

async function findAccount(db: Db, number: string) {
  const account = await findByNumber(db, number)
  if (!account) throw refuse('not-found', { errors: `There is no account ${number}.` })
  return account
}

async function showAccess(
  { db, clock, config }: Pick<DeskDeps, 'db' | 'clock' | 'config'>,
  operator: Pick<Operator, 'id'>,
  number: string,
): Promise<AccessValues> {
  const account = await findAccount(db, number)
  const mark = await db.one<{ since: Date | null; reason: string | null; isByDispute: boolean }>(sql`
    select fraud_marked_at as since, fraud_reason as reason, fraud_dispute_id is not null as "isByDispute"
    from accounts where id = ${account.id}`)
  const { pin, company, status } = account
  const isFree = status === 'free agent' || (await hasFreeItems(db, account.id))
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
