import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'

const PAGE = 100
const FRAUD = 'fraud'
const states = [...Object.keys(statuses), FRAUD]

type Listed = { pin: string; company: string; owner: string; email: string; status: Status; since: Date }

/** Fraud is a mark on a canceled account; here it is a status of its own, and no other list includes it. */
export const listAccountsCommand: Command = {
  name: 'account list',
  hasTables: true,
  says: 'Lists the accounts in a state, longest in that state first, 100 per page.',
  flags: {
    state: { takes: 'STATE', says: `one of: ${states.join(', ')}` },
    page: { takes: 'NUMBER', says: 'which page to show; the first by default' },
  },
  async run({ db }, { flag }) {
    const state = flag('state') ?? ''
    if (!states.includes(state)) {
      return refuse('invalid-fields', {
        errors: `Choose a state: --state with one of ${states.join(', ')}.`,
      })
    }
    const list = state === FRAUD ? markedForFraud : inStatus(state)
    const { count } = await db.one<{ count: number }>(list.count)
    const pages = Math.max(1, Math.ceil(count / PAGE))
    const page = Number(flag('page') ?? 1)
    if (!Number.isInteger(page) || page < 1 || page > pages) {
      return refuse('invalid-fields', { errors: `Enter a page from 1 to ${pages}.` })
    }
    const found = await db.many<Listed>(list.page((page - 1) * PAGE))
    const rows = found.map((account): Row => ({ ...account, status: statuses[account.status].text }))
    return {
      said: describePage(page, pages, count),
      sections: [{ name: 'accounts', title: 'Accounts', rows }],
    }
  },
}

/** Each has an index of its own, so that neither reads the accounts of the other. Of earlier pages only the index is read. */
const inStatus = (status: string) => ({
  count: sql`
    select count(*)::integer as count from accounts where status = ${status} and fraud_marked_at is null`,
  page: (after: number) => sql`
    select a.pin, a.company, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner, coalesce(o.email, '') as email,
      a.status, a.status_since as since
    from (
      select id from accounts where status = ${status} and fraud_marked_at is null
      order by status_since, id limit ${PAGE} offset ${after}
    ) shown join accounts a on a.id = shown.id left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    order by a.status_since, a.id`,
})

const markedForFraud = {
  count: sql`select count(*)::integer as count from accounts where fraud_marked_at is not null`,
  page: (after: number) => sql`
    select a.pin, a.company, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner, coalesce(o.email, '') as email,
      a.status, a.status_since as since
    from (
      select id from accounts where fraud_marked_at is not null
      order by status_since, id limit ${PAGE} offset ${after}
    ) shown join accounts a on a.id = shown.id left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    order by a.status_since, a.id`,
}

function describePage(page: number, pages: number, count: number): string {
  const next = page < pages ? ` Next page: --page ${page + 1}` : ''
  return `Page ${page} of ${pages}, ${count} in total.${next}`
}
