import { signOutBySupport } from '#server/identity/help-by-support.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import { transaction } from '#server/platform/transaction.ts'
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
    if (isRefused(account)) return account
    const isWhole = wanted === account.pin
    const person = isWhole ? undefined : await findPerson(db, account, wanted)
    if (!isWhole && !person)
      return refuse('not-found', { errors: `There is no person ${wanted} in ${account.pin}.` })
    const whose = { accountId: account.id, ...(person ? { agentId: person.id } : {}) }
    const ended = await transaction(deps, (tx) => signOutBySupport(tx, whose, { actor }))
    return { said: `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${wanted} ended.` }
  },
}
