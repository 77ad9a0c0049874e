import { sql } from '#server/platform/db/sql.ts'
import type { Command, Row } from '../command.ts'
import { namedAccount } from '../find-account.ts'

const NEWEST = 100
/** A reader might take a truncated list for everything. */
const CUT = `There may be more: these are the ${NEWEST} newest. The audit log of the desk has the older ones, and downloads them.`

export const listAuditCommand: Command = {
  name: 'audit list',
  hasTables: true,
  takes: '[NUMBER|EMAIL]',
  says: 'Lists the audit log, newest first, for one account or all accounts.',
  async run({ db }, { args }) {
    const account = args.length > 0 ? await namedAccount(db, args[0]) : undefined
    const rows = await db.many<Row>(account ? auditOf(account.id) : newestAudit())
    return {
      ...(rows.length < NEWEST ? {} : { said: CUT }),
      sections: [{ name: 'audit', title: 'Audit log', rows }],
    }
  },
}

const newestAudit = () => sql`
  select u.at, u.actor, u.action, a.pin, u.details::text as details
  from audit u left join accounts a on a.id = u.account_id order by u.id desc limit ${NEWEST}`

const auditOf = (accountId: number) => sql`
  select u.at, u.actor, u.action, a.pin, u.details::text as details
  from audit u join accounts a on a.id = u.account_id
  where u.account_id = ${accountId} order by u.at desc, u.id desc limit ${NEWEST}`
