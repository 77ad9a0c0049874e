import {
  FACTOR_RECOVERY_HOURS,
  FACTOR_RECOVERY_HOURS_AFTER_RESET,
  RESET_COUNTS_DAYS,
} from '#contract/calendar/lifetimes.ts'
import { signOutBySupport } from '#server/identity/help-by-support.ts'
import { requestRecovery } from '#server/identity/recover-second-factor.ts'
import { logEvent } from '#server/platform/log/log-events.ts'
import { refuse } from '#server/platform/refusal.ts'
import { transaction, txOf } from '#server/platform/transaction.ts'
import type { Command } from '../command.ts'
import { findPerson, inAccount, namedAccount, WHICH_OF_SEVERAL } from '../find-account.ts'

export const endSessionsCommand: Command = {
  name: 'sessions end',
  takes: 'EMAIL|NUMBER',
  says: 'Signs out a person on all devices or, by account number, everyone in an account.',
  flags: inAccount,
  async run(deps, { args: [typed = ''], flag, actor }) {
    const { db } = deps
    const wanted = typed.trim()
    const account = await namedAccount(db, flag('account') ?? wanted, WHICH_OF_SEVERAL)
    const isWhole = wanted === account.pin
    const person = isWhole ? undefined : await findPerson(db, account, wanted)
    if (!isWhole && !person)
      throw refuse('not-found', { errors: `There is no person ${wanted} in ${account.pin}.` })
    const whose = { accountId: account.id, ...(person ? { agentId: person.id } : {}) }
    const ended = await transaction(deps, (tx) => signOutBySupport(tx, whose, { actor }))
    return { said: `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${wanted} ended.` }
  },
}

export const recoverFactorCommand: Command = {
  name: 'second-factor recover',
  takes: 'EMAIL|NUMBER',
  says: `Turns off the two-step verification of a person, or of an owner, after ${FACTOR_RECOVERY_HOURS} hours, or ${FACTOR_RECOVERY_HOURS_AFTER_RESET} if the password was reset by email in the last ${RESET_COUNTS_DAYS} days. They get an email, and can cancel.`,
  flags: inAccount,
  async run({ db, jobs, config, log }, { args: [typed = ''], flag, actor, now }) {
    const wanted = typed.trim()
    const account = await namedAccount(db, flag('account') ?? wanted, WHICH_OF_SEVERAL)
    const agent = await findPerson(db, account, wanted)
    if (!agent) throw refuse('not-found', { errors: `There is no person ${wanted} in ${account.pin}.` })
    const subject = { agentId: agent.id, accountId: account.id }
    const recovery = await db.transaction((tx) =>
      requestRecovery(txOf(tx, { jobs, config, now }), subject, actor),
    )
    if (!recovery) throw refuse('invalid-fields', { errors: `${agent.email} has no two-step verification.` })
    const when = recovery.removesAt.toISOString()
    if (!recovery.isNew)
      throw refuse('conflict', {
        errors: `This was already requested. The two-step verification of ${agent.email} will be turned off at ${when}.`,
      })
    logEvent(log, 'second-factor.recovery-asked', {
      agentId: agent.id,
      accountNumber: account.pin,
      actor,
    })
    return {
      said: `The two-step verification of ${agent.email} is turned off at ${when}, unless they cancel.`,
    }
  },
}
