import {
  type AccessObstacle,
  type EndObstacle,
  endAccess,
  giveAccess,
} from '#server/billing/subscriptions/give-access.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'
import { namedAccount } from '../find-account.ts'

export const giveAccessCommand: Command = {
  name: 'access give',
  takes: 'NUMBER|EMAIL',
  says: 'Makes the plan of an account free of charge.',
  flags: { reason: { takes: 'TEXT', says: 'the reason, for the audit log' } },
  async run(deps, { args, flag, actor, now }) {
    const account = await namedAccount(deps.db, args[0])
    if (isRefused(account)) return account
    const reason = flag('reason') ?? ''
    const obstacle = await giveAccess(
      deps,
      { accountId: account.id, actor, reason, openBill: 'forgive' },
      now,
    )
    if (obstacle) return because(obstacles[obstacle](account.pin))
    return { said: `${account.pin} (${account.company}) now has its plan free of charge.` }
  },
}

export const endAccessCommand: Command = {
  name: 'access end',
  takes: 'NUMBER|EMAIL',
  says: 'Ends free access. From the next month, the plan is charged at current prices.',
  async run({ db }, { args, actor, now }) {
    const account = await namedAccount(db, args[0])
    if (isRefused(account)) return account
    const obstacle = await endAccess(db, { accountId: account.id, actor }, now)
    if (obstacle) return because(obstacles[obstacle](account.pin))
    return { said: `${account.pin} (${account.company}) will be charged again from its next month.` }
  },
}

const obstacles: Record<AccessObstacle | EndObstacle, (pin: string) => string> = {
  fraud: (pin) => `${pin} is marked for fraud. Remove the mark first: fraud undo.`,
  'free-already': (pin) => `${pin} already has free access.`,
  'being-set-up': (pin) => `${pin} is still being set up. Try again when it is ready.`,
  'not-joined': (pin) => `The owner of ${pin} has not joined yet and could not sign in.`,
  'being-charged': (pin) => `A charge for ${pin} is in progress. See "charge list".`,
  'open-bill': (pin) => `${pin} has an open bill. Waive or collect it first.`,
  'not-free': (pin) => `${pin} has no free access.`,
  'no-card': (pin) =>
    `${pin} has no card on file, so the next month could not be charged. The owner can add one under Billing.`,
}

function because(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
