import { findCard } from '#server/billing/cards/cards.ts'
import {
  endFreeAccess,
  giveFreeAccess,
  hasGiven,
  isBeingCharged,
} from '#server/billing/subscriptions/free-access.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'
import { type FoundAccount, theAccount } from '../find-account.ts'

export const giveAccessCommand: Command = {
  name: 'access give',
  takes: 'NUMBER',
  says: 'Makes the plan of an account free of charge.',
  flags: { reason: { takes: 'TEXT', says: 'the reason, for the audit log' } },
  async run({ db }, { args, flag, actor, now }) {
    const account = await theAccount(db, args.join(' '))
    if (isRefused(account)) return account
    const refused = await refusalOf(db, account)
    if (refused) return refused
    await db.transaction(async (tx) => {
      await giveFreeAccess(tx, account.id, now)
      const details = { before: account.status, reason: flag('reason') ?? '' }
      await recordAudit(tx, { actor, action: 'access-given', accountId: account.id, details }, now)
    })
    return { said: `${account.pin} (${account.company}) now has its plan free of charge.` }
  },
}

export const endAccessCommand: Command = {
  name: 'access end',
  takes: 'NUMBER',
  says: 'Ends free access. From the next month, the plan is charged at current prices.',
  async run({ db }, { args, actor, now }) {
    const account = await theAccount(db, args.join(' '))
    if (isRefused(account)) return account
    if (account.status !== 'free agent' && !(await hasGiven(db, account.id)))
      return refuse('invalid-fields', { errors: `${account.pin} has no free access.` })
    const card = await findCard(db, account.id)
    if (!card)
      return refuse('invalid-fields', {
        errors: `${account.pin} has no card on file, so the next month could not be charged. The owner can add one under Billing.`,
      })
    await db.transaction(async (tx) => {
      await endFreeAccess(tx, account.id, now)
      await recordAudit(tx, { actor, action: 'access-ended', accountId: account.id }, now)
    })
    return { said: `${account.pin} (${account.company}) will be charged again from its next month.` }
  },
}

async function refusalOf(db: Db, account: FoundAccount): Promise<Refused | undefined> {
  const because = (errors: string) => refuse('invalid-fields', { errors })
  if (account.isFraud)
    return because(`${account.pin} is marked for fraud. Remove the mark first: fraud undo.`)
  if (account.status === 'free agent') return because(`${account.pin} already has free access.`)
  if (account.status === 'pending')
    return because(`${account.pin} is still being set up. Try again when it is ready.`)
  if (account.status === 'free signup agent')
    return because(`The owner of ${account.pin} has not joined yet and could not sign in.`)
  return (await isBeingCharged(db, account.id))
    ? because(`A charge for ${account.pin} is in progress. See "charge list".`)
    : undefined
}
