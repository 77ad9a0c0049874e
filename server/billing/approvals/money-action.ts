import type { RefundReason } from '#contract/billing/money-back.ts'
import {
  findCharge,
  type OperatorsWord,
  refuseSettled,
  settleIn,
} from '#server/billing/charges/settle-charge.ts'
import { beginGivingBack, beginTakingBack } from '#server/billing/refunds/give-money-back.ts'
import { extendMonthIn, waiveMonthIn } from '#server/billing/refunds/months.ts'
import type { HowMuch } from '#server/billing/refunds/paid-bills.ts'
import { giveAccessIn } from '#server/billing/subscriptions/free-access.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** What an operator can do about an account's money. */
export type AccountAction =
  | {
      kind: 'refund' | 'credit'
      bill: string
      howMuch: HowMuch
      reason: RefundReason
      /** For a refund: not now, but once the gateway has settled the charge. */
      isOnceSettled?: true
    }
  | {
      kind: 'take-back' | 'pay-out'
      bill: string
      howMuch: HowMuch
      reason: RefundReason
    }
  | { kind: 'extend'; days: number }
  | { kind: 'waive' }
  | { kind: 'free-access' }
/** A charge is settled by the operator, where the gateway has no answer. */
export type Settling = { kind: 'settle-charge'; charge: number; word: OperatorsWord }
export type MoneyAction = AccountAction | Settling

/** The permission that the requesting operator needs. */
export function permissionFor({ kind }: MoneyAction): 'administer' | 'money' {
  return kind === 'free-access' ? 'administer' : 'money'
}

export type Doing = {
  key: string
  /** Only a sign-up's charge has none. */
  accountId: number | null
  action: MoneyAction
  words: string
  actor: string
  agreedBy?: string | undefined
}

export type DoingDeps = MailDeps & Pick<Deps, 'db' | 'clock'>

/** A refund to request from the gateway once the transaction has ended. */
export type StartedAction = { refundKey?: string }

/** Records everything in the caller's transaction. */
export async function beginAction(tx: Db, deps: DoingDeps, doing: Doing): Promise<StartedAction | Refused> {
  const { action, accountId, ...by } = doing
  if (action.kind === 'settle-charge') return settleCharge(tx, deps, action, by)
  if (accountId === null) throw new Error(`Only a charge has no account, not ${action.kind}`)
  return beginOnAccount(tx, deps, action, { ...by, accountId })
}

async function beginOnAccount(
  tx: Db,
  deps: MailDeps,
  action: AccountAction,
  request: Omit<Doing, 'action' | 'accountId'> & { accountId: number },
): Promise<StartedAction | Refused> {
  switch (action.kind) {
    case 'refund':
    case 'credit': {
      const { bill, howMuch, reason, isOnceSettled } = action
      const way = action.kind === 'refund' ? 'card' : 'credit'
      return beginGivingBack(tx, deps, { ...request, bill, howMuch, reason, way, isOnceSettled })
    }
    case 'take-back':
    case 'pay-out': {
      const { bill, howMuch, reason } = action
      return beginTakingBack(tx, deps, {
        ...request,
        bill,
        howMuch,
        reason,
        isPaidOut: action.kind === 'pay-out',
      })
    }
    case 'extend':
      return nothingToSend(await extendMonthIn(tx, deps, { ...request, days: action.days }))
    case 'waive':
      return nothingToSend(await waiveMonthIn(tx, deps, request))
    case 'free-access':
      return giveFreeAccess(tx, deps, request)
  }
}

/** The preview found no obstacle, with the account locked since. */
async function giveFreeAccess(
  tx: Db,
  deps: MailDeps,
  { accountId, words: reason, actor, agreedBy }: Omit<Doing, 'action' | 'accountId'> & { accountId: number },
): Promise<StartedAction> {
  const fields = { accountId, actor, reason, agreedBy }
  const obstacle = await giveAccessIn(tx, deps, fields)
  if (obstacle) throw new Error(`Free access of account ${accountId} was possible, and is not: ${obstacle}`)
  return {}
}

async function settleCharge(
  tx: Db,
  deps: DoingDeps,
  { charge: id, word }: Settling,
  { words: reason, actor, agreedBy }: Omit<Doing, 'action' | 'accountId'>,
): Promise<StartedAction | Refused> {
  const charge = await findCharge(tx, id)
  if (!charge) return refuse('not-found')
  const by = { actor, reason, agreedBy }
  return (
    refuseSettled(charge) ??
    nothingToSend(await settleIn(tx, deps, charge, { found: word, saidBy: 'operator' }, by))
  )
}

function nothingToSend(done: object): StartedAction | Refused {
  return isRefused(done) ? done : {}
}
