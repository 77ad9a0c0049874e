import { listSetUps, repeatSetUp } from '#server/accounts/set-ups.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { namedAccount } from '../find-account.ts'

export const listSetUpsCommand: Command = {
  name: 'set-up list',
  hasTables: true,
  says: 'Lists the set-ups that are not finished. Dead ones need "set-up repeat".',
  async run({ db }) {
    const rows: Row[] = await listSetUps(db)
    return { sections: [{ name: 'setUps', title: 'Unfinished set-ups', rows }] }
  },
}

export const repeatSetUpCommand: Command = {
  name: 'set-up repeat',
  takes: 'NUMBER|EMAIL',
  says: 'Starts a dead set-up again from the beginning.',
  async run(deps, { args, actor, now }) {
    const account = await namedAccount(deps.db, args[0])
    if (isRefused(account)) return account
    const isRepeated = await repeatSetUp(deps, { accountId: account.id, actor }, now)
    if (isRefused(isRepeated)) return isRepeated
    return isRepeated
      ? { said: `The set-up of ${account.pin} (${account.company}) has started again.` }
      : refuse('invalid-fields', {
          errors: `The set-up of ${account.pin} is not dead, so there is nothing to repeat.`,
        })
  },
}
