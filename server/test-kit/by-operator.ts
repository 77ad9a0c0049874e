import { randomUUID } from 'node:crypto'
import { markFraud, undoFraud } from '#server/billing/fraud/fraud.ts'
import type { RefundDeps } from '#server/billing/refunds/credit-notes.ts'
import { endAccess, giveAccessIn } from '#server/billing/subscriptions/free-access.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { extendMonth, type GivenBack, giveMoneyBack, waiveMonth } from './money-back.ts'

type Account = { accountId: number }
type By = { key?: string; actor?: string; words?: string }

const actor = 'operator:tests'
const reason = 'A test'
const words = 'A week without service'

/**
 * Operators' changes of an account without the desk's dialogs and limits, for tests of their effects. A
 * refusal is thrown.
 */
export const byOperator = {
  async markFraud({ db, clock }: RefundDeps, { accountId }: Account): Promise<void> {
    const isMarked = await markFraud(db, { accountId, actor, reason: 'stolen card' }, clock.now())
    if (!isMarked) throw new Error('marked already')
  },

  async undoFraud(deps: RefundDeps, { accountId }: Account): Promise<string> {
    const status = await undoFraud(deps, { accountId, actor, reason }, deps.clock.now())
    if (!status) throw new Error('not marked')
    return status
  },

  async giveAccess(deps: RefundDeps, { accountId }: Account): Promise<void> {
    const fields = { accountId, actor, reason: 'A partner of ours' }
    const { jobs, clock } = deps
    const obstacle = await deps.db.transaction((tx) => giveAccessIn(tx, { jobs, now: clock.now() }, fields))
    if (obstacle) throw new Error(obstacle)
  },

  async endAccess({ db, clock }: RefundDeps, { accountId }: Account): Promise<void> {
    const obstacle = await endAccess(db, { accountId, actor, reason }, clock.now())
    if (obstacle) throw new Error(obstacle)
  },

  async extend(deps: RefundDeps, { accountId }: Account, days: number, by: By = {}) {
    const request = { key: randomUUID(), accountId, days, words, actor, ...by }
    return accepted(await extendMonth(deps, request))
  },

  async waive(deps: RefundDeps, { accountId }: Account, by: By = {}) {
    const request = { key: randomUUID(), accountId, words, actor, ...by }
    return accepted(await waiveMonth(deps, request))
  },

  /** The rest of a bill, or this many cents of it. */
  async refund(deps: RefundDeps, bill: string, way: 'card' | 'credit', cents?: number): Promise<GivenBack> {
    const howMuch = cents === undefined ? ({ kind: 'rest' } as const) : ({ kind: 'amount', cents } as const)
    const request = { key: randomUUID(), bill, howMuch, way, reason: 'goodwill', words, actor } as const
    return accepted(await giveMoneyBack(deps, request))
  },
}

function accepted<Done>(done: Done | Refused): Done {
  if (isRefused(done)) throw new Error(String(done.errors))
  return done
}
