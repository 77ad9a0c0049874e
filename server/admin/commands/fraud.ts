import { markFraud } from '#server/billing/fraud/mark-fraud.ts'
import { undoFraud } from '#server/billing/fraud/undo-fraud.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'
import { namedAccount } from '../find-account.ts'

export const markFraudCommand: Command = {
  name: 'fraud mark',
  takes: 'NUMBER|EMAIL',
  says: 'Cancels an account for fraud. Everyone is signed out, and there are no further charges.',
  flags: { reason: { takes: 'TEXT', says: 'the reason, for the audit log' } },
  async run({ db }, { args, flag, actor, now }) {
    const account = await namedAccount(db, args[0])
    if (isRefused(account)) return account
    const reason = flag('reason')?.trim() ?? ''
    if (reason === '')
      return refuse('invalid-fields', { errors: 'Give a reason: --reason "chargeback in November".' })
    return (await markFraud(db, { accountId: account.id, actor, reason }, now))
      ? { said: `${account.pin} (${account.company}) is canceled for fraud, and everyone is signed out.` }
      : refuse('invalid-fields', { errors: `${account.pin} is already marked for fraud.` })
  },
}

export const undoFraudCommand: Command = {
  name: 'fraud undo',
  takes: 'NUMBER|EMAIL',
  says: 'Removes a fraud mark. A month that is already paid continues. After that, the owner can reactivate.',
  async run(deps, { args, actor, now }) {
    const account = await namedAccount(deps.db, args[0])
    if (isRefused(account)) return account
    const status = await undoFraud(deps, { accountId: account.id, actor }, now)
    if (!status) return refuse('invalid-fields', { errors: `${account.pin} is not marked for fraud.` })
    return {
      said: `The fraud mark on ${account.pin} (${account.company}) was removed. The account is now ${status}.`,
    }
  },
}
