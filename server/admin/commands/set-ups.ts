import { provisionAccount } from '#server/accounts/provisioning.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { theAccount } from '../find-account.ts'

export const listSetUpsCommand: Command = {
  name: 'set-up list',
  says: 'Lists the set-ups that are not finished. Dead ones need "set-up repeat".',
  async run({ db }) {
    const rows = await db.many<Row>(sql`
      select a.pin, a.company, s.state, s.tries, s.last_error as "lastError", s.started_at as "startedAt"
      from set_ups s left join accounts a on a.id = s.account_id where s.state <> 'done' order by s.state, s.started_at`)
    return { sections: [{ name: 'setUps', title: 'Unfinished set-ups', rows }] }
  },
}

export const repeatSetUpCommand: Command = {
  name: 'set-up repeat',
  takes: 'NUMBER',
  says: 'Starts a dead set-up again from the beginning.',
  async run({ db, jobs }, { args, actor, now }) {
    const account = await theAccount(db, args.join(' '))
    if (isRefused(account)) return account
    const repeated = await db.transaction(async (tx) => {
      const revived = await tx.run(sql`
        update set_ups set state = 'running', tries = 0, last_error = null, started_at = ${now}, settled_at = null
        where account_id = ${account.id} and state = 'dead'`)
      if (revived === 0) return false
      await jobs.send(tx, provisionAccount, { accountId: account.id })
      await recordAudit(tx, { actor, action: 'set-up-repeated', accountId: account.id }, now)
      return true
    })
    return repeated
      ? { said: `The set-up of ${account.pin} (${account.company}) has started again.` }
      : refuse('invalid-fields', {
          errors: `The set-up of ${account.pin} is not dead, so there is nothing to repeat.`,
        })
  },
}
