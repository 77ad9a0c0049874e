import type { Status } from '#contract/accounts/statuses.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
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

/** By account number, or by part of the company's name or of the email of anyone in it. Exact matches come first. */
export async function findAccounts(db: Database, text: string): Promise<FoundAccount[]> {
  const named = await findNamed(db, text.trim())
  const ids = new Set(named.map(({ id }) => id))
  const similar = (await findSimilar(db, text.trim())).filter(({ id }) => !ids.has(id))
  return [...named, ...similar].slice(0, FOUND_AT_MOST)
}

/** The one matching account, or why the text does not identify one. */
export async function theAccount(db: Database, text: string | undefined): Promise<FoundAccount | Refused> {
  const wanted = text?.trim() ?? ''
  if (wanted === '') return refuse('invalid-fields', { errors: WHICH_ACCOUNT })
  // An exact match wins, even if other accounts contain the same text; the owner's wins over anyone else's.
  const named = await findNamed(db, wanted)
  const owned = named.filter(
    ({ pin, email }) => pin === wanted || email.toLowerCase() === wanted.toLowerCase(),
  )
  const found = owned.length > 0 ? owned : named.length > 0 ? named : await findSimilar(db, wanted)
  const [account, ...others] = found
  if (!account) return refuse('not-found', { errors: `There is no account ${text}.` })
  if (others.length === 0) return account
  const listed = [account, ...others].map(({ pin, company }) => `${pin} (${company})`).join(', ')
  return refuse('invalid-fields', {
    errors: `Several accounts match: ${listed}. Enter one of these numbers.`,
  })
}

/** By the whole account number, or the whole email of anyone in the account. */
function findNamed(db: Db, wanted: string): Promise<FoundAccount[]> {
  return db.many<FoundAccount>(sql`
    with named as (
      select id from accounts where pin = ${wanted}
      union select account_id from agents where email_key = lower(${wanted}) and removed_at is null
    )
    select a.id, a.pin, a.company, a.status, coalesce(o.first_name || ' ' || o.last_name, '') as owner,
      coalesce(o.email, '') as email, a.fraud_marked_at is not null as "isFraud", a.created_at as "createdAt"
    from named join accounts a on a.id = named.id
    left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    order by a.id limit ${FOUND_AT_MOST}`)
}

/** By part of the company's name, or of the email of anyone in the account. */
function findSimilar(db: Database, wanted: string): Promise<FoundAccount[]> {
  const pattern = `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db.transaction(async (tx) => {
    // How many accounts match depends on the text: for a rare one the index is right, for a common one the first rows.
    await tx.run(sql`set local plan_cache_mode = 'force_custom_plan'`)
    return tx.many<FoundAccount>(sql`
      with alike as (
        (select id from accounts where lower(company) like lower(${pattern}) order by id limit ${FOUND_AT_MOST})
        union
        (select account_id from agents where removed_at is null and email_key like lower(${pattern})
          order by account_id limit ${FOUND_AT_MOST})
      )
      select a.id, a.pin, a.company, a.status, coalesce(o.first_name || ' ' || o.last_name, '') as owner,
        coalesce(o.email, '') as email, a.fraud_marked_at is not null as "isFraud", a.created_at as "createdAt"
      from alike join accounts a on a.id = alike.id
      left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
      order by a.id limit ${FOUND_AT_MOST}`)
  })
}
