import { listFeedback } from '#server/accounts/list-feedback.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { theAccount } from '../find-account.ts'
import { sayMore } from '../say-more.ts'

const NEWEST = 100
const OLDER_ENTRIES = 'The audit log of the desk has the older ones, and downloads them.'

export const unfinishedCommand: Command = {
  name: 'sign-up unfinished',
  hasTables: true,
  says: 'Lists the sign-ups that were started but not paid for.',
  async run({ db }) {
    const rows = await db.many<Row>(sql`
      select email, coalesce(form->>'full_name', concat_ws(' ', form->>'first_name', form->>'last_name')) as name,
        form->>'company' as company, form->>'mobile_phone' as phone, created_at as "begunAt", changed_at as "changedAt"
      from unfinished_sign_ups order by changed_at desc limit ${NEWEST}`)
    return {
      ...sayMore([rows], NEWEST),
      sections: [{ name: 'unfinished', title: 'Unfinished sign-ups', rows }],
    }
  },
}

export const feedbackCommand: Command = {
  name: 'feedback list',
  hasTables: true,
  says: 'Lists why people left, newest first.',
  async run({ db }) {
    const rows: Row[] = await listFeedback(db, NEWEST)
    return { ...sayMore([rows], NEWEST), sections: [{ name: 'feedback', title: 'Feedback', rows }] }
  },
}

export const auditCommand: Command = {
  name: 'audit list',
  hasTables: true,
  takes: '[NUMBER|EMAIL|COMPANY …]',
  says: 'Lists the audit log, newest first, for one account or all accounts.',
  async run({ db }, { args }) {
    const account = args.length > 0 ? await theAccount(db, args.join(' ')) : undefined
    if (isRefused(account)) return account
    const rows = await db.many<Row>(account ? auditOf(account.id) : newestAudit())
    return {
      ...sayMore([rows], NEWEST, OLDER_ENTRIES),
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
