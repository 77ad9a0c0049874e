import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

export type FoundAccount = {
  id: number
  pin: string
  company: string
  status: Status
  owner: string
  email: string
  isFraud: boolean
  createdAt: Date
}

const FOUND_AT_MOST = 50
export const WHICH_ACCOUNT = 'Which account? Enter an account number, an email or a company.'

/** By account number, or by part of the company's name or of the email of anyone in it. */
export function findAccounts(db: Db, text: string): Promise<FoundAccount[]> {
  const wanted = text.trim()
  return db.many<FoundAccount>(sql`
    select a.id, a.pin, a.company, a.status, coalesce(o.first_name || ' ' || o.last_name, '') as owner,
      coalesce(o.email, '') as email, a.fraud_marked_at is not null as "isFraud", a.created_at as "createdAt"
    from accounts a left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    where a.pin = ${wanted} or position(lower(${wanted}) in lower(a.company)) > 0
      or exists (select 1 from agents g where g.account_id = a.id and g.removed_at is null and position(lower(${wanted}) in g.email_key) > 0)
    order by a.id limit ${FOUND_AT_MOST}`)
}

/** The one matching account, or why the text does not identify one. */
export async function theAccount(db: Db, text: string | undefined): Promise<FoundAccount | Refused> {
  if (!text?.trim()) return refuse('invalid-fields', { errors: WHICH_ACCOUNT })
  const found = await findAccounts(db, text)
  const wanted = text.trim().toLowerCase()
  // An exact match wins, even if other accounts contain the same text.
  const named = found.filter(({ pin, email }) => pin === wanted || email.toLowerCase() === wanted)
  const [account, ...others] = named.length > 0 ? named : found
  if (!account) return refuse('not-found', { errors: `There is no account ${text}.` })
  if (others.length === 0) return account
  const listed = [account, ...others].map(({ pin, company }) => `${pin} (${company})`).join(', ')
  return refuse('invalid-fields', {
    errors: `Several accounts match: ${listed}. Enter one of these numbers.`,
  })
}
